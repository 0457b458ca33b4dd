/**
 * The control socket of a running service: a Unix socket (0600) through which the command line asks for operations.
 * One request per connection, a line of JSON; answers are lines of JSON: progress, then the outcome.
 */
import { chmodSync, rmSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { z } from 'zod';
import { INPUTS, type OperationName } from './inputs.ts';
import { OperationError, type Operations } from './operations.ts';
import type { Progress, Report } from './progress.ts';

/** A text of 100,000 characters, escaped, and its options. */
const MAX_REQUEST_BYTES = 4 * 1024 * 1024;
/** A caller that does not say what it wants must not hold a connection. */
const REQUEST_WITHIN_MS = 10_000;
const NEWLINE = 10;

const Request = z.object({ operation: z.string(), input: z.unknown() });

/** What goes back over the socket. */
export type ControlLine =
  | { kind: 'progress'; progress: Progress }
  | { kind: 'result'; value: unknown }
  | { kind: 'error'; message: string; refused: boolean };

export interface ControlServer {
  /** Takes no more requests; those under way get `withinMs` to end, then their connections are cut. */
  close(withinMs: number): Promise<void>;
}

/** Listens until closed. The caller holds the data folder, so a socket that is left there belongs to nobody. */
export async function serveControl(
  path: string,
  operationsFor: (report: Report) => Operations,
): Promise<ControlServer> {
  if (process.platform !== 'win32') rmSync(path, { force: true });
  const sockets = new Set<Socket>();
  // Half-open: a caller that has sent its line may end its side and still gets the answer.
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    void answer(socket, operationsFor);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    // The socket must never be open to others, not even for a moment.
    const mask = process.umask(0o177);
    server.listen(path, resolve);
    process.umask(mask);
  });
  if (process.platform !== 'win32') chmodSync(path, 0o600);
  return {
    async close(withinMs) {
      const cut = setTimeout(() => {
        for (const socket of sockets) socket.destroy();
      }, withinMs);
      await new Promise<void>((resolve) => server.close(() => resolve()));
      clearTimeout(cut);
    },
  };
}

async function answer(socket: Socket, operationsFor: (report: Report) => Operations): Promise<void> {
  socket.on('error', () => socket.destroy());
  const send = (line: ControlLine) => {
    if (socket.writable) socket.write(`${JSON.stringify(line)}\n`);
  };
  try {
    const { operation, input } = parseRequest(await firstLine(socket));
    const operations = operationsFor((progress) => send({ kind: 'progress', progress }));
    const work = operations[operation] as (input: unknown) => Promise<unknown>;
    send({ kind: 'result', value: await work(input) });
  } catch (error) {
    const refused = (error as { code?: unknown }).code === 'operation_refused';
    send({ kind: 'error', message: error instanceof Error ? error.message : 'failed', refused });
  }
  socket.end();
}

/** Throws OperationError. */
function parseRequest(line: string): { operation: OperationName; input: unknown } {
  const request = Request.safeParse(jsonOrNull(line));
  if (!request.success) throw new OperationError('the request is not one line of JSON with operation and input');
  const { operation } = request.data;
  if (!isOperation(operation)) throw new OperationError('there is no operation of this name');
  const input = INPUTS[operation].safeParse(request.data.input);
  if (input.success) return { operation, input: input.data };
  const places = input.error.issues.map((issue) => issue.path.join('.') || 'input');
  throw new OperationError(`the input of ${operation} is wrong: ${[...new Set(places)].join(', ')}`);
}

function isOperation(name: string): name is OperationName {
  return Object.hasOwn(INPUTS, name);
}

function jsonOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Throws OperationError for a request that is too long, or does not come. */
async function firstLine(socket: Socket): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  const tooLate = setTimeout(() => socket.destroy(), REQUEST_WITHIN_MS);
  try {
    for await (const chunk of socket.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      const end = chunk.indexOf(NEWLINE);
      if (end >= 0) return Buffer.concat([...chunks, chunk.subarray(0, end)]).toString('utf8');
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes > MAX_REQUEST_BYTES) break;
    }
  } finally {
    clearTimeout(tooLate);
  }
  throw new OperationError('the request is not one line of JSON, or too long');
}
