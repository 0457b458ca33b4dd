/** `evidence library add|list|remove`: the documents of the operator's library. */
import { resolve } from 'node:path';
import { count } from '#results/page/words.ts';
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

/** Adds a folder, and prints what of it is skipped on standard error. */
export async function addLibrary(
  operations: Operations,
  folder: string,
  { prune }: { prune: boolean },
  context: CommandContext,
): Promise<IndexReport> {
  const report = await operations.addLibrary({ folder: resolve(folder), prune });
  for (const { path, reason } of report.skipped) {
    context.note(`library: skipped ${printableLine(path)}: ${REASONS[reason]}`);
  }
  return report;
}

/** Adds the folder of a command that does something else with it, which is what its standard output is for. */
export async function addLibraryFirst(operations: Operations, folder: string, context: CommandContext): Promise<void> {
  const report = await addLibrary(operations, folder, { prune: false }, context);
  context.note(`library: ${indexedWords(report)}`);
}

/** A line about what was added. */
export function indexedWords({ found, added_or_changed, unchanged, removed }: IndexReport): string {
  const removals = removed > 0 ? `, ${removed} removed` : '';
  return `${count(found, 'document')} found, ${added_or_changed} added or changed, ${unchanged} unchanged${removals}`;
}

const PER_PAGE = 1_000;

/** Prints all documents, page by page, so that a large library is not held in memory. */
export async function listLibrary(
  operations: Operations,
  { json = false }: { json?: boolean },
  context: CommandContext,
): Promise<void> {
  let listed = 0;
  for (let after = ''; ; ) {
    const { data } = await operations.listLibrary({ after, limit: PER_PAGE });
    for (const document of data) {
      const { path, title, indexed_at } = document;
      const line = json ? JSON.stringify(document) : `${indexed_at}  ${printableLine(path)}  ${printableLine(title)}`;
      context.out(`${line}\n`);
    }
    listed += data.length;
    if (data.length < PER_PAGE) break;
    after = data.at(-1)!.path;
  }
  if (listed === 0) context.note('the library has no documents');
}

/** Removes documents and prints the outcome. */
export async function removeFromLibrary(
  operations: Operations,
  paths: readonly string[],
  { json = false }: { json?: boolean },
  context: CommandContext,
): Promise<void> {
  const outcome = await operations.removeFromLibrary({ paths: [...paths] });
  if (json) context.out(`${JSON.stringify(outcome)}\n`);
  else context.out(`${outcome.removed} removed; files of EVIDENCE_LIBRARY_DIR come back at the next start\n`);
}
