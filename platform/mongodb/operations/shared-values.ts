/** Unique reservations, small values, leases and counters: one document each. */
import type { Collection, Db } from 'mongodb';
import type { QuotaState } from '#contracts/ports/operational-store.ts';
import { quotaState, windowStart } from '../../fixed-windows.ts';
import { LIGHT_WRITE } from '../connection.ts';
import { guardedUpsert, insertUnlessThere, nameOf } from '../guarded-upsert.ts';
import { ensureIndexes, timeToLive } from '../indexes.ts';

export class Reservations {
  readonly #reservations: Collection<{ _id: string; owner: string }>;
  readonly #values: Collection<{ _id: string; value: string }>;

  constructor(database: Db) {
    this.#reservations = database.collection('reservations');
    this.#values = database.collection('small_values');
  }

  async reserve(namespace: string, value: string, owner: string): Promise<string> {
    const before = await insertUnlessThere(this.#reservations, { _id: nameOf(namespace, value), owner });
    return before?.owner ?? owner;
  }

  async owner(namespace: string, value: string): Promise<string | null> {
    return (await this.#reservations.findOne({ _id: nameOf(namespace, value) }))?.owner ?? null;
  }

  async release(namespace: string, value: string, owner: string): Promise<void> {
    await this.#reservations.deleteOne({ _id: nameOf(namespace, value), owner });
  }

  async compareAndSet(key: string, expected: string | null, value: string): Promise<boolean> {
    if (expected === null) return (await insertUnlessThere(this.#values, { _id: key, value })) === null;
    return (await this.#values.updateOne({ _id: key, value: expected }, { $set: { value } })).matchedCount === 1;
  }

  async value(key: string): Promise<string | null> {
    return (await this.#values.findOne({ _id: key }))?.value ?? null;
  }
}

export class Leases {
  readonly #leases: Collection<{ _id: string; holder: string; expires_at: Date }>;
  /** Names of those that were given out here last. */
  readonly #held = new Set<string>();

  constructor(database: Db) {
    this.#leases = database.collection('leases');
  }

  prepare(): Promise<void> {
    return ensureIndexes(this.#leases, [timeToLive('expires_at')]);
  }

  async acquire(name: string, holder: string, ttlMs: number, now: number): Promise<boolean> {
    // Whoever waits for a lease asks every second, and an upsert that is refused is three commands and an error.
    if (!this.#held.has(name) && (await this.#isOthers(name, holder, now))) return false;
    const guard = { $or: [{ holder }, { expires_at: { $lte: new Date(now) } }] };
    const lease = { holder, expires_at: new Date(now + ttlMs) };
    const isHeld = (await guardedUpsert(this.#leases, name, guard, { $set: lease })) !== null;
    if (isHeld) this.#held.add(name);
    else this.#held.delete(name);
    return isHeld;
  }

  async release(name: string, holder: string): Promise<void> {
    this.#held.delete(name);
    await this.#leases.deleteOne({ _id: name, holder });
  }

  async sweep(now: number): Promise<number> {
    return (await this.#leases.deleteMany({ expires_at: { $lte: new Date(now) } })).deletedCount;
  }

  async #isOthers(name: string, holder: string, now: number): Promise<boolean> {
    const lease = await this.#leases.findOne({ _id: name });
    return lease !== null && lease.holder !== holder && lease.expires_at.getTime() > now;
  }
}

export class WindowCounters {
  readonly #counters: Collection<{ _id: string; used: number; expires_at: Date }>;

  constructor(database: Db) {
    this.#counters = database.collection('counters');
  }

  prepare(): Promise<void> {
    return ensureIndexes(this.#counters, [timeToLive('expires_at')]);
  }

  /** Counts one, unless the limit is reached. */
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
