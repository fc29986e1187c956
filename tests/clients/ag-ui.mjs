// AG-UI as its own client reads it: a stream through the whole pipeline of an agent, messages and requests by the schemas.
import { AbstractAgent, transformHttpEventStream } from '@ag-ui/client';
import { MessageSchema, RunAgentInputSchema } from '@ag-ui/core/schemas';
import { asyncScheduler, from, observeOn } from 'rxjs';

// The client warns of what it sets aside; a warning is no refusal.
console.warn = () => {};

/** What the client's decoder makes of the bytes of a response; from a synchronous source it makes nothing. */
const decoded = (text) =>
  new Promise((resolve, reject) => {
    const headers = new Headers({ 'content-type': 'text/event-stream' });
    const response = from([
      { type: 'headers', status: 200, headers },
      { type: 'data', data: new TextEncoder().encode(text) },
    ]).pipe(observeOn(asyncScheduler));
    const events = [];
    transformHttpEventStream(response).subscribe({
      next: (event) => events.push(event),
      error: reject,
      complete: () => resolve(events),
    });
  });

/** An agent that answers with these events. */
class Answering extends AbstractAgent {
  constructor(events) {
    super({});
    this.events = events;
  }

  run() {
    return from(this.events);
  }
}

async function stream(text, asEvents) {
  const events = await decoded(asEvents(text));
  if (events.length === 0) throw new Error('the client decoded no event');
  const agent = new Answering(events);
  await agent.runAgent();
  return said(agent.messages);
}

async function messages(text) {
  const value = JSON.parse(text);
  return said((Array.isArray(value) ? value : [value]).map((message) => MessageSchema.parse(message)));
}

async function request(text) {
  return said(RunAgentInputSchema.parse(JSON.parse(text)).messages);
}

const inputOf = (text) => (text.trim() === '' ? {} : JSON.parse(text));

function said(all) {
  const turn = all.slice(all.findLastIndex((message) => message.role === 'user') + 1);
  const replies = turn.filter((message) => message.role === 'assistant');
  const calls = replies.flatMap((message) => message.toolCalls ?? []);
  return {
    text: replies.map((message) => message.content ?? '').join(''),
    calls: calls.map((call) => ({ name: call.function.name, input: inputOf(call.function.arguments) })),
  };
}

/** Readers of the family's wire formats; `asEvents` frames a capture as a server would. */
export const agUi = (asEvents) => ({
  'ag-ui-stream': (text) => stream(text, asEvents),
  'ag-ui-messages': messages,
  'ag-ui-request': request,
});
