// Terminal Use, Messages v2, strictly: what its OpenAPI document asks of a page and a message, which the package's own
// models let pass in part (an empty list of parts, any role). In what we write unknown members are refused, too.
import { z } from 'zod';

const nullable = (schema) => schema.nullable().optional();
const record = z.record(z.string(), z.unknown());
const any = z.unknown().refine((value) => value !== undefined, 'is missing');

/** The schemas of a history and of a page; `object` says what becomes of unknown members. */
function schemas(object) {
  const usage = object({
    inputTokens: z.int(),
    outputTokens: z.int(),
    totalTokens: nullable(z.int()),
  });

  const part = z.discriminatedUnion('type', [
    object({ type: z.literal('text'), text: z.string() }),
    object({ type: z.literal('reasoning'), text: z.string(), providerMetadata: nullable(record) }),
    object({
      type: z.literal('tool'),
      toolCallId: z.string(),
      toolName: z.string(),
      state: z.enum(['input-streaming', 'input-available', 'output-available', 'output-error']),
      input: record,
      output: z.unknown().optional(),
      errorText: nullable(z.string()),
    }),
    object({
      type: z.literal('source-url'),
      sourceId: z.string(),
      url: z.string(),
      title: nullable(z.string()),
    }),
    object({ type: z.literal('file'), url: z.string(), mediaType: z.string() }),
    object({ type: z.literal('data'), data: any }),
    object({ type: z.literal('error'), error: z.string(), rawContent: z.unknown().optional() }),
  ]);

  // What an agent adds to the metadata is its own.
  const metadata = z.looseObject({
    costUsd: nullable(z.number()),
    durationMs: nullable(z.int()),
    model: nullable(z.string()),
    parentToolUseId: nullable(z.string()),
    usage: nullable(usage),
  });

  const message = object({
    id: z.string(),
    role: z.enum(['system', 'user', 'assistant']),
    parts: z.array(part).min(1),
    createdAt: nullable(z.string()),
    metadata: nullable(metadata),
  });

  const page = object({
    data: z.array(message),
    hasMore: z.boolean().optional(),
    nextCursor: nullable(z.string()),
  });

  return { history: z.array(message), page };
}

const [STRICT, LOOSE] = [schemas(z.strictObject), schemas(z.looseObject)];

function said(messages) {
  const turn = messages.slice(messages.findLastIndex((one) => one.role === 'user') + 1);
  const parts = turn.filter((one) => one.role === 'assistant').flatMap((one) => one.parts);
  return {
    text: parts.map((one) => (one.type === 'text' ? one.text : '')).join(''),
    calls: parts.filter((one) => one.type === 'tool').map((one) => ({ name: one.toolName, input: one.input })),
  };
}

/** Readers of the family's wire formats; `ours` is whether all of the text is of our making. */
export const terminalUse = {
  'terminal-use-messages': async (text, ours) => {
    const value = JSON.parse(text);
    return said((ours ? STRICT : LOOSE).history.parse(Array.isArray(value) ? value : [value]));
  },
  'terminal-use-response': async (text, ours) => said((ours ? STRICT : LOOSE).page.parse(JSON.parse(text)).data),
};
