// The published clients, each as a function from bytes to what it understood: {text, calls: [{name, input}], all}.
// `all` has the calls that the provider ran itself, too, where a format marks those.
import { isDeepStrictEqual } from 'node:util';

import Anthropic from '@anthropic-ai/sdk';
import { convertToModelMessages, parseJsonEventStream, readUIMessageStream, uiMessageChunkSchema, validateUIMessages } from 'ai';
import OpenAI from 'openai';

import { agUi } from './ag-ui.mjs';
import { packageReaders } from './python.mjs';
import { terminalUse } from './terminal-use.mjs';

// The AI SDK warns about what it converts; a warning is no refusal.
globalThis.AI_SDK_LOG_WARNINGS = false;

/** A server that answers every request with this stream. */
const answering = (body) => async () =>
  new Response(body, { status: 200, headers: { 'content-type': 'text/event-stream' } });

const offline = (body) => ({ apiKey: 'none', baseURL: 'http://localhost/', maxRetries: 0, fetch: answering(body) });

/** The bytes as a server would frame them: captures may be NDJSON or an array of frames. */
export function asEvents(text) {
  const start = text.trimStart()[0];
  if (start !== '[' && start !== '{') return text;
  const frames = start === '[' ? JSON.parse(text) : text.split('\n').filter((line) => line.trim()).map((line) => JSON.parse(line));
  return frames.map((frame) => `event: ${frame.type ?? 'message'}\ndata: ${JSON.stringify(frame)}\n\n`).join('');
}

/** Empty arguments are an empty object, for every client that runs a tool. */
const inputOf = (text) => (text.trim() === '' ? {} : JSON.parse(text));

async function openaiStream(text) {
  const stream = new OpenAI(offline(asEvents(text))).chat.completions.stream({ model: 'any', messages: [] });
  const { choices } = await stream.finalChatCompletion();
  const { content, tool_calls: calls = [] } = choices[0].message;
  return {
    text: content ?? '',
    calls: calls.map((call) => ({ name: call.function.name, input: inputOf(call.function.arguments) })),
  };
}

async function anthropicStream(text) {
  const asked = { model: 'any', max_tokens: 1, messages: [{ role: 'user', content: 'any' }] };
  const { content } = await new Anthropic(offline(asEvents(text))).messages.stream(asked).finalMessage();
  return saidInBlocks(content);
}

const RUN_BY_PROVIDER = ['server_tool_use', 'mcp_tool_use'];

function saidInBlocks(blocks) {
  const calls = (types) => blocks.filter((block) => types.includes(block.type)).map(({ name, input }) => ({ name, input }));
  return {
    text: blocks.map((block) => (block.type === 'text' ? block.text : '')).join(''),
    calls: calls(['tool_use']),
    all: calls(['tool_use', ...RUN_BY_PROVIDER]),
  };
}

async function vercelStream(text) {
  const bytes = new Response(asEvents(text)).body;
  const chunks = parseJsonEventStream({ stream: bytes, schema: uiMessageChunkSchema }).pipeThrough(
    new TransformStream({
      transform(chunk, out) {
        if (!chunk.success) throw chunk.error;
        out.enqueue(chunk.value);
      },
    }),
  );
  let last;
  const onError = (error) => {
    throw error;
  };
  for await (const message of readUIMessageStream({ stream: chunks, onError, terminateOnError: true })) last = message;
  if (!last) throw new Error('the stream made no message');
  return said([last]);
}

async function vercelMessages(text) {
  const value = JSON.parse(text);
  const messages = await validateUIMessages({ messages: Array.isArray(value) ? value : [value] });
  await convertToModelMessages(messages);
  return said(messages.slice(messages.findLastIndex((message) => message.role === 'user') + 1));
}

function said(messages) {
  const parts = messages.flatMap((message) => message.parts);
  const tools = parts.filter((part) => part.type === 'dynamic-tool' || part.type.startsWith('tool-'));
  const callOf = (part) => ({ name: part.toolName ?? part.type.slice('tool-'.length), input: part.input });
  return {
    text: parts.filter((part) => part.type === 'text').map((part) => part.text).join(''),
    // What a provider runs itself is no call that a client must answer.
    calls: tools.filter((part) => !part.providerExecuted).map(callOf),
    all: tools.map(callOf),
  };
}

/** Requests and histories are made by clients, not read by them: this is what the last turn says. */
async function openaiHistory(text) {
  const value = JSON.parse(text);
  const messages = value.messages ?? value;
  const turn = messages.slice(messages.findLastIndex((message) => message.role === 'user') + 1);
  const replies = turn.filter((message) => message.role === 'assistant');
  return {
    text: replies.map((message) => textOf(message.content)).join(''),
    calls: replies
      .flatMap((message) => message.tool_calls ?? [])
      .map((call) => ({ name: call.function.name, input: inputOf(call.function.arguments) })),
  };
}

async function anthropicHistory(text) {
  const value = JSON.parse(text);
  const messages = (value.messages ?? value).map(({ role, content }) => ({ role, blocks: blocksOf(content) }));
  const isAnswer = ({ blocks }) => blocks.length > 0 && blocks.every((block) => block.type === 'tool_result');
  const turn = messages.slice(messages.findLastIndex((message) => message.role === 'user' && !isAnswer(message)) + 1);
  const blocks = turn.filter((message) => message.role === 'assistant').flatMap((message) => message.blocks);
  return saidInBlocks(blocks);
}

const blocksOf = (content) => (Array.isArray(content) ? content : [{ type: 'text', text: content }]);

const textOf = (content) =>
  Array.isArray(content) ? content.map((part) => part.text ?? '').join('') : (content ?? '');

const agenta = packageReaders('agenta', ['agenta-stream', 'agenta-messages', 'agenta-request', 'agenta-response']);
const terminalUseModels = packageReaders('terminal-use', Object.keys(terminalUse));

/** What Agenta's fold makes of a stream; its Vercel side must say the same text and call the same tools for the AI SDK.
    The arguments may differ: the Vercel side takes them out of their MCP envelope, and leaves null where the fold has {}. */
async function agentaStream(text) {
  const { parts, ...folded } = await agenta['agenta-stream'](text);
  // An error part ends the AI SDK's reading, and a turn without output is one. An interaction that asks for a call makes
  // one in the projection alone.
  if (!parts.includes('"type": "error"') && !text.includes('interaction_request')) {
    const gist = ({ text, calls }) => ({ text, tools: calls.map((call) => call.name) });
    const [one, other] = [gist(folded), gist(await vercelStream(parts))];
    if (!isDeepStrictEqual(one, other)) {
      throw new Error(`folded ${JSON.stringify(one)}\n    and projected ${JSON.stringify(other)}`);
    }
  }
  return folded;
}

/** The document's schema, and the models of the client where that is installed. */
const terminalUseReader = (format) => async (text, ours) => {
  await terminalUseModels[format]?.(text);
  return terminalUse[format](text, ours);
};

/** Who reads which wire format. */
export const readers = {
  ...agUi(asEvents),
  ...agenta,
  ...('agenta-stream' in agenta && { 'agenta-stream': agentaStream }),
  'terminal-use-messages': terminalUseReader('terminal-use-messages'),
  'terminal-use-response': terminalUseReader('terminal-use-response'),
  'openai-stream': openaiStream,
  'anthropic-stream': anthropicStream,
  'vercel-stream': vercelStream,
  'vercel-messages': vercelMessages,
  'openai-request': openaiHistory,
  'openai-messages': openaiHistory,
  'anthropic-request': anthropicHistory,
  'anthropic-messages': anthropicHistory,
};
