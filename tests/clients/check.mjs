// Every example and every small capture of tests/corpus, to every wire format that a client reads. The client of the
// source and the client of the target must understand the same: the same text, the same calls.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual } from 'node:util';

import { readers } from './clients.mjs';

const root = path.join(path.dirname(fileURLToPath(import.meta.url)), '..', '..');
const talkative = process.argv.includes('-v');

/** What the examples hold; a name that is not here fails the run. */
const EXAMPLES = {
  'anthropic-thinking.ndjson': 'anthropic-stream',
  'anthropic-tool.ndjson': 'anthropic-stream',
  'openai-request.json': 'openai-request',
  'openai-tools.sse': 'openai-stream',
  'vercel-agent.json': 'vercel-stream',
};

/** What the clients read of what chatwire writes. */
const TARGETS = ['openai-stream', 'anthropic-stream', 'vercel-stream', 'vercel-messages'];

/** Captures up to this size and number a format keep the run short. */
const SMALL = 16 * 1024;
const MOST = 20;

function* sources() {
  for (const name of readdirSync(path.join(root, 'examples'))) {
    if (name !== 'README.md') yield { file: path.join('examples', name), format: EXAMPLES[name] };
  }
  const corpus = path.join('tests', 'corpus');
  for (const format of Object.keys(readers)) {
    const folder = path.join(corpus, format);
    if (!existsSync(path.join(root, folder))) continue;
    const names = readdirSync(path.join(root, folder), { recursive: true }).sort();
    const good = names.filter((name) => path.basename(name).startsWith('ok-'));
    const small = good.filter((name) => readFileSync(path.join(root, folder, name)).length <= SMALL);
    for (const name of small.slice(0, MOST)) yield { file: path.join(folder, name), format };
  }
}

function convert(file, target) {
  const words = [file, '--to', target, '--on-loss', 'ignore'];
  return execFileSync(process.env.CHATWIRE, words, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'], timeout: 60_000 });
}

const told = (value) => JSON.stringify(value);

async function check({ file, format }, target) {
  if (!format) throw new Error('its wire format is not in the table of this script');
  const source = await readers[format](readFileSync(path.join(root, file), 'utf8'));
  if (source.text === '' && source.calls.length === 0) throw new Error('the source says nothing, which proves nothing');
  const output = convert(file, target);
  const understood = await readers[target](output);
  if (!isDeepStrictEqual(understood, source)) {
    throw new Error(`understood ${told(understood)}\n    where the source says ${told(source)}`);
  }
}

let passed = 0;
let failed = 0;
for (const source of sources()) {
  for (const target of TARGETS) {
    try {
      await check(source, target);
      passed += 1;
      if (talkative || source.file.startsWith('examples')) console.log(`ok      ${source.file} → ${target}`);
    } catch (error) {
      failed += 1;
      console.log(`FAILED  ${source.file} → ${target}\n    ${error?.stderr || error?.message || error}`);
    }
  }
}
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed > 0 || passed === 0 ? 1 : 0);
