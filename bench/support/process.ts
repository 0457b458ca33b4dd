/** What the operating system says of a process. Linux only. */
import { readFileSync } from 'node:fs';

/** Peak resident memory since the process began, MB. */
export function peakMemoryMb(pid: number): number {
  return statusMb(pid, 'VmHWM');
}

/** Resident memory now, MB. */
export function memoryMb(pid: number): number {
  return statusMb(pid, 'VmRSS');
}

function statusMb(pid: number, field: string): number {
  const [, kilobytes] =
    new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) / 1024;
}

/** Milliseconds of processor time that all threads of the process have used; counted in hundredths of a second. */
export function processorMs(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const ticks = Number(fields[11]) + Number(fields[12]);
  return ticks * 10;
}
