/** The operations of a running service, called through its control socket. */
import { lstatSync, statSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import type { Operations, Receiving, Watching } from './operations.ts';
import type { Report } from './progress.ts';
import type { ControlLine } from './protocol.ts';
import { controlSocketPath } from './socket-path.ts';

/** No service runs on this data folder. */
export class NoServiceError extends Error {
  readonly code = 'no_service';
}

/** The running service refused an operation, or the operation failed. */
export class RemoteOperationError extends Error {
  readonly code: 'operation_refused' | 'operation_failed';
  constructor(message: string, refused: boolean) {
    super(message);
    this.name = 'RemoteOperationError';
    this.code = refused ? 'operation_refused' : 'operation_failed';
  }
}

/** Throws NoServiceError when no service listens for this data folder. */
export async function remoteOperations(dataDirectory: string, report: Report): Promise<Operations> {
  const path = controlSocketPath(dataDirectory);
  if (process.platform !== 'win32') requireSameOwner(path, dataDirectory);
  (await open(path)).destroy();
  // An awaited object is checked for `then`, so the proxy must not look like a promise.
  const get = (_target: unknown, name: string | symbol) =>
    name === 'then' ? undefined : (input: unknown, how?: How) => call(path, String(name), input, { report, ...how });
  return new Proxy<Operations>(Object.create(null), { get });
}

/** A socket outside the data folder could belong to another user, who would then receive the texts. */
function requireSameOwner(socket: string, dataDirectory: string): void {
  const folder = statSync(dataDirectory, { throwIfNoEntry: false });
  const owner = lstatSync(socket, { throwIfNoEntry: false })?.uid;
  if (folder === undefined || owner !== folder.uid) throw new NoServiceError('no service runs on this data folder');
}

type How = Partial<Watching & Receiving<unknown>>;

async function call(
  path: string,
  operation: string,
  input: unknown,
  { report, signal, receive }: How & Pick<Watching, 'report'>,
): Promise<unknown> {
  signal?.throwIfAborted();
  const socket = await open(path);
  const cancel = () => socket.destroy();
  signal?.addEventListener('abort', cancel, { once: true });
  socket.write(`${JSON.stringify({ operation, input })}\n`);
  try {
    for await (const text of createInterface({ input: socket })) {
      const line = JSON.parse(text) as ControlLine;
      if (line.kind === 'progress') report(line.progress);
      else if (line.kind === 'part') await receive?.(line.part);
      else if (line.kind === 'result') return line.value;
      else throw new RemoteOperationError(line.message, line.refused);
    }
  } finally {
    signal?.removeEventListener('abort', cancel);
    socket.destroy();
  }
  signal?.throwIfAborted();
  throw new RemoteOperationError('the service ended before it answered', false);
}

function open(path: string): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(path);
    socket.once('connect', () => resolve(socket));
    socket.once('error', (error: NodeJS.ErrnoException) => {
      const absent = error.code === 'ENOENT' || error.code === 'ECONNREFUSED';
      reject(absent ? new NoServiceError('no service runs on this data folder') : error);
    });
  });
}
