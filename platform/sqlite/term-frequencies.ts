/** How many passages have a term: counted in the full-text index, and remembered until the index changes. */
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { LRUCache } from 'lru-cache';

const MAX_REMEMBERED = 20_000;

export class TermFrequencies {
  readonly #count: StatementSync;
  readonly #version: StatementSync;
  readonly #known = new LRUCache<string, number>({ max: MAX_REMEMBERED });
  #knownVersion = -1;

  /** Of the table `words`. */
  constructor(database: DatabaseSync) {
    this.#count = database.prepare('SELECT count(*) AS passages FROM words WHERE words MATCH ?');
    this.#version = database.prepare('PRAGMA data_version');
  }

  /** To be called when this connection has changed the index; changes by others are seen. */
  forget(): void {
    this.#known.clear();
  }

  /** For the phrases of one query: passages that have each of them. A phrase holds no quotes. */
  of(phrases: readonly string[]): number[] {
    const { data_version: version } = this.#version.get() as { data_version: number };
    if (version !== this.#knownVersion) this.forget();
    this.#knownVersion = version;
    return phrases.map((phrase) => {
      const known = this.#known.get(phrase);
      if (known !== undefined) return known;
      const { passages } = this.#count.get(`"${phrase}"`) as { passages: number };
      this.#known.set(phrase, passages);
      return passages;
    });
  }
}
