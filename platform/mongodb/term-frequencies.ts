/** How many passages of the library have a term, as far as that matters, and as it was some minutes ago. */
import { LRUCache } from 'lru-cache';
import type { Collection, Document } from 'mongodb';
import { READ_TIMEOUT_MS } from './connection.ts';

/** A term that so many passages have is a common one. */
const MOST_COUNTED = 1_000;
const MAX_REMEMBERED = 20_000;
const REMEMBERED_MS = 600_000;

export class TermFrequencies<Passage extends Document> {
  readonly #known: LRUCache<string, number>;

  /** Of a collection with a text index. */
  constructor(passages: Collection<Passage>) {
    this.#known = new LRUCache<string, number>({
      max: MAX_REMEMBERED,
      ttl: REMEMBERED_MS,
      // Asked for again while it is being counted, a term is counted once.
      fetchMethod: (term) =>
        passages.countDocuments({ $text: { $search: term } } as never, {
          limit: MOST_COUNTED,
          maxTimeMS: READ_TIMEOUT_MS,
        }),
    });
  }

  /** Of each term, which holds nothing but words; at most MOST_COUNTED. Throws what counting throws. */
  of(terms: readonly string[]): Promise<number[]> {
    return Promise.all(terms.map(async (term) => (await this.#known.fetch(term)) ?? MOST_COUNTED));
  }
}
