/** A server that one of the project's scripts runs for a test, with `--piped`. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

export interface PipedServer {
  /** How clients reach it; stays the same over restarts. */
  address: string;
  /** kill -9. */
  kill(): Promise<void>;
  /** Starts it again, on the same port and data. */
  resume(): Promise<void>;
  /** Ends it and removes its data. */
  stop(): Promise<void>;
}

/** Why there is none here, in words for people. */
export interface Missing {
  reason: string;
}

export async function startPiped(script: string): Promise<PipedServer | Missing> {
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
    async stop() {
      child.stdin.end();
      await exited;
    },
  };
}
