/**
 * The operational store in MongoDB, shared by all processes. Everything is a conditional write of one document; only an
 * admission needs two, and takes the first back if the second refuses.
 */
import type { Db } from 'mongodb';
import type {
  AdmissionRequest,
  AdmissionResult,
  IdempotencyClaim,
  IdempotencyRecord,
  IdempotencyScope,
  OperationalStore,
  QuotaState,
} from '#contracts/ports/operational-store.ts';
import { HOUR_MS, quotaState, windowStart } from '../../fixed-windows.ts';
import { Idempotency } from './idempotency.ts';
import { KeyUsage, type Standing } from './key-usage.ts';
import { MonthCostsStore } from './month-costs.ts';
import { Leases, Reservations, WindowCounters } from './shared-values.ts';

export class MongoOperationalStore implements OperationalStore {
  readonly #idempotency: Idempotency;
  readonly #usage: KeyUsage;
  readonly #costs: MonthCostsStore;
  readonly #reservations: Reservations;
  readonly #leases: Leases;
  readonly #counters: WindowCounters;

  constructor(database: Db) {
    this.#idempotency = new Idempotency(database);
    this.#usage = new KeyUsage(database);
    this.#costs = new MonthCostsStore(database);
    this.#reservations = new Reservations(database);
    this.#leases = new Leases(database);
    this.#counters = new WindowCounters(database);
  }

  /** Makes the indexes that are missing. */
  async prepare(): Promise<void> {
    await Promise.all(
      [this.#idempotency, this.#usage, this.#costs, this.#leases, this.#counters].map((one) => one.prepare()),
    );
  }

  claimIdempotency(
    scope: IdempotencyScope,
    claim: Parameters<OperationalStore['claimIdempotency']>[1],
    now: string,
  ): Promise<IdempotencyClaim> {
    return this.#idempotency.claim(scope, claim, now);
  }

  idempotency(scope: IdempotencyScope, now: string): Promise<IdempotencyRecord | null> {
    return this.#idempotency.record(scope, now);
  }

  settleIdempotency(
    scope: IdempotencyScope,
    targetId: string,
    response: Parameters<OperationalStore['settleIdempotency']>[2],
  ): Promise<void> {
    return this.#idempotency.settle(scope, targetId, response);
  }

  releaseIdempotency(scope: IdempotencyScope, targetId: string, leaseUntil: string): Promise<void> {
    return this.#idempotency.release(scope, targetId, leaseUntil);
  }

  /**
   * Cost first, then count and slot. A process that dies in between leaves an open reservation, which is found and
   * settled like any other, and a repeated call finds its cost reserved. The other way round, the repeated call would be
   * known as admitted, and would cost nothing.
   */
  async admit(request: AdmissionRequest): Promise<AdmissionResult> {
    const before = await this.#usage.standing(request);
    if (before.standing === 'concurrency_limited' && (await this.#costs.exceeds(request))) {
      return resultOf(request, 'cost_limited', before.used);
    }
    if (before.standing !== 'free') return resultOf(request, before.standing, before.used);
    const reserved = await this.#costs.reserve(request);
    if (reserved === null) return resultOf(request, 'cost_limited', before.used);
    const { standing, used } = await this.#usage.take(request);
    if (standing === 'rate_limited' || standing === 'concurrency_limited') {
      for (const id of reserved) await this.#costs.settle(id, 0);
    } else if (standing === 'free' && reserved.length < request.reservations.length) {
      // The same call was on its way twice, and the other one may have been refused and taken its reservations back.
      await this.#costs.reserve(request, true);
    }
    return resultOf(request, standing, used);
  }

  releaseSlot(keyId: string, callId: string): Promise<void> {
    return this.#usage.releaseSlot(keyId, callId);
  }

  settleCost(verificationId: string, costCents: number): Promise<void> {
    return this.#costs.settle(verificationId, costCents);
  }

  openReservations(before: number, limit: number): Promise<{ verification_id: string; organization_id: string }[]> {
    return this.#costs.openReservations(before, limit);
  }

  async quota(keyId: string, quotaPerHour: number, now: number): Promise<QuotaState> {
    return hourlyQuota(quotaPerHour, await this.#usage.used(keyId, now), now);
  }

  hit(counter: string, limit: number, windowMs: number, now: number): Promise<QuotaState & { allowed: boolean }> {
    return this.#counters.hit(counter, limit, windowMs, now);
  }

  reserve(namespace: string, value: string, owner: string): Promise<string> {
    return this.#reservations.reserve(namespace, value, owner);
  }

  reservation(namespace: string, value: string): Promise<string | null> {
    return this.#reservations.owner(namespace, value);
  }

  releaseReservation(namespace: string, value: string, owner: string): Promise<void> {
    return this.#reservations.release(namespace, value, owner);
  }

  acquireLease(name: string, holder: string, ttlMs: number, now: number): Promise<boolean> {
    return this.#leases.acquire(name, holder, ttlMs, now);
  }

  releaseLease(name: string, holder: string): Promise<void> {
    return this.#leases.release(name, holder);
  }

  compareAndSet(key: string, expected: string | null, value: string): Promise<boolean> {
    return this.#reservations.compareAndSet(key, expected, value);
  }

  value(key: string): Promise<string | null> {
    return this.#reservations.value(key);
  }

  async sweep(now: number): Promise<number> {
    const kinds = [this.#idempotency, this.#usage, this.#costs, this.#leases, this.#counters];
    let dropped = 0;
    for (const kind of kinds) dropped += await kind.sweep(now);
    return dropped;
  }

  /** The connection is closed by whoever opened it. */
  async close(): Promise<void> {}
}

function resultOf(request: AdmissionRequest, standing: Standing | 'cost_limited', used: number): AdmissionResult {
  const quota = hourlyQuota(request.quota_per_hour, used, request.now_ms);
  return { outcome: standing === 'free' ? 'admitted' : standing, quota };
}

function hourlyQuota(limit: number, used: number, now: number): QuotaState {
  return quotaState(limit, used, windowStart(now, HOUR_MS) + HOUR_MS, now);
}
