/**
 * The control socket of a running service: a Unix socket (mode 0600) through which the command line calls operations.
 * One request per connection, a line of JSON; the response is lines of JSON: progress, then the outcome.
 */
import { chmodSync, rmSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import type { OperationsFor } from './protocol.ts';

export interface ControlServer {
  /** Accepts no more requests. Running ones get `withinMs` to finish, then their connections are closed. */
  close(withinMs: number): Promise<void>;
}

/** Listens until closed. The caller has locked the data folder, so an existing socket is a leftover. */
export async function serveControl(path: string, operationsFor: OperationsFor): Promise<ControlServer> {
  if (process.platform !== 'win32') rmSync(path, { force: true });
  const sockets = new Set<Socket>();
  // Half-open: a client may end its side after sending its line, and still gets the response.
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    socket.on('error', () => socket.destroy());
    // Loaded on demand: most starts of a service are followed by no command.
    import('./connection.ts')
      .then(({ handleConnection }) => handleConnection(socket, operationsFor))
      .catch(() => socket.destroy());
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    // The socket must never be open to other users, not even for a moment.
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
