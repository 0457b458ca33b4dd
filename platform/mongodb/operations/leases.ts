/** Leases: one document each. */
import type { Collection, Db } from 'mongodb';
import type { Leases } from '#contracts/ports/leases.ts';
import { ContendedError } from '../failures.ts';
import { guardedUpsert } from '../guarded-upsert.ts';
import { ensureIndexes, timeToLive } from '../indexes.ts';

export class MongoLeases implements Leases {
  readonly #leases: Collection<{ _id: string; holder: string; expires_at: Date }>;
  /** Names of the leases last acquired through this store. */
  readonly #held = new Set<string>();

  constructor(database: Db) {
    this.#leases = database.collection('leases');
  }

  prepare(): Promise<void> {
    return ensureIndexes(this.#leases, [timeToLive('expires_at')]);
  }

  async acquire(name: string, holder: string, ttlMs: number, now: number): Promise<boolean> {
    // Waiting processes try every second, and a refused upsert costs three commands and an error, so read first.
    if (!this.#held.has(name) && (await this.#isOthers(name, holder, now))) return false;
    const isHeld = await this.#take(name, holder, ttlMs, now);
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

  async #take(name: string, holder: string, ttlMs: number, now: number): Promise<boolean> {
    const guard = { $or: [{ holder }, { expires_at: { $lte: new Date(now) } }] };
    const lease = { holder, expires_at: new Date(now + ttlMs) };
    try {
      return (await guardedUpsert(this.#leases, name, guard, { $set: lease })) !== null;
    } catch (error) {
      // At every attempt another one held it, who has released it since.
      if (error instanceof ContendedError) return false;
      throw error;
    }
  }

  async #isOthers(name: string, holder: string, now: number): Promise<boolean> {
    const lease = await this.#leases.findOne({ _id: name });
    return lease !== null && lease.holder !== holder && lease.expires_at.getTime() > now;
  }
}
