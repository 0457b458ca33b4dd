/**
 * Writes a document unless its current state forbids it, in single-document operations that are atomic on the server.
 */
import type { Collection, Document, Filter, UpdateFilter, WithId } from 'mongodb';
import { isDuplicateKey } from './connection.ts';
import { ContendedError } from './failures.ts';

/** Every document of this service has a string id. */
export interface Named {
  _id: string;
}

/** An attempt fails only if others insert and remove the document in the middle of it: a sweep, or who takes a lease. */
const TRIES = 5;

/**
 * Updates the document `id` if it meets `guard`, or inserts it if there is none. Returns the document after the update,
 * or null when the guard does not hold. Throws ContendedError when others inserted and removed it during every attempt.
 *
 * An upsert whose guard fails tries to insert a second document with the same id, which is refused as a duplicate. The
 * same error occurs when another upsert has just inserted the first one, so a plain update follows to tell the two
 * apart.
 */
export async function guardedUpsert<T extends Named>(
  collection: Collection<T>,
  id: string,
  guard: Filter<T>,
  update: UpdateFilter<T>,
  options: { writeConcern?: { w: number; journal: boolean }; projection?: Document } = {},
): Promise<WithId<T> | null> {
  const filter = { _id: id, ...guard } as Filter<T>;
  for (let left = TRIES; left > 0; left--) {
    try {
      return await collection.findOneAndUpdate(filter, update, { ...options, upsert: true, returnDocument: 'after' });
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
    }
    const updated = await collection.findOneAndUpdate(filter, update, { ...options, returnDocument: 'after' });
    if (updated !== null) return updated;
    if ((await collection.findOne({ _id: id } as Filter<T>, { projection: { _id: 1 } })) !== null) return null;
  }
  throw new ContendedError();
}

/**
 * Inserts the document unless it exists. Returns the existing one, or null. Throws ContendedError when others inserted
 * and removed it during every attempt.
 */
export async function insertUnlessThere<T extends Named>(
  collection: Collection<T>,
  { _id, ...fields }: T,
): Promise<WithId<T> | null> {
  const filter = { _id } as Filter<T>;
  const update = { $setOnInsert: fields } as unknown as UpdateFilter<T>;
  for (let left = TRIES; left > 0; left--) {
    try {
      return await collection.findOneAndUpdate(filter, update, { upsert: true, returnDocument: 'before' });
    } catch (error) {
      // Two inserts collided: the next attempt finds the other one's document.
      if (!isDuplicateKey(error)) throw error;
    }
  }
  throw new ContendedError();
}

/** Joins parts into one id; different lists give different ids. */
export function nameOf(...parts: readonly (string | number)[]): string {
  return JSON.stringify(parts);
}
