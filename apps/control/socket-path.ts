/** The path of a data folder's control socket. */
import { createHash } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/** Longest path of a Unix socket on all supported systems. */
const MAX_SOCKET_PATH = 100;

/** A path in the folder itself, or in the temporary folder if that would be too long for a socket. */
export function controlSocketPath(dataDirectory: string): string {
  const folder = resolve(dataDirectory);
  const digest = () => createHash('sha256').update(folder).digest('hex').slice(0, 24);
  if (process.platform === 'win32') return `\\\\.\\pipe\\evidence-${digest()}`;
  const path = join(folder, 'control.sock');
  return Buffer.byteLength(path) <= MAX_SOCKET_PATH ? path : join(tmpdir(), `evidence-${digest()}.sock`);
}
