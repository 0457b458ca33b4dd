/** Threads of long computations step back behind those that serve requests. */
import { setPriority } from 'node:os';

/** About a third of the share of a thread that has not stepped back, where cores are scarce; all of it where not. */
const NICE = 5;
/** About a tenth. */
const NICEST = 10;

/** Lowers the priority of the calling thread, for computations of milliseconds. */
export function stepBack(): void {
  lowerPriority(NICE);
}

/** The same for computations that take longer: those of milliseconds come first. */
export function stepFarBack(): void {
  lowerPriority(NICEST);
}

/** Linux alone has priorities of threads; elsewhere the call would lower that of the whole process, and is left out. */
function lowerPriority(priority: number): void {
  if (process.platform !== 'linux') return;
  try {
    setPriority(0, priority);
  } catch {
    // A sandbox may forbid it: everything works as well, only less evenly.
  }
}
