/**
 * Lists that people page through. A page continues after a place in the order, not after a number of entries: so the last
 * page costs what the first does, and what is added meanwhile neither repeats nor hides anything. Those of views may be half
 * a second behind.
 */
import type { FindOptions, ReadStore, View } from '#contracts/ports/read-store.ts';
import { timeCursor, timedKey } from './cursor.ts';

export interface Page<Entry> {
  data: Entry[];
  /** The `after` of the next page; null on the last one. */
  next: string | null;
}

export interface PageOptions {
  /** Entries of a page, from 1 to MOST_PER_PAGE; others are moved to the nearer end. */
  limit: number;
  /** `next` of the page before. Default: the first page. */
  after?: string | null | undefined;
}

export const MOST_PER_PAGE = 100;

export function entriesOf({ limit }: Pick<PageOptions, 'limit'>): number {
  return Math.max(1, Math.min(MOST_PER_PAGE, Math.trunc(limit) || 1));
}

/** Which documents of a view are listed: those of one organization, by a time. */
export interface ListedBy {
  view: View;
  /** The view must have an index of these fields and the time's. */
  where: FindOptions['where'] & { organization_id: string };
  time: string;
  /** Default: newest first. Earliest first, documents without the time are left out. */
  order?: 'newest first' | 'earliest first';
}

/** Before any time, and behind what has none. */
const BEFORE_ALL = { value: '', id: '' };

/** Throws ApiError validation_error for what is no `next` of a page of the view. */
export async function pageOfView<Document>(
  views: Pick<ReadStore, 'find'>,
  { view, where, time, order = 'newest first' }: ListedBy,
  options: PageOptions,
): Promise<Page<Document>> {
  const limit = entriesOf(options);
  const isEarliestFirst = order === 'earliest first';
  const list = `${view.name}/${time}`;
  const after = options.after == null ? (isEarliestFirst ? BEFORE_ALL : undefined) : timedKey(list, options.after);
  const stored = await views.find(view, {
    where,
    sort: { field: time, direction: isEarliestFirst ? 'ascending' : 'descending', ...(after && { after }) },
    // One more, to find out whether there are more.
    limit: limit + 1,
  });
  const shown = stored.slice(0, limit);
  const last = shown.at(-1);
  return {
    data: shown.map(({ document }) => document as unknown as Document),
    next:
      stored.length > limit && last !== undefined
        ? timeCursor(list, { value: last.document[time] as string, id: last.id })
        : null,
  };
}
