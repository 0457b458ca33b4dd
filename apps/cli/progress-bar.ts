/** Progress of long work: a bar on a terminal; elsewhere nothing, as cron mails whatever a command prints. */
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
      if (!stream.isTTY) return;
      const step = progress.label !== label;
      label = progress.label;
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
