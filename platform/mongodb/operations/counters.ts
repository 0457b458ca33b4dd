/** Fixed-window counters: one document per window. */
import type { Collection, Db } from 'mongodb';
import type { QuotaState } from '#contracts/ports/admission.ts';
import type { Counters } from '#contracts/ports/counters.ts';
import { quotaState, windowStart } from '../../fixed-windows.ts';
import { LIGHT_WRITE } from '../connection.ts';
import { guardedUpsert, nameOf } from '../guarded-upsert.ts';
import { ensureIndexes, timeToLive } from '../indexes.ts';

export class MongoCounters implements Counters {
  readonly #counters: Collection<{ _id: string; used: number; expires_at: Date }>;

  constructor(database: Db) {
    this.#counters = database.collection('counters');
  }

  prepare(): Promise<void> {
    return ensureIndexes(this.#counters, [timeToLive('expires_at')]);
  }

  async hit(counter: string, limit: number, windowMs: number, now: number): Promise<QuotaState & { allowed: boolean }> {
    const end = windowStart(now, windowMs) + windowMs;
    const update = { $inc: { used: 1 }, $setOnInsert: { expires_at: new Date(end) } };
    const options = { writeConcern: LIGHT_WRITE };
    const counted =
      limit < 1
        ? null
        : await guardedUpsert(this.#counters, nameOf(counter, end), { used: { $lt: limit } }, update, options);
    return { allowed: counted !== null, ...quotaState(limit, counted?.used ?? limit, end, now) };
  }

  async sweep(now: number): Promise<number> {
    return (await this.#counters.deleteMany({ expires_at: { $lte: new Date(now) } })).deletedCount;
  }
}
