/** What a command works with: the service and its output streams. */
import type { Operations } from '../control/operations.ts';
import { createProgressBar, type ProgressBar } from './progress-bar.ts';
import { type Page, pageOf } from './terminal.ts';
import { withOperations } from './with-operations.ts';

export interface CommandContext {
  /** `settings`: variables for this command only. With any of them, it can't be carried out by a running service. */
  withOperations<Outcome>(
    work: (operations: Operations) => Promise<Outcome>,
    settings?: Record<string, string>,
    instead?: string,
  ): Promise<Outcome>;
  page: Page;
  progress: ProgressBar;
  /** Writes results to standard output. */
  out(text: string): void;
  /** Writes a line of other information to standard error. */
  note(text: string): void;
  /** A note for who sits at a terminal; elsewhere nothing, as cron mails whatever a command prints. */
  hint(text: string): void;
}

export function processContext({
  stdout,
  stderr,
}: Pick<NodeJS.Process, 'stdout' | 'stderr'> = process): CommandContext {
  const progress = createProgressBar(stderr);
  const note = (text: string) => {
    progress.clear();
    stderr.write(`${text}\n`);
  };
  // The reader of the output may close it early, as `head` does.
  stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1));
  return {
    withOperations: (work, settings, instead) => withOperations(progress.report, work, settings, instead),
    page: pageOf(stdout),
    progress,
    out: (text) => void stdout.write(text),
    note,
    hint: (text) => stderr.isTTY && note(text),
  };
}
