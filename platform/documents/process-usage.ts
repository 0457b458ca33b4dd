/**
 * What a process takes of the machine. A heap limit does not include the buffers into which files are unpacked, and a
 * limit of wall time says little where the machine is busy.
 */
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

const PAGE_BYTES = 4_096;
/** Linux counts processor time in hundredths of a second (USER_HZ). */
const TICK_MS = 10;
const run = promisify(execFile);

export interface ProcessUsage {
  /** Resident memory in bytes. */
  memory: number;
  /** Processor time of all its threads since it started, in milliseconds. */
  processorMs: number;
}

/** null if the system does not report it, or the process has ended. */
export async function usageOf(pid: number): Promise<ProcessUsage | null> {
  try {
    if (process.platform === 'linux') return inStat(await readFile(`/proc/${pid}/stat`, 'latin1'));
    if (process.platform === 'win32') return null;
    const { stdout } = await run('ps', ['-o', 'rss=,time=', '-p', String(pid)]);
    return inListing(stdout);
  } catch {
    return null;
  }
}

/** See proc_pid_stat(5). The name in brackets may contain anything; what is wanted stands behind it. */
export function inStat(stat: string): ProcessUsage {
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  // utime and stime are the 14th and 15th field, rss is the 24th; the first one here is the third.
  const [user, system, pages] = [11, 12, 21].map((index) => Number(fields[index]));
  return { memory: pages! * PAGE_BYTES, processorMs: (user! + system!) * TICK_MS };
}

/** A line of `ps`: kilobytes, and a time like 1:02.34 or 2-01:00:03. */
export function inListing(line: string): ProcessUsage {
  const [kilobytes = '', time = ''] = line.trim().split(/\s+/);
  const [clock = '', days = '0'] = time.split('-').reverse();
  const seconds = clock.split(':').reduce((sum, part) => sum * 60 + Number(part), 0);
  return { memory: Number(kilobytes) * 1_024, processorMs: Math.round((Number(days) * 86_400 + seconds) * 1_000) };
}
