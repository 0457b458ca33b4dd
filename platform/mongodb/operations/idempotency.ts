/** Idempotency holds: one document each, changed by single conditional writes. */
import type { Collection, Db } from 'mongodb';
import type {
  IdempotencyHold,
  IdempotencyHoldRequest,
  IdempotencyRecord,
  IdempotencyScope,
  IdempotencyStore,
  IdempotentResponse,
} from '#contracts/ports/idempotency.ts';
import { toMilliseconds, toTimestamp } from '../../times.ts';
import { READ_TIMEOUT_MS } from '../connection.ts';
import { insertUnlessThere, nameOf } from '../guarded-upsert.ts';
import { ensureIndexes, timeToLive } from '../indexes.ts';

export interface HoldDocument {
  _id: string;
  fingerprint: string;
  target_id: string;
  /** JSON text, as names in it may be invalid in BSON. Null while in progress. */
  response: string | null;
  /** Milliseconds since the Unix epoch; 0 when the lease was ended. */
  lease_until: number;
  expires_at: Date;
}

export class MongoIdempotency implements IdempotencyStore {
  readonly #holds: Collection<HoldDocument>;

  constructor(database: Db) {
    this.#holds = database.collection<HoldDocument>('idempotency');
  }

  prepare(): Promise<void> {
    return ensureIndexes(this.#holds, [timeToLive('expires_at')]);
  }

  async hold(scope: IdempotencyScope, hold: IdempotencyHoldRequest, now: string): Promise<IdempotencyHold> {
    const _id = idOf(scope);
    const time = toMilliseconds(now);
    const { fingerprint, target_id } = hold;
    const lease = {
      lease_until: toMilliseconds(hold.lease_until),
      expires_at: new Date(toMilliseconds(hold.expires_at)),
    };
    const fresh = { fingerprint, target_id, response: null, ...lease };
    // Each further iteration follows a concurrent change between reading and writing.
    for (;;) {
      const found = await insertUnlessThere(this.#holds, { _id, ...fresh });
      if (found === null) return { outcome: 'held', target_id };
      if (found.expires_at.getTime() <= time) {
        const expired = { _id, expires_at: { $lte: new Date(time) } };
        if ((await this.#holds.updateOne(expired, { $set: fresh })).matchedCount === 1) {
          return { outcome: 'held', target_id };
        }
        continue;
      }
      if (found.fingerprint !== fingerprint) return { outcome: 'conflict' };
      if (found.response !== null) return { outcome: 'completed', record: toRecord(found) };
      if (found.lease_until > time) return { outcome: 'in_progress', record: toRecord(found) };
      const dead = { _id, target_id: found.target_id, response: null, lease_until: found.lease_until };
      if ((await this.#holds.updateOne(dead, { $set: { fingerprint, ...lease } })).matchedCount === 1) {
        return { outcome: 'taken_over', target_id: found.target_id };
      }
    }
  }

  async find(scope: IdempotencyScope, now: string): Promise<IdempotencyRecord | null> {
    const standing = { _id: idOf(scope), expires_at: { $gt: new Date(toMilliseconds(now)) } };
    const found = await this.#holds.findOne(standing, { maxTimeMS: READ_TIMEOUT_MS });
    return found && toRecord(found);
  }

  async settle(scope: IdempotencyScope, targetId: string, response: IdempotentResponse | null): Promise<void> {
    const mine = { _id: idOf(scope), target_id: targetId, response: null };
    if (response === null) {
      await this.#holds.updateOne(mine, { $set: { lease_until: 0 } });
      return;
    }
    const { status, headers, meta, expires_at } = response;
    const stored = JSON.stringify({ status, headers, meta });
    await this.#holds.updateOne(mine, {
      $set: { response: stored, expires_at: new Date(toMilliseconds(expires_at)) },
    });
  }

  async renew(scope: IdempotencyScope, targetId: string, leaseUntil: string, next: string): Promise<boolean> {
    const held = { _id: idOf(scope), target_id: targetId, response: null, lease_until: toMilliseconds(leaseUntil) };
    const renewed = await this.#holds.updateOne(held, { $set: { lease_until: toMilliseconds(next) } });
    return renewed.matchedCount === 1;
  }

  async release(scope: IdempotencyScope, targetId: string, leaseUntil: string): Promise<void> {
    const lease_until = toMilliseconds(leaseUntil);
    await this.#holds.deleteOne({ _id: idOf(scope), target_id: targetId, response: null, lease_until });
  }

  async sweep(now: number): Promise<number> {
    return (await this.#holds.deleteMany({ expires_at: { $lte: new Date(now) } })).deletedCount;
  }
}

function idOf({ organization_id, principal_id, endpoint, key }: IdempotencyScope): string {
  return nameOf(organization_id, principal_id, endpoint, key);
}

function toRecord(found: HoldDocument): IdempotencyRecord {
  return {
    fingerprint: found.fingerprint,
    target_id: found.target_id,
    state: found.response === null ? 'in_progress' : 'completed',
    response: found.response === null ? null : JSON.parse(found.response),
    lease_until: toTimestamp(found.lease_until),
    expires_at: found.expires_at.toISOString(),
  };
}
