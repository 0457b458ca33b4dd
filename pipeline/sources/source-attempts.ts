/** Limits how often a failing source is retried for one verification. */
import { LRUCache } from 'lru-cache';

/**
 * Failed attempts, about twenty seconds' worth, after which callers have waited long enough for a source. It then
 * counts as a gap.
 */
export const SOURCE_ATTEMPTS = 8;

const MAX_VERIFICATIONS = 1_000;

/**
 * Counts the attempts at which a source failed, in this process only. Attempts that ended for other reasons, such as a
 * kill, are not counted, because they say nothing about sources.
 */
export class SourceAttempts {
  readonly #failed = new LRUCache<string, Set<number>>({ max: MAX_VERIFICATIONS });

  /** Call it for every failure of a source. Returns whether the source has now used up its attempts. */
  recordFailure(stream: string, attempt: number): boolean {
    const attempts = this.#failed.get(stream) ?? new Set();
    this.#failed.set(stream, attempts.add(attempt));
    return attempts.size >= SOURCE_ATTEMPTS;
  }
}
