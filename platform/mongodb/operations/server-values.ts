/** Server values by key: one document each. */
import type { Collection, Db } from 'mongodb';
import type { ServerValues } from '#contracts/ports/server-values.ts';
import { insertUnlessThere } from '../guarded-upsert.ts';

export class MongoServerValues implements ServerValues {
  readonly #values: Collection<{ _id: string; value: string }>;

  constructor(database: Db) {
    this.#values = database.collection('small_values');
  }

  async compareAndSet(key: string, expected: string | null, value: string): Promise<boolean> {
    if (expected === null) return (await insertUnlessThere(this.#values, { _id: key, value })) === null;
    return (await this.#values.updateOne({ _id: key, value: expected }, { $set: { value } })).matchedCount === 1;
  }

  async get(key: string): Promise<string | null> {
    return (await this.#values.findOne({ _id: key }))?.value ?? null;
  }
}
