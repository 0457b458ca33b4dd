/**
 * Admissions: a key's quota and slots are one document, an organization's costs of a month another. An admission is a
 * conditional write of each; when the second is refused, the first is undone.
 */
import type { Db } from 'mongodb';
import type {
  AdmissionRequest,
  AdmissionResult,
  AdmissionStore,
  OpenReservation,
  QuotaState,
  ReservationRaise,
} from '#contracts/ports/admission.ts';
import { HOUR_MS, quotaState, windowStart } from '../../fixed-windows.ts';
import { KeyUsage, type Standing } from './key-usage.ts';
import { MonthCostsStore } from './month-costs.ts';

export class MongoAdmission implements AdmissionStore {
  readonly #usage: KeyUsage;
  readonly #costs: MonthCostsStore;

  constructor(database: Db) {
    this.#usage = new KeyUsage(database);
    this.#costs = new MonthCostsStore(database);
  }

  async prepare(): Promise<void> {
    await Promise.all([this.#usage.prepare(), this.#costs.prepare()]);
  }

  /**
   * Reserves the cost first, then counts the call and takes a slot. A process that is killed in between leaves an open
   * reservation, which is settled like any other, and a repeated call finds its cost reserved. In the opposite order,
   * the repeated call would be recognized as admitted and cost nothing.
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
      // The same call arrived twice, and the other one may have been refused and have released its reservations.
      await this.#costs.reserve(request, true);
    }
    return resultOf(request, standing, used);
  }

  releaseSlot(keyId: string, callId: string): Promise<void> {
    return this.#usage.releaseSlot(keyId, callId);
  }

  raiseReservation(raise: ReservationRaise): Promise<boolean> {
    return this.#costs.raise(raise);
  }

  settleCost(reservationId: string, costCents: number): Promise<void> {
    return this.#costs.settle(reservationId, costCents);
  }

  openReservations(before: number, limit: number): Promise<OpenReservation[]> {
    return this.#costs.openReservations(before, limit);
  }

  async quota(keyId: string, quotaPerHour: number, now: number): Promise<QuotaState> {
    return hourlyQuota(quotaPerHour, await this.#usage.used(keyId, now), now);
  }

  async sweep(now: number): Promise<number> {
    return (await this.#usage.sweep(now)) + (await this.#costs.sweep(now));
  }
}

function resultOf(request: AdmissionRequest, standing: Standing | 'cost_limited', used: number): AdmissionResult {
  const quota = hourlyQuota(request.quota_per_hour, used, request.now_ms);
  return { outcome: standing === 'free' ? 'admitted' : standing, quota };
}

function hourlyQuota(limit: number, used: number, now: number): QuotaState {
  return quotaState(limit, used, windowStart(now, HOUR_MS) + HOUR_MS, now);
}
