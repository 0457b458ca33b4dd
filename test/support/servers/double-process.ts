/** A double of a server in a separate process, which tests can kill and restart. */
import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { endChild } from '../../../scripts/end-child.ts';
import { temporaryFolder } from '../temporary-folder.ts';

export interface DoubleProcess {
  /** Connection string; stays the same over restarts. */
  url: string;
  /** kill -9. */
  kill(): Promise<void>;
  /** Stops it with SIGTERM if it runs, and starts it on the same port and data. */
  restart(): Promise<void>;
  /** Ends it and removes its data. */
  stop(): Promise<void>;
}

/**
 * Starts `test/doubles/NAME/main.ts`, which prints a connection string that begins with `scheme`. It acknowledges
 * `answers` writes and carries out later ones without answering, until it is restarted.
 */
export async function startDoubleProcess(
  name: string,
  scheme: string,
  answers = Number.POSITIVE_INFINITY,
  options: readonly string[] = [],
): Promise<DoubleProcess> {
  const folder = await temporaryFolder();
  const main = fileURLToPath(new URL(`../../doubles/${name}/main.ts`, import.meta.url));

  async function start(port: string, answered: number): Promise<{ child: ChildProcess; url: string }> {
    const data = join(folder.path, 'data');
    const args = [main, '--port', port, '--data', data, '--answers', String(answered), ...options];
    const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] });
    for await (const line of createInterface({ input: child.stdout })) {
      if (line.startsWith(scheme)) return { child, url: line };
    }
    throw new Error(`the double ${name} did not start`);
  }

  let { child, url } = await start('0', answers);
  const { port } = new URL(url);
  return {
    url,
    kill: () => endChild(child, 'SIGKILL'),
    async restart() {
      await endChild(child, 'SIGTERM');
      ({ child } = await start(port, Number.POSITIVE_INFINITY));
    },
    async stop() {
      await endChild(child, 'SIGTERM');
      await folder.remove();
    },
  };
}
