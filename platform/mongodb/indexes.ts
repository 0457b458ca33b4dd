/** Creates indexes at startup, which several processes may do at once. */
import type { Collection, Document, IndexDescription } from 'mongodb';

/** Server error codes when another process is creating the collection or an index. */
const UNDER_WAY = new Set([12586, 12587, 20, 48, 85, 211, 276]);
const TRIES = 5;

/** Creates missing indexes. An existing index with other options is kept, and reported as an error. */
export async function ensureIndexes<T extends Document>(
  collection: Collection<T>,
  indexes: readonly IndexDescription[],
): Promise<void> {
  for (let left = TRIES; ; left--) {
    try {
      await collection.createIndexes([...indexes]);
      return;
    } catch (error) {
      if (left === 0 || !UNDER_WAY.has((error as { code?: number }).code ?? 0)) throw error;
    }
  }
}

/**
 * The service removes expired documents by its own clock. This TTL removes the rest, late enough that a server clock
 * that is hours off removes nothing early.
 */
const GRACE_SECONDS = 24 * 3600;

/**
 * A TTL index: a document is removed a day after the date in `field`, by the server's clock; those without a date stay.
 */
export function timeToLive(field: string): IndexDescription {
  return { key: { [field]: 1 }, expireAfterSeconds: GRACE_SECONDS };
}
