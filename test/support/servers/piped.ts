/** A server that one of the project's scripts runs for a test, with `--piped`. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { LocalServer } from '../../../scripts/serving.ts';

/** Why there is none here, in words for people. */
export interface Missing {
  reason: string;
}

export async function startPiped(script: string): Promise<LocalServer | Missing> {
  const path = fileURLToPath(new URL(`../../../scripts/${script}`, import.meta.url));
  // Its standard input ends with this process, and it ends with that.
  const child = spawn(process.execPath, [path, '--piped'], { stdio: ['pipe', 'pipe', 'inherit'] });
  const exited = once(child, 'exit');
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const answer = async () => {
    const { value, done } = await lines.next();
    if (done) throw new Error(`the server of ${script} has ended`);
    return value;
  };
  const ask = async (command: string) => {
    child.stdin.write(`${command}\n`);
    await answer();
  };
  const first = await answer();
  if (first.startsWith('unavailable ')) return { reason: first.slice('unavailable '.length) };
  return {
    address: first.slice('listening '.length),
    kill: () => ask('kill'),
    resume: () => ask('resume'),
    async end() {
      child.stdin.end();
      await exited;
    },
  };
}
