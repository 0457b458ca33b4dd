/** Progress of long work on standard error: a bar on a terminal, otherwise a line per step. */
import type { Progress, Report } from '../control/progress.ts';

const BAR = 24;
/** Minimum time between two redraws, as a flickering bar is worse than a slightly old one. */
const REDRAW_MS = 80;
const CLEAR_LINE = '\r\x1b[2K';

export interface ProgressBar {
  report: Report;
  /** Removes the bar from a terminal. */
  clear(): void;
}

export function createProgressBar(stream: NodeJS.WriteStream, now: () => number = Date.now): ProgressBar {
  let drawnAt = Number.NEGATIVE_INFINITY;
  let label = '';
  let drawn = false;
  return {
    report(progress) {
      const step = progress.label !== label;
      label = progress.label;
      if (!stream.isTTY) {
        if (step) stream.write(`${label}\n`);
        return;
      }
      const complete = progress.done === progress.total;
      if (!step && !complete && now() - drawnAt < REDRAW_MS) return;
      drawnAt = now();
      drawn = true;
      stream.write(CLEAR_LINE + line(progress).slice(0, (stream.columns || 80) - 1));
    },
    clear() {
      if (drawn) stream.write(CLEAR_LINE);
      drawn = false;
    },
  };
}

function line({ label, done, total }: Progress): string {
  if (total === null) return `${label}  ${done}`;
  const full = total === 0 ? BAR : Math.round((Math.min(done, total) / total) * BAR);
  return `${'█'.repeat(full)}${'░'.repeat(BAR - full)}  ${label}  ${done}/${total}`;
}
