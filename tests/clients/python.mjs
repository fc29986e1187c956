// The clients that are Python packages, each in a worker of its own that answers one job at a time.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const here = path.dirname(fileURLToPath(import.meta.url));

/** The interpreter with the packages of a family; `run` has installed them where it could. */
const python = (family) => path.join(here, '.venv', family, 'bin', 'python');

/** A worker as a function from a job to its answer. */
function worker(family) {
  const stdio = ['pipe', 'pipe', 'inherit'];
  const child = spawn(python(family), [path.join(here, 'worker.py'), family], { stdio });
  child.unref();
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return async (job) => {
    child.stdin.write(`${JSON.stringify(job)}\n`);
    const { value, done } = await lines.next();
    if (done) throw new Error(`the worker of ${family} ended`);
    const answer = JSON.parse(value);
    if (answer.error) throw new Error(answer.error);
    return answer;
  };
}

/** Readers of a family's formats by its own package; none where that is not installed. */
export function packageReaders(family, formats) {
  if (!existsSync(python(family))) return {};
  let ask;
  const reader = (format) => async (text) => (ask ??= worker(family))({ format, text });
  return Object.fromEntries(formats.map((format) => [format, reader(format)]));
}
