/**
 * The control socket of a running service: a Unix socket (0600) through which the command line asks for operations.
 * One request per connection, a line of JSON; answers are lines of JSON: progress, then the outcome.
 */
import { chmodSync, rmSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import type { OperationsFor } from './protocol.ts';

export interface ControlServer {
  /** Takes no more requests; those under way get `withinMs` to end, then their connections are cut. */
  close(withinMs: number): Promise<void>;
}

/** Listens until closed. The caller holds the data folder, so a socket that is left there belongs to nobody. */
export async function serveControl(path: string, operationsFor: OperationsFor): Promise<ControlServer> {
  if (process.platform !== 'win32') rmSync(path, { force: true });
  const sockets = new Set<Socket>();
  // Half-open: a caller that has sent its line may end its side and still gets the answer.
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    socket.on('error', () => socket.destroy());
    // Loaded for those who connect: most starts of a service are followed by no command.
    import('./connection.ts').then(({ answer }) => answer(socket, operationsFor)).catch(() => socket.destroy());
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
