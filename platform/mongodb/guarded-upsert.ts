/** Writing a document unless its present state forbids it, in single-document steps that are atomic on the server. */
import type { Collection, Document, Filter, UpdateFilter, WithId } from 'mongodb';
import { isDuplicateKey } from './connection.ts';

/** Every document of this service is named by a text of its own. */
export interface Named {
  _id: string;
}

/** A document can vanish (swept) between two tries; more often than this it does not. */
const TRIES = 5;

/**
 * Updates the document `id` if it meets `guard`, and makes it if there is none. Returns it as it is afterwards, or null
 * when the guard does not hold.
 *
 * An upsert whose guard fails tries to insert a second document of the same id and is refused as a duplicate. The same
 * refusal comes when another upsert has just inserted the first one, so it is followed by a plain update, which tells.
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
  throw new Error('a document came and went while it was written');
}

/** Makes the document unless there is one. Returns the one that was there before, or null. */
export async function insertUnlessThere<T extends Named>(
  collection: Collection<T>,
  { _id, ...fields }: T,
): Promise<WithId<T> | null> {
  const filter = { _id } as Filter<T>;
  const update = { $setOnInsert: fields } as unknown as UpdateFilter<T>;
  for (let left = TRIES; ; left--) {
    try {
      return await collection.findOneAndUpdate(filter, update, { upsert: true, returnDocument: 'before' });
    } catch (error) {
      // Two inserted at once: the next try finds the one that won.
      if (!isDuplicateKey(error) || left === 0) throw error;
    }
  }
}

/** One text out of several, such that no two lists give the same. */
export function nameOf(...parts: readonly (string | number)[]): string {
  return JSON.stringify(parts);
}
