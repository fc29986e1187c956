// Terminal Use, Messages v2, strictly: what its OpenAPI document asks of a page and a message, which the package's own
// models let pass in part (an empty list of parts, any role). Unknown members are refused, too: we write none.
import { z } from 'zod';

const nullable = (schema) => schema.nullable().optional();
const record = z.record(z.string(), z.unknown());
const any = z.unknown().refine((value) => value !== undefined, 'is missing');

const usage = z.strictObject({
  inputTokens: z.int(),
  outputTokens: z.int(),
  totalTokens: nullable(z.int()),
});

const part = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('text'), text: z.string() }),
  z.strictObject({ type: z.literal('reasoning'), text: z.string(), providerMetadata: nullable(record) }),
  z.strictObject({
    type: z.literal('tool'),
    toolCallId: z.string(),
    toolName: z.string(),
    state: z.enum(['input-streaming', 'input-available', 'output-available', 'output-error']),
    input: record,
    output: z.unknown().optional(),
    errorText: nullable(z.string()),
  }),
  z.strictObject({
    type: z.literal('source-url'),
    sourceId: z.string(),
    url: z.string(),
    title: nullable(z.string()),
  }),
  z.strictObject({ type: z.literal('file'), url: z.string(), mediaType: z.string() }),
  z.strictObject({ type: z.literal('data'), data: any }),
  z.strictObject({ type: z.literal('error'), error: z.string(), rawContent: z.unknown().optional() }),
]);

const metadata = z.object({
  costUsd: nullable(z.number()),
  durationMs: nullable(z.int()),
  model: nullable(z.string()),
  parentToolUseId: nullable(z.string()),
  usage: nullable(usage),
});

const message = z.strictObject({
  id: z.string(),
  role: z.enum(['system', 'user', 'assistant']),
  parts: z.array(part).min(1),
  createdAt: nullable(z.string()),
  metadata: nullable(metadata),
});

const page = z.strictObject({
  data: z.array(message),
  hasMore: z.boolean().optional(),
  nextCursor: nullable(z.string()),
});

function said(messages) {
  const turn = messages.slice(messages.findLastIndex((one) => one.role === 'user') + 1);
  const parts = turn.filter((one) => one.role === 'assistant').flatMap((one) => one.parts);
  return {
    text: parts.map((one) => (one.type === 'text' ? one.text : '')).join(''),
    calls: parts.filter((one) => one.type === 'tool').map((one) => ({ name: one.toolName, input: one.input })),
  };
}

/** Readers of the family's wire formats. */
export const terminalUse = {
  'terminal-use-messages': async (text) => {
    const value = JSON.parse(text);
    return said(z.array(message).parse(Array.isArray(value) ? value : [value]));
  },
  'terminal-use-response': async (text) => said(page.parse(JSON.parse(text)).data),
};
