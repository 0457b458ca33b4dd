/** `evidence library add`: adds documents to the operator's library. */
import { resolve } from 'node:path';
import type { Operations } from '../../control/operations.ts';
import type { IndexReport, SkipReason } from '../../library/index-folder.ts';
import type { CommandContext } from '../context.ts';
import { printableLine } from '../printable.ts';

const REASONS: Record<SkipReason, string> = {
  too_large: 'too large',
  unreadable: "can't be read",
  encrypted: 'needs a password',
  not_utf8: 'not UTF-8 text',
  no_text: 'holds no text',
};

/** Adds a folder and prints the outcome on standard error. */
export async function addLibrary(
  operations: Operations,
  folder: string,
  { prune }: { prune: boolean },
  context: CommandContext,
): Promise<IndexReport> {
  const report = await operations.addLibrary({ folder: resolve(folder), prune });
  const { found, added_or_changed, unchanged, removed, skipped } = report;
  const removals = prune ? `, ${removed} removed` : '';
  context.note(
    `library: ${found} documents found, ${added_or_changed} added or changed, ${unchanged} unchanged${removals}`,
  );
  for (const { path, reason } of skipped) context.note(`  skipped ${printableLine(path)}: ${REASONS[reason]}`);
  return report;
}
