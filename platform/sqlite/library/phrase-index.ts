/**
 * Frequencies and scores of phrases from the full-text index, cached until the index changes. Phrases that it does not
 * contain come from customers and are not cached. A passage's score for a query (BM25) is the sum of the scores of the
 * query's phrases. Queries of one text share most phrases: neighbouring claims have the same topic, and each claim is
 * searched twice.
 */
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { LRUCache } from 'lru-cache';
import type { PassageScores } from '../../best-passages.ts';

const MAX_FREQUENCIES = 20_000;
/** Most numbers (of eight bytes) in the score cache: 4 MB. */
const MAX_SCORES = 500_000;
/** Fixed cost of a cache entry, in the same unit. */
const SCORES_OVERHEAD = 50;
const NONE: PassageScores = new Float64Array();

export class PhraseIndex {
  readonly #count: StatementSync;
  readonly #score: StatementSync;
  readonly #best: StatementSync;
  readonly #version: StatementSync;
  readonly #frequencies = new LRUCache<string, number>({ max: MAX_FREQUENCIES });
  readonly #scores = new LRUCache<string, PassageScores>({
    maxSize: MAX_SCORES,
    sizeCalculation: (scores) => scores.length + SCORES_OVERHEAD,
  });
  #knownVersion = -1;

  /** `database` holds the index in the table `words`. */
  constructor(database: DatabaseSync) {
    this.#count = database.prepare('SELECT count(*) AS passages FROM words WHERE words MATCH ?');
    this.#score = database.prepare('SELECT rowid, bm25(words) FROM words WHERE words MATCH ?');
    this.#score.setReturnArrays(true);
    this.#best = database.prepare(
      'SELECT rowid AS passage FROM words WHERE words MATCH ? ORDER BY bm25(words), rowid LIMIT ?',
    );
    this.#version = database.prepare('PRAGMA data_version');
  }

  /** Clears the cache. Call when this connection has changed the index. */
  forget(): void {
    this.#frequencies.clear();
    this.#scores.clear();
  }

  /**
   * Clears the cache when another connection has changed the index, and returns whether it has. Call in the transaction
   * that reads.
   */
  refresh(): boolean {
    const { data_version: version } = this.#version.get() as { data_version: number };
    const changed = version !== this.#knownVersion;
    if (changed) this.forget();
    this.#knownVersion = version;
    return changed;
  }

  /** How many passages contain the phrase: words separated by single spaces. */
  frequency(phrase: string): number {
    const known = this.#frequencies.get(phrase);
    if (known !== undefined) return known;
    const { passages } = this.#count.get(quoted(phrase)) as { passages: number };
    if (passages > 0) this.#frequencies.set(phrase, passages);
    return passages;
  }

  scores(phrase: string): PassageScores {
    const known = this.#scores.get(phrase);
    if (known !== undefined) return known;
    const frequency = this.frequency(phrase);
    if (frequency === 0) return NONE;
    const scores = new Float64Array(2 * frequency);
    let at = 0;
    for (const row of this.#score.iterate(quoted(phrase)) as Iterable<unknown> as Iterable<[number, number]>) {
      scores.set(row, at);
      at += row.length;
    }
    this.#scores.set(phrase, scores);
    return scores;
  }

  /** The passages that contain any of the phrases, best first, ranked by the index itself. */
  best(phrases: readonly string[], limit: number): number[] {
    const rows = this.#best.all(phrases.map(quoted).join(' OR '), limit) as { passage: number }[];
    return rows.map(({ passage }) => passage);
  }
}

/**
 * Quotes disable the operators of the query language (AND, NEAR, *, ^, :, parentheses). A phrase cannot end the quotes
 * or the query: `"` and NUL are not letters, so they are never part of a phrase.
 */
function quoted(phrase: string): string {
  return `"${phrase}"`;
}
