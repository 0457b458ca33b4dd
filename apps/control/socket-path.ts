/** Where the control socket of a data folder is. */
import { createHash } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/** Longest path that a Unix socket may have on all systems we run on. */
const MAX_SOCKET_PATH = 100;

/** In the folder itself; a folder whose path is too long for a socket has it in the temporary folder. */
export function controlSocketPath(dataDirectory: string): string {
  const folder = resolve(dataDirectory);
  const digest = () => createHash('sha256').update(folder).digest('hex').slice(0, 24);
  if (process.platform === 'win32') return `\\\\.\\pipe\\evidence-${digest()}`;
  const path = join(folder, 'control.sock');
  return Buffer.byteLength(path) <= MAX_SOCKET_PATH ? path : join(tmpdir(), `evidence-${digest()}.sock`);
}
