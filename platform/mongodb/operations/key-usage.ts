/** Quota and concurrency of an API key in one document: counting a call and taking a slot is one conditional write. */
import type { Collection, Db, Document, Filter, UpdateFilter } from 'mongodb';
import type { AdmissionRequest } from '#contracts/ports/admission.ts';
import { HOUR_MS, windowStart } from '../../fixed-windows.ts';
import { READ_TIMEOUT_MS } from '../connection.ts';
import { guardedUpsert } from '../guarded-upsert.ts';
import { ensureIndexes, timeToLive } from '../indexes.ts';

interface Call {
  id: string;
  /** Milliseconds since the Unix epoch. */
  until: number;
}

export interface Usage {
  /** Id of the key. */
  _id: string;
  /** Requests counted, by hour. */
  used?: Record<string, number>;
  /** Admitted calls, kept until their lease would have ended, so that a repeated call is recognized. */
  calls: Call[];
  /** The calls that hold a slot. */
  slots: Call[];
  /** When none of its content matters any more. */
  expires_at: Date;
}

/** The state of the key for a call. `free`: it may be admitted, as far as is known. */
export type Standing = 'admitted' | 'rate_limited' | 'concurrency_limited' | 'free';

/** Past hours whose counts a sweep removes; the document of a key idle for longer is removed as a whole. */
const HOURS_SWEPT = 48;

export class KeyUsage {
  readonly #usage: Collection<Usage>;

  constructor(database: Db) {
    this.#usage = database.collection<Usage>('key_usage');
  }

  prepare(): Promise<void> {
    return ensureIndexes(this.#usage, [timeToLive('expires_at')]);
  }

  async used(keyId: string, now: number): Promise<number> {
    const projection = { [`used.${hourOf(now)}`]: 1 };
    const found = await this.#usage.findOne({ _id: keyId }, { projection, maxTimeMS: READ_TIMEOUT_MS });
    return found?.used?.[hourOf(now)] ?? 0;
  }

  async standing(request: AdmissionRequest): Promise<{ standing: Standing; used: number }> {
    const found = await this.#usage.findOne({ _id: request.key_id }, { maxTimeMS: READ_TIMEOUT_MS });
    return { standing: standingIn(found, request), used: found?.used?.[hourOf(request.now_ms)] ?? 0 };
  }

  /**
   * Counts a call that was found `free` and takes a slot, or returns what prevents it by now. `used` is the count
   * afterwards.
   */
  async take(request: AdmissionRequest): Promise<{ standing: Standing; used: number }> {
    const hour = hourOf(request.now_ms);
    const projection = { [`used.${hour}`]: 1 };
    for (;;) {
      const taken = await guardedUpsert(this.#usage, request.key_id, guardOf(request), takeUpdate(request), {
        projection,
      });
      if (taken !== null) return { standing: 'free', used: taken.used?.[hour] ?? 0 };
      // Slots with an expired lease fail the guard although they are no longer held.
      await this.#usage.updateOne({ _id: request.key_id }, pullEnded(request.now_ms));
      const now = await this.standing(request);
      if (now.standing !== 'free') return now;
    }
  }

  async releaseSlot(keyId: string, callId: string): Promise<void> {
    await this.#usage.updateOne({ _id: keyId, 'slots.id': callId }, { $pull: { slots: { id: callId } } });
  }

  /** Returns approximately how many counts, calls and keys were removed. */
  async sweep(now: number): Promise<number> {
    const time = new Date(now);
    const ended = await this.#usage.updateMany({ 'calls.until': { $lte: now } }, pullEnded(now));
    const start = windowStart(now, HOUR_MS);
    const hours = Array.from({ length: HOURS_SWEPT }, (_, index) => `used.${hourOf(start - (index + 1) * HOUR_MS)}`);
    const counted = { $or: hours.map((hour) => ({ [hour]: { $exists: true } })) } as Filter<Usage>;
    const unset = { $unset: Object.fromEntries(hours.map((hour) => [hour, ''])) } as UpdateFilter<Usage>;
    const past = await this.#usage.updateMany(counted, unset);
    const { deletedCount } = await this.#usage.deleteMany({ expires_at: { $lte: time } });
    return ended.modifiedCount + past.modifiedCount + deletedCount;
  }
}

function standingIn(usage: Usage | null, request: AdmissionRequest): Standing {
  const { call_id, requests, quota_per_hour, max_concurrent, now_ms } = request;
  const isHeld = ({ until }: Call) => until > now_ms;
  if (usage?.calls.some((call) => call.id === call_id && isHeld(call))) return 'admitted';
  const remaining = Math.max(0, quota_per_hour - (usage?.used?.[hourOf(now_ms)] ?? 0));
  if (requests > remaining) return 'rate_limited';
  return (usage?.slots.filter(isHeld).length ?? 0) >= max_concurrent ? 'concurrency_limited' : 'free';
}

/** A list has fewer than n members if it has none at index n − 1. */
function guardOf({ call_id, requests, quota_per_hour, max_concurrent, now_ms }: AdmissionRequest): Filter<Usage> {
  const guard: Document = {
    ...(requests > 0 && { [`used.${hourOf(now_ms)}`]: { $not: { $gt: quota_per_hour - requests } } }),
    [`slots.${max_concurrent - 1}`]: { $exists: false },
    calls: { $not: { $elemMatch: { id: call_id, until: { $gt: now_ms } } } },
  };
  return guard as Filter<Usage>;
}

function takeUpdate({ call_id, requests, lease_until_ms, now_ms }: AdmissionRequest): UpdateFilter<Usage> {
  const call: Call = { id: call_id, until: lease_until_ms };
  const update: Document = {
    $inc: { [`used.${hourOf(now_ms)}`]: requests },
    $push: { calls: call, slots: call },
    $max: { expires_at: new Date(Math.max(lease_until_ms, windowStart(now_ms, HOUR_MS) + HOUR_MS)) },
  };
  return update as UpdateFilter<Usage>;
}

function pullEnded(now: number): UpdateFilter<Usage> {
  return { $pull: { calls: { until: { $lte: now } }, slots: { until: { $lte: now } } } };
}

/** Name of the field that holds an hour's count. */
export function hourOf(now: number): string {
  return `h${windowStart(now, HOUR_MS)}`;
}
