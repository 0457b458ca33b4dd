/** What scripts fetch or build once: in a cache folder outside the repository, with tools that may be missing. */
import { spawn } from 'node:child_process';
import { homedir } from 'node:os';
import { join } from 'node:path';

/** What keeps something from being had here, in words for people. */
export class UnavailableError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'UnavailableError';
  }
}

/** The folder of that name among the project's in the user's cache. It may not be there yet. */
export function cacheFolder(name: string): string {
  return join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'evidence-verification', name);
}

export interface RunOptions {
  cwd?: string;
  /** Besides the environment of this process. */
  env?: Record<string, string>;
  /** Ended after so long, and taken for failed. */
  timeoutMs?: number;
  /** Lines that say how far it is, not what is wrong. */
  progress?: RegExp;
}

/** Runs a program to its end. Throws UnavailableError that begins with `otherwise` when that fails. */
export async function mustRun(
  command: string,
  args: string[],
  otherwise: string,
  { cwd, env, timeoutMs, progress }: RunOptions = {},
): Promise<void> {
  const failure = await new Promise<string | null>((resolve) => {
    const child = spawn(command, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: timeoutMs,
      killSignal: 'SIGKILL',
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
    child.on('error', (error) => resolve(error.message));
    // What it has started may keep its output open.
    child.on('exit', (_, signal) => {
      if (signal !== null) resolve(timeoutMs === undefined ? signal : `no end after ${timeoutMs / 1000} seconds`);
    });
    child.on('close', (status) => {
      const lines = output.split('\n').filter((line) => line.trim() !== '' && !progress?.test(line));
      resolve(status === 0 ? null : (lines[0] ?? `status ${status}`));
    });
  });
  if (failure !== null) throw new UnavailableError(`${otherwise} (${failure})`);
}
