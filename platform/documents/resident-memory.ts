/** Resident memory of a process. A heap limit does not include the buffers into which files are unpacked. */
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

const PAGE_BYTES = 4_096;
const run = promisify(execFile);

/** In bytes; null if the system does not report it, or the process has ended. */
export async function residentMemory(pid: number): Promise<number | null> {
  try {
    if (process.platform === 'linux') {
      const pages = Number((await readFile(`/proc/${pid}/statm`, 'latin1')).split(' ')[1]);
      return pages * PAGE_BYTES;
    }
    if (process.platform === 'win32') return null;
    const { stdout } = await run('ps', ['-o', 'rss=', '-p', String(pid)]);
    return Number(stdout.trim()) * 1_024;
  } catch {
    return null;
  }
}
