/** Making indexes at the start, which any number of processes may do at once. */
import type { Collection, Document, IndexDescription } from 'mongodb';

/** Codes with which a server answers when the collection or an index is being made by somebody else. */
const UNDER_WAY = new Set([12586, 12587, 20, 48, 85, 211, 276]);
const TRIES = 5;

/** Makes those of the indexes that are missing. An index that is there in another form is left, and reported. */
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
 * How long after its time a document goes by itself. The service removes what is over by its own clock; this comes after
 * it, for what no process came to remove, and late enough that a server's clock that is wrong by hours takes nothing away.
 */
const GRACE_SECONDS = 24 * 3600;

/** Documents go by themselves a day after the date in `field` by the server's clock; those without a date stay. */
export function timeToLive(field: string): IndexDescription {
  return { key: { [field]: 1 }, expireAfterSeconds: GRACE_SECONDS };
}
