/** Starts a server through one of the project's scripts with `--piped`, and controls it over standard input. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { LocalServer } from '../../../scripts/serving.ts';

/** The reason why the server can't be started here, as a readable message. */
export interface Missing {
  reason: string;
}

/** Starts the script as a child process; returns the reason if it can't run here. */
export async function startPiped(script: string): Promise<LocalServer | Missing> {
  const path = fileURLToPath(new URL(`../../../scripts/${script}`, import.meta.url));
  // The script ends when its standard input ends, and so at the latest with this process.
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
