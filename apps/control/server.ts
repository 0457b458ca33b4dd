/**
 * The control socket of a running service: a Unix socket (0600) through which the command line asks for operations.
 * One request per connection, a line of JSON; answers are lines of JSON: progress, then the outcome.
 */
import { chmodSync, rmSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { z } from 'zod';
import type { Operations } from './operations.ts';
import type { Progress, Report } from './progress.ts';

/** A text of 100,000 characters, escaped, and its options. */
const MAX_REQUEST_BYTES = 4 * 1024 * 1024;
const NEWLINE = 10;

const Request = z.object({ operation: z.string(), input: z.record(z.string(), z.unknown()) });

/** What goes back over the socket. */
export type ControlLine =
  | { kind: 'progress'; progress: Progress }
  | { kind: 'result'; value: unknown }
  | { kind: 'error'; message: string; refused: boolean };

/** Listens until closed. The caller holds the data folder, so a socket that is left there belongs to nobody. */
export async function serveControl(
  path: string,
  operationsFor: (report: Report) => Operations,
): Promise<{ close(): Promise<void> }> {
  if (process.platform !== 'win32') rmSync(path, { force: true });
  const server = createServer((socket) => void answer(socket, operationsFor));
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    // The socket must never be open to others, not even for a moment.
    const mask = process.umask(0o177);
    server.listen(path, resolve);
    process.umask(mask);
  });
  if (process.platform !== 'win32') chmodSync(path, 0o600);
  return { close: () => new Promise((resolve) => server.close(() => resolve())) };
}

async function answer(socket: Socket, operationsFor: (report: Report) => Operations): Promise<void> {
  socket.on('error', () => socket.destroy());
  const send = (line: ControlLine) => {
    if (socket.writable) socket.write(`${JSON.stringify(line)}\n`);
  };
  try {
    const { operation, input } = Request.parse(JSON.parse(await firstLine(socket)));
    const operations = operationsFor((progress) => send({ kind: 'progress', progress }));
    if (!Object.hasOwn(operations, operation)) throw new TypeError(`no operation is called ${operation}`);
    const work = operations[operation as keyof Operations] as (input: unknown) => Promise<unknown>;
    send({ kind: 'result', value: await work(input) });
  } catch (error) {
    const refused = (error as { code?: unknown }).code === 'operation_refused';
    send({ kind: 'error', message: error instanceof Error ? error.message : 'failed', refused });
  }
  socket.end();
}

/** Throws RangeError for a request that does not end. */
async function firstLine(socket: Socket): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of socket.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    const end = chunk.indexOf(NEWLINE);
    if (end >= 0) return Buffer.concat([...chunks, chunk.subarray(0, end)]).toString('utf8');
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes > MAX_REQUEST_BYTES) break;
  }
  throw new RangeError('the request is not one line of JSON');
}
