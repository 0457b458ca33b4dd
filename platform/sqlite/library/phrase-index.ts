/**
 * What the full-text index says of the phrases that it has, remembered until it changes; one that it does not have is a
 * customer's, and is not kept. The score of a passage for a query (BM25) is the sum of what each phrase adds to it, and
 * queries of one text share most of their phrases: neighbouring claims are about the same things, and each claim is
 * searched for twice.
 */
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { LRUCache } from 'lru-cache';
import type { PassageScores } from '../../best-passages.ts';

const MAX_FREQUENCIES = 20_000;
/** How many numbers of eight bytes the remembered scores may take: 4 MB. */
const MAX_SCORES = 500_000;
/** What an entry takes beside its scores, in the same unit. */
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

  /** Of the table `words`. */
  constructor(database: DatabaseSync) {
    this.#count = database.prepare('SELECT count(*) AS passages FROM words WHERE words MATCH ?');
    this.#score = database.prepare('SELECT rowid, bm25(words) FROM words WHERE words MATCH ?');
    this.#score.setReturnArrays(true);
    this.#best = database.prepare(
      'SELECT rowid AS passage FROM words WHERE words MATCH ? ORDER BY bm25(words), rowid LIMIT ?',
    );
    this.#version = database.prepare('PRAGMA data_version');
  }

  /** To be called when this connection has changed the index. */
  forget(): void {
    this.#frequencies.clear();
    this.#scores.clear();
  }

  /**
   * To be called in the transaction that then asks: forgets what another connection has changed, and returns whether
   * there was anything.
   */
  refresh(): boolean {
    const { data_version: version } = this.#version.get() as { data_version: number };
    const changed = version !== this.#knownVersion;
    if (changed) this.forget();
    this.#knownVersion = version;
    return changed;
  }

  /** How many passages have the phrase: words with single blanks between them. */
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

  /** The passages that have any of the phrases, best first, as the index itself puts them. */
  best(phrases: readonly string[], limit: number): number[] {
    const rows = this.#best.all(phrases.map(quoted).join(' OR '), limit) as { passage: number }[];
    return rows.map(({ passage }) => passage);
  }
}

/**
 * Quoting takes the meaning from the operators of the query language (AND, NEAR, *, ^, :, parentheses); what could end
 * the quotes or the query (`"`, NUL) is no letter, and no part of a phrase.
 */
function quoted(phrase: string): string {
  return `"${phrase}"`;
}
