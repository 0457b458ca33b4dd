/** For scripts that fetch or build something once: a cache folder outside the repository, and a runner for tools. */
import { spawn } from 'node:child_process';
import { homedir } from 'node:os';
import { join } from 'node:path';

/** Something can't be provided on this machine; the message is a readable reason. */
export class UnavailableError extends Error {
  override readonly name = 'UnavailableError';
}

/** Path of the named folder in the project's part of the user's cache folder. It may not exist yet. */
export function cacheFolder(name: string): string {
  return join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'evidence-verification', name);
}

export interface RunOptions {
  cwd?: string;
  /** Added to the environment of this process. */
  env?: Record<string, string>;
  /** The program is killed and counts as failed after this time without output. */
  silentMs?: number;
  /** Output lines that report progress, not an error. */
  progress?: RegExp;
}

/** Runs a program to its end. If it fails, throws UnavailableError with a message that begins with `otherwise`. */
export async function mustRun(
  command: string,
  args: string[],
  otherwise: string,
  { cwd, env, silentMs, progress }: RunOptions = {},
): Promise<void> {
  const failure = await new Promise<string | null>((resolve) => {
    const child = spawn(command, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    const silence = silentMs === undefined ? undefined : setTimeout(() => child.kill('SIGKILL'), silentMs);
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk) => {
        output += chunk;
        silence?.refresh();
      });
    }
    child.on('error', (error) => {
      clearTimeout(silence);
      resolve(error.message);
    });
    // After a kill, don't wait for 'close': the program's own children may keep its output open.
    child.on('exit', (_, signal) => {
      clearTimeout(silence);
      if (signal !== null) resolve(silentMs === undefined ? signal : `no sign of life for ${silentMs / 1000} seconds`);
    });
    child.on('close', (status) => {
      const lines = output.split('\n').filter((line) => line.trim() !== '' && !progress?.test(line));
      resolve(status === 0 ? null : (lines[0] ?? `status ${status}`));
    });
  });
  if (failure !== null) throw new UnavailableError(`${otherwise} (${failure})`);
}
