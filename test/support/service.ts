/** Starts the service as a child process, as an operator does, for tests that call it over HTTP or kill it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { endWithThisProcess } from './children.ts';

const ROOT = join(import.meta.dirname, '..', '..');

/** A running child process. */
export interface StartedProcess {
  url: string;
  pid: number;
  /** Milliseconds from spawn until /readyz answered 200. */
  startedInMs: number;
  /** All log lines so far, parsed. */
  logs: Record<string, unknown>[];
  /** Pieces of what it has written to its error output so far. */
  errors: string[];
  /** Sends SIGTERM and waits; returns the exit code. */
  stop(): Promise<number | null>;
  /** Sends SIGKILL and waits. */
  kill(): Promise<void>;
}

export interface ServiceProcess extends StartedProcess {
  /** Owner key of the default organization. */
  key: string;
  request(method: string, path: string, options?: RequestOptions): Promise<ServiceResponse>;
}

export interface RequestOptions {
  body?: unknown;
  key?: string | null;
  headers?: Record<string, string>;
  signal?: AbortSignal;
}

export interface ServiceResponse {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of every shape
  body: any;
  text: string;
}

/** Starts `apps/main.ts` as `npm start` does, on a free port, and waits until it is ready. Throws if it exits first. */
export async function startService(
  dataDirectory: string,
  environment: Record<string, string> = {},
): Promise<ServiceProcess> {
  const started = await startProcess('apps/main.ts', {
    EVIDENCE_DATA_DIR: dataDirectory,
    ...environment,
  });
  const key =
    environment.EVIDENCE_BOOTSTRAP_KEY ?? (await readFile(join(dataDirectory, 'bootstrap-key'), 'utf8')).trim();
  return { ...started, key, request: (method, path, options) => requestOf(started.url, key, method, path, options) };
}

/**
 * Starts a program of `folder` (default: this project) as npm does, on a free port, and waits until it is ready. Throws
 * with its output if it exits first.
 */
export async function startProcess(
  program: string,
  environment: Record<string, string>,
  folder = ROOT,
): Promise<StartedProcess> {
  const started = performance.now();
  const child = spawn(process.execPath, [join(folder, 'apps/serve.mjs'), program], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH,
      EVIDENCE_HOST: '127.0.0.1',
      EVIDENCE_PORT: '0',
      LOG_LEVEL: 'info',
      // Tests have no network.
      EVIDENCE_PUBLIC_SOURCES: 'off',
      ...environment,
    },
  });
  endWithThisProcess(child);
  const logs: Record<string, unknown>[] = [];
  const errors: string[] = [];
  child.stderr.on('data', (chunk) => errors.push(String(chunk)));
  const exited = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)));
  const url = await listeningUrl(child, logs, errors);
  await untilReady(url, exited);
  const startedInMs = performance.now() - started;
  return {
    url,
    pid: child.pid ?? 0,
    startedInMs,
    logs,
    errors,
    async stop() {
      child.kill('SIGTERM');
      return await exited;
    },
    async kill() {
      child.kill('SIGKILL');
      await exited;
    },
  };
}

function listeningUrl(
  child: ChildProcess,
  logs: Record<string, unknown>[],
  errors: readonly string[],
): Promise<string> {
  return new Promise((resolve, reject) => {
    let partial = '';
    child.stdout?.on('data', (chunk) => {
      const lines = (partial + chunk).split('\n');
      partial = lines.pop() ?? '';
      for (const line of lines) {
        const entry = parseLine(line);
        logs.push(entry);
        if (entry.msg === 'listening') resolve(String(entry.url));
      }
    });
    child.once('exit', (code, signal) =>
      reject(
        new Error(
          `the service exited (${code ?? signal}) before it listened\n${errors.join('')}\n${JSON.stringify(logs.slice(-5))}`,
        ),
      ),
    );
  });
}

function parseLine(line: string): Record<string, unknown> {
  try {
    return JSON.parse(line);
  } catch {
    return { msg: line, unparsed: true };
  }
}

async function untilReady(url: string, exited: Promise<unknown>): Promise<void> {
  let gone = false;
  void exited.then(() => (gone = true));
  while (!gone) {
    const response = await fetch(`${url}/readyz`).catch(() => null);
    if (response?.status === 200) return;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  throw new Error('the service exited before it was ready');
}

/** Sends a request with `ownKey`, unless the options name another key or null for none. */
export async function requestOf(
  url: string,
  ownKey: string,
  method: string,
  path: string,
  options: RequestOptions = {},
): Promise<ServiceResponse> {
  const key = options.key === undefined ? ownKey : options.key;
  const response = await fetch(url + path, {
    method,
    headers: {
      ...(key === null ? {} : { authorization: `Bearer ${key}` }),
      ...(options.body === undefined ? {} : { 'content-type': 'application/json' }),
      ...options.headers,
    },
    ...(options.body === undefined ? {} : { body: JSON.stringify(options.body) }),
    ...(options.signal ? { signal: options.signal } : {}),
  });
  const text = await response.text();
  let body: unknown = null;
  try {
    body = JSON.parse(text);
  } catch {
    // Exports and metrics are not JSON.
  }
  return { status: response.status, headers: response.headers, body, text };
}
