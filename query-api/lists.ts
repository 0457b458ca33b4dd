import { LIST_LIMIT } from '#contracts/http/common.ts';

export interface List<Item> {
  object: 'list';
  data: Item[];
  has_more: boolean;
}

/** One more than is shown, to know whether there is more. */
export const ROWS_TO_READ = LIST_LIMIT + 1;

/** `rows` newest first; what goes beyond the limit is left out and said to be there. */
export function listOf<Item>(rows: readonly Item[]): List<Item> {
  return { object: 'list', data: rows.slice(0, LIST_LIMIT), has_more: rows.length > LIST_LIMIT };
}
