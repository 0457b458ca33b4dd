/** Runs the project's programs as child processes. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..', '..');

export interface Ended {
  code: number | null;
  stdout: string;
  stderr: string;
}

export interface RunOptions {
  environment?: Record<string, string>;
  /** Written to standard input; default: nothing. */
  input?: string;
  /** Default: the project's folder. */
  cwd?: string;
  /** Default: the Node that runs the tests. */
  node?: string;
}

/** Runs `apps/run.mjs PROGRAM ARGS…` to its end. Its environment is PATH and the given variables, without public sources
 * unless they are among them. */
export function runProgram(program: string, args: readonly string[], options: RunOptions = {}): Promise<Ended> {
  const child = spawn(options.node ?? process.execPath, [join(ROOT, 'apps/run.mjs'), program, ...args], {
    cwd: options.cwd ?? ROOT,
    stdio: ['pipe', 'pipe', 'pipe'],
    // Tests have no network.
    env: { PATH: process.env.PATH, EVIDENCE_PUBLIC_SOURCES: 'off', ...options.environment },
  });
  child.stdin.on('error', () => {});
  child.stdin.end(options.input ?? '');
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (chunk) => (stdout += chunk));
  child.stderr.setEncoding('utf8').on('data', (chunk) => (stderr += chunk));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, stdout, stderr }));
  });
}

/** Runs `evidence ARGS…` on a data folder. */
export function evidence(dataDirectory: string, args: readonly string[], options: RunOptions = {}): Promise<Ended> {
  const environment = { EVIDENCE_DATA_DIR: dataDirectory, ...options.environment };
  return runProgram('apps/cli/main.ts', args, { ...options, environment });
}
