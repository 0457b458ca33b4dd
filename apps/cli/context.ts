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
}

export function processContext(): CommandContext {
  const progress = createProgressBar(process.stderr);
  // The reader of the output may close it early, as `head` does.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1));
  return {
    withOperations: (work, settings, instead) => withOperations(progress.report, work, settings, instead),
    page: pageOf(process.stdout),
    progress,
    out: (text) => void process.stdout.write(text),
    note(text) {
      progress.clear();
      process.stderr.write(`${text}\n`);
    },
  };
}
