/** Makes folders that somebody has named. */
import { existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Makes the folder and those above it that are missing, mode 0700; what is there stays as it is. One level at a time:
 * Node's `recursive` never returns where folders cannot be made, as under /proc. Throws the errors of Node's mkdir.
 */
export function makeFolder(path: string): void {
  if (existsSync(path)) return;
  makeFolder(dirname(path));
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    // Another process may have made it meanwhile.
    if (!existsSync(path)) throw error;
  }
}
