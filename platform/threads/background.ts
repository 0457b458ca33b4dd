/** Lowers the priority of computing threads below those that serve requests. */
import { setPriority } from 'node:os';

/** About a third of a normal thread's share when cores are scarce; no effect otherwise. */
const NICE = 5;
/** About a tenth. */
const NICEST = 10;

/** Lowers the priority of the calling thread, for computations of milliseconds. */
export function lowerPriority(): void {
  setNiceness(NICE);
}

/** Lowers the priority further, for longer computations, so that those of milliseconds come first. */
export function lowerPriorityFurther(): void {
  setNiceness(NICEST);
}

/** Only Linux has per-thread priorities; elsewhere the call would affect the whole process and is skipped. */
function setNiceness(niceness: number): void {
  if (process.platform !== 'linux') return;
  try {
    setPriority(0, niceness);
  } catch {
    // A sandbox may forbid it. Everything still works, only less evenly.
  }
}
