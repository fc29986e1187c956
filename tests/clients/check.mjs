// Every example, and every small capture of tests/corpus that its own client accepts, to every wire format that a client
// reads. The client of the source and the client of the target must understand the same: the same text, the same calls.
import { execFileSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
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

/** Examples that are no capture, are a log, are wrong on purpose, or are a whole answer, which no client here reads. */
const APART_EXAMPLES = new Set([
  'README.md',
  'ag-ui-faults.ndjson',
  'gateway.ndjson',
  'github-actions.yml',
  'openai-answer.json',
  'parallel.sh',
  'pre-commit-config.yaml',
  'spark-check.py',
  'spark.py',
]);

/** What the clients read of what chatwire writes. */
const TARGETS = [
  'openai-stream',
  'anthropic-stream',
  'vercel-stream',
  'vercel-messages',
  'ag-ui-stream',
  'ag-ui-messages',
  'ag-ui-request',
  'agenta-stream',
  'agenta-messages',
  'agenta-request',
  'agenta-response',
  'terminal-use-messages',
  'terminal-use-response',
].filter((target) => target in readers);

/** How a stream ends, where its client does not mind one that just stops. A history does not say why it ended, so a
    reason is not asked for. */
const ENDS = {
  'anthropic-stream': /"type": ?"message_stop"/,
  'vercel-stream': /"type": ?"(finish|abort)"/,
  'ag-ui-stream': /"type": ?"RUN_(FINISHED|ERROR)"/,
  'agenta-stream': /"type": ?"(done|error)"/,
};

/** Formats that do not mark the calls that a provider ran itself. */
const UNMARKED = /^(ag-ui|agenta|terminal-use)-/;

/** Captures up to this size keep the run short. */
const SMALL = 64 * 1024;

/** A capture; the byte order mark that some begin with is no part of it. */
const read = (file) => readFileSync(path.join(root, file), 'utf8').replace(/^\uFEFF/, '');

function* sources() {
  for (const name of readdirSync(path.join(root, 'examples'))) {
    if (!APART_EXAMPLES.has(name)) yield { file: `examples/${name}`, format: EXAMPLES[name] };
  }
  const [head, ...rows] = read('tests/corpus/MANIFEST.tsv').trimEnd().split('\n').map((line) => line.split('\t'));
  const column = (row, name) => row[head.indexOf(name)];
  for (const row of rows) {
    const [name, format] = [column(row, 'path'), column(row, 'format')];
    const file = `tests/corpus/${name}`;
    const good = name.startsWith(`${format}/`) && column(row, 'oracle') === 'accept';
    if (good && format in readers && read(file).length <= SMALL) yield { file, format };
  }
}

function convert(file, format, target) {
  const words = ['--from', format, file, '--to', target, '--on-loss', 'ignore'];
  return execFileSync(process.env.CHATWIRE, words, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'], timeout: 60_000 });
}

const family = (format) => format.slice(0, format.lastIndexOf('-'));

const told = (value) => JSON.stringify(value);

/** Captures that are not compared, in all or with one target, and why. */
const APART = {
  'tests/corpus/ag-ui-stream/ag-ui-validate/human-in-the-loop.ndjson': 'two runs, which are two replies elsewhere',
  'tests/corpus/ag-ui-stream/ag-ui-spec-1.0/run-finished-cancelled-outcome-accepted.json → anthropic-stream':
    'a run that was cancelled ends with an error there, which the client raises',
  'tests/corpus/agenta-stream/hand/ev03-tool.json → ag-ui-stream': 'arguments told anew, which is reported as a loss',
  'tests/corpus/agenta-stream/hand/ev04-errors.json → terminal-use-messages': 'answers that have no call get one',
  'tests/corpus/agenta-stream/hand/ev04-errors.json → terminal-use-response': 'answers that have no call get one',
  'tests/corpus/agenta-response/agenta/qa-E1__append_system_pi.json': 'an older wire, which the package no longer reads',
  'tests/corpus/agenta-messages/hand/in-a02-blocks.json': 'Python spells a null that stands for text as None',
};

/** What the client of the source makes of it; nothing, where there is nothing to compare. */
async function understoodAtSource({ file, format }) {
  if (!format) throw new Error(`${file} is not in the table of this script`);
  const source = await readers[format](read(file));
  return source.text === '' && source.calls.length === 0 ? undefined : source;
}

async function check({ file, format }, target, source) {
  const output = convert(file, format, target);
  // What a capture has of its own stays in its own family.
  const { text, calls } = await readers[target](output, family(format) !== family(target));
  const expected = { text: source.text, calls: UNMARKED.test(target) ? (source.all ?? source.calls) : source.calls };
  if (!isDeepStrictEqual({ text, calls }, expected)) {
    throw new Error(`understood ${told({ text, calls })}\n    where the source says ${told(expected)}`);
  }
  if (ENDS[target] && !ENDS[target].test(output)) throw new Error('the stream has no end');
}

const counts = { passed: 0, failed: 0, silent: 0 };
for (const source of sources()) {
  let expected;
  try {
    expected = source.file in APART ? undefined : await understoodAtSource(source);
  } catch (error) {
    counts.failed += 1;
    console.log(`FAILED  ${source.file}\n    its own client: ${error?.message || error}`);
    continue;
  }
  if (!expected) {
    counts.silent += 1;
    continue;
  }
  for (const target of TARGETS.filter((target) => !(`${source.file} → ${target}` in APART))) {
    try {
      await check(source, target, expected);
      counts.passed += 1;
      if (talkative || source.file.startsWith('examples')) console.log(`ok      ${source.file} → ${target}`);
    } catch (error) {
      counts.failed += 1;
      console.log(`FAILED  ${source.file} → ${target}\n    ${error?.stderr || error?.message || error}`);
    }
  }
}
if (talkative) console.log(`${counts.silent} captures say nothing that could be compared`);
console.log(`${counts.passed} passed, ${counts.failed} failed`);
process.exit(counts.failed > 0 || counts.passed === 0 ? 1 : 0);
