import { LIST_LIMIT } from '#contracts/http/common.ts';

export interface List<Item> {
  object: 'list';
  data: Item[];
  has_more: boolean;
}

/** One more than is shown, to find out whether there are more. */
export const ROWS_TO_READ = LIST_LIMIT + 1;

/** Returns the first LIST_LIMIT of `rows`, which are newest first; `has_more` says whether some were left out. */
export function listOf<Item>(rows: readonly Item[]): List<Item> {
  return { object: 'list', data: rows.slice(0, LIST_LIMIT), has_more: rows.length > LIST_LIMIT };
}
