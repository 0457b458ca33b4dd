/** How long a failing source is tried for one verification. */
import { LRUCache } from 'lru-cache';

/** Failures after which callers have waited long enough for a source: some twenty seconds. Then it is a gap. */
export const SOURCE_ATTEMPTS = 8;

const VERIFICATIONS_REMEMBERED = 1_000;

/**
 * Counts the attempts at which a source failed, as far as this process knows: attempts that ended for other reasons, a
 * kill among them, say nothing about sources.
 */
export class Patience {
  readonly #failed = new LRUCache<string, Set<number>>({ max: VERIFICATIONS_REMEMBERED });

  /**
   * To be told of every failure of a source. Returns whether the source has now failed at as many attempts as it
   * gets.
   */
  isOver(stream: string, attempt: number): boolean {
    const attempts = this.#failed.get(stream) ?? new Set();
    this.#failed.set(stream, attempts.add(attempt));
    return attempts.size >= SOURCE_ATTEMPTS;
  }
}
