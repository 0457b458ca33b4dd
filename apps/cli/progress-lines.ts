/** Progress of work that takes hours, where it goes to a log: a line now and then. */
import type { Report } from '../control/progress.ts';

const EVERY_MS = 15_000;

/** The first line comes after as long as the others, so that short work writes none. `write` gets a line without its end. */
export function createProgressLines(write: (line: string) => void, now: () => number = Date.now): Report {
  let writtenAt = now();
  return ({ label, done, total }) => {
    if (now() - writtenAt < EVERY_MS) return;
    writtenAt = now();
    write(total === null ? `${label}: ${done}` : `${label}: ${done} of ${total}`);
  };
}
