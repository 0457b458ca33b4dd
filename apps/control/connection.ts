/** Handles a connection of the control socket: reads its request, executes it and replies. */
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { z } from 'zod';
import { parsedJson } from '../parsed-json.ts';
import { INPUTS, type OperationName } from './inputs.ts';
import { OperationError } from './operation-error.ts';
import type { Receiving, Watching } from './operations.ts';
import type { Report } from './progress.ts';
import type { ControlLine, OperationsFor } from './protocol.ts';

/** Fits a text of 100,000 characters, escaped, with its options. */
const MAX_REQUEST_BYTES = 4 * 1024 * 1024;
/** A client that sends no request must not hold a connection. */
const REQUEST_WITHIN_MS = 10_000;
const NEWLINE = 10;

const Request = z.object({ operation: z.string(), input: z.unknown() });

/** Never rejects: errors are sent over the socket. */
export async function handleConnection(socket: Socket, operationsFor: OperationsFor): Promise<void> {
  const send = (line: ControlLine) => {
    if (socket.writable) socket.write(`${JSON.stringify(line)}\n`);
  };
  try {
    const { operation, input } = parseRequest(await firstLine(socket));
    const report: Report = (progress) => send({ kind: 'progress', progress });
    const operations = await operationsFor(report);
    const work = operations[operation] as (input: unknown, how: Watching & Receiving<unknown>) => Promise<unknown>;
    // Operations that can be cancelled are so by a client that disconnects.
    const left = new AbortController();
    socket.once('close', () => left.abort());
    const receive = async (part: unknown) => {
      left.signal.throwIfAborted();
      send({ kind: 'part', part });
      if (socket.writableNeedDrain) await once(socket, 'drain', { signal: left.signal });
    };
    send({ kind: 'result', value: await work(input, { signal: left.signal, report, receive }) });
  } catch (error) {
    const refused = (error as { code?: unknown }).code === 'operation_refused';
    send({ kind: 'error', message: error instanceof Error ? error.message : 'failed', refused });
  }
  socket.end();
}

/** Throws OperationError. */
function parseRequest(line: string): { operation: OperationName; input: unknown } {
  const request = Request.safeParse(parsedJson(line));
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

/** Throws OperationError for a request that is too long or does not arrive. */
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
