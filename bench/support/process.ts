/** Memory and processor time of a process, from /proc. Linux only. */
import { readFileSync } from 'node:fs';

/** Peak resident memory since the process started, in MB. */
export function peakMemoryMb(pid: number): number {
  return statusMb(pid, 'VmHWM');
}

/** Current resident memory, in MB. */
export function memoryMb(pid: number): number {
  return statusMb(pid, 'VmRSS');
}

function statusMb(pid: number, field: string): number {
  const [, kilobytes] =
    new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) / 1024;
}

/** Milliseconds of processor time used by all threads of the process, at a resolution of 10 ms. */
export function processorMs(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const ticks = Number(fields[11]) + Number(fields[12]);
  return ticks * 10;
}
