/** The places of passages in their documents, cached until the library changes. */
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { LRUCache } from 'lru-cache';
import type { MatchedPlace } from '#common/around-matches.ts';

/** The passages of a document are numbered consecutively when it is put. */
interface Extent {
  /** Number of its first passage. */
  first: number;
  passages: number;
}

const MAX_PLACES = 20_000;

export class PassagePlaces {
  readonly #document: StatementSync;
  readonly #extent: StatementSync;
  readonly #places = new LRUCache<number, MatchedPlace<number>>({ max: MAX_PLACES });
  readonly #extents = new LRUCache<number, Extent>({ max: MAX_PLACES });

  /** Reads the table `passages`. */
  constructor(database: DatabaseSync) {
    this.#document = database.prepare('SELECT document FROM passages WHERE number = ?');
    this.#extent = database.prepare(`
      SELECT first, last - first + 1 AS passages FROM
        (SELECT min(number) AS first FROM passages WHERE document = ?1),
        (SELECT max(number) AS last FROM passages WHERE document = ?1)`);
  }

  /** Call it when the table has changed. */
  forget(): void {
    this.#places.clear();
    this.#extents.clear();
  }

  /** Place of a passage, by its number. Its document is identified by the number of its first passage. */
  of(passage: number): MatchedPlace<number> {
    const known = this.#places.get(passage);
    if (known !== undefined) return known;
    const { document } = this.#document.get(passage) as { document: number };
    const { first, passages } = this.#extentOf(document);
    const place = { document: first, ordinal: passage - first, passages };
    this.#places.set(passage, place);
    return place;
  }

  #extentOf(document: number): Extent {
    const extent = this.#extents.get(document) ?? (this.#extent.get(document) as unknown as Extent);
    this.#extents.set(document, extent);
    return extent;
  }
}
