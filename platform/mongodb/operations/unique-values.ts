/** Unique values by namespace: one document each. */
import type { Collection, Db } from 'mongodb';
import type { UniqueValues } from '#contracts/ports/unique-values.ts';
import { insertUnlessThere, nameOf } from '../guarded-upsert.ts';

export class MongoUniqueValues implements UniqueValues {
  readonly #values: Collection<{ _id: string; owner: string }>;

  constructor(database: Db) {
    this.#values = database.collection('reservations');
  }

  async reserve(namespace: string, value: string, owner: string): Promise<string> {
    const before = await insertUnlessThere(this.#values, { _id: nameOf(namespace, value), owner });
    return before?.owner ?? owner;
  }

  async owner(namespace: string, value: string): Promise<string | null> {
    return (await this.#values.findOne({ _id: nameOf(namespace, value) }))?.owner ?? null;
  }

  async release(namespace: string, value: string, owner: string): Promise<void> {
    await this.#values.deleteOne({ _id: nameOf(namespace, value), owner });
  }
}
