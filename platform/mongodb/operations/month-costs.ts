/**
 * The reserved and settled costs of an organization in a month, in total and per key, in one document. Reserving within
 * both limits and settling are one conditional write each.
 */
import type { Collection, Db, Document, Filter, UpdateFilter } from 'mongodb';
import type { AdmissionRequest, OpenReservation, ReservationRaise } from '#contracts/ports/admission.ts';
import { monthNumber } from '../../fixed-windows.ts';
import { READ_TIMEOUT_MS } from '../connection.ts';
import { guardedUpsert, nameOf } from '../guarded-upsert.ts';
import { ensureIndexes, timeToLive } from '../indexes.ts';

export interface StoredReservation {
  /** Id of the reservation, under its original name. */
  verification_id: string;
  key_id: string;
  cents: number;
  /** Milliseconds since the Unix epoch. */
  at: number;
  /**
   * A raised reservation has further entries, each with a name of its own: not all servers of the protocol can change an
   * element of a list.
   */
  raise?: string;
}

type Limits = Pick<AdmissionRequest, 'key_id' | 'key_monthly_limit_cents' | 'organization_monthly_limit_cents'>;

export interface MonthCosts {
  _id: string;
  organization_id: string;
  month: number;
  /** Sum of reservations and settled costs. */
  cents: number;
  /** The share of each key, by {@link fieldName}. */
  keys: Record<string, number>;
  open: StoredReservation[];
  expires_at: Date;
}

/** Months before the previous one are no longer compared with any limit. */
const MONTHS_KEPT = 2;
/** Later than the end of the second month after; what is still open then has been abandoned. */
export const LIFETIME_MS = 100 * 24 * 3_600_000;

export class MonthCostsStore {
  readonly #costs: Collection<MonthCosts>;

  constructor(database: Db) {
    this.#costs = database.collection<MonthCosts>('month_costs');
  }

  prepare(): Promise<void> {
    return ensureIndexes(this.#costs, [
      { key: { 'open.verification_id': 1 } },
      { key: { 'open.at': 1 } },
      timeToLive('expires_at'),
    ]);
  }

  /** Whether the reservations of the request would exceed a limit. Changes nothing. */
  async exceeds(request: AdmissionRequest): Promise<boolean> {
    if (!isLimited(request)) return false;
    return exceedsLimits(await this.#find(request), request, sumOf(request.reservations));
  }

  /**
   * Reserves what is not reserved yet. Returns the ids that it reserved, or null if a limit would be exceeded.
   * `unlimited` ignores the limits.
   */
  async reserve(request: AdmissionRequest, unlimited = false): Promise<string[] | null> {
    let wanted = [...new Map(request.reservations.map((one) => [one.reservation_id, one])).values()];
    const limits = unlimited
      ? { ...request, key_monthly_limit_cents: null, organization_monthly_limit_cents: null }
      : request;
    while (wanted.length > 0) {
      const total = sumOf(wanted);
      // The guard does not apply when there is no document.
      if (exceedsLimits(null, limits, total)) return null;
      const ids = wanted.map(({ reservation_id }) => reservation_id);
      const guard = { ...withinLimits(limits, total), 'open.verification_id': { $nin: ids } } as Filter<MonthCosts>;
      const projection = { _id: 1 };
      const made = await guardedUpsert(this.#costs, idOf(request), guard, addition(request, wanted), { projection });
      if (made !== null) return ids;
      const state = await this.#find(request);
      const open = new Set(state?.open.map(({ verification_id }) => verification_id));
      const missing = wanted.filter(({ reservation_id }) => !open.has(reservation_id));
      if (missing.length === wanted.length && exceedsLimits(state, limits, total)) return null;
      wanted = missing;
    }
    if (request.reservations.length === 0 && !unlimited && (await this.exceeds(request))) return null;
    return [];
  }

  /** Raises a reservation unless a limit forbids it. Returns true if there is none. */
  async raise({ reservation_id, cost_cents, ...request }: ReservationRaise): Promise<boolean> {
    for (;;) {
      const [reserved] = await this.#reserved(reservation_id);
      if (reserved === undefined) return true;
      const { month, entries } = reserved;
      const more = cost_cents - centsOf(entries);
      if (more <= 0) return true;
      const { key_id, at } = entries[0]!;
      const limits = { ...request, key_id };
      if (exceedsLimits(month, limits, more)) return false;
      const raise = nextRaise(entries);
      const entry: StoredReservation = { verification_id: reservation_id, key_id, cents: more, at, raise };
      const update = {
        $push: { open: entry },
        $inc: { cents: more, [`keys.${fieldName(key_id)}`]: more },
      } as unknown as UpdateFilter<MonthCosts>;
      const guard = { ...withinLimits(limits, more), ...asFound(month, entries) };
      if ((await this.#costs.updateOne(guard as Filter<MonthCosts>, update)).matchedCount > 0) return true;
    }
  }

  /** Replaces a reservation by its actual cost. Does nothing when there is none. */
  async settle(reservationId: string, cents: number): Promise<void> {
    for (const { month, entries } of await this.#reserved(reservationId)) {
      const difference = cents - centsOf(entries);
      const update = {
        $pull: { open: { verification_id: reservationId } },
        $inc: { cents: difference, [`keys.${fieldName(entries[0]!.key_id)}`]: difference },
      } as UpdateFilter<MonthCosts>;
      // Of concurrent settlements, only the one that removes the entries has an effect.
      const { matchedCount } = await this.#costs.updateOne(asFound(month, entries) as Filter<MonthCosts>, update);
      // Settled by another call, or raised in between.
      if (matchedCount === 0) return this.settle(reservationId, cents);
    }
  }

  /** The months that hold the reservation (at most one), with its entries there. */
  async #reserved(reservationId: string): Promise<{ month: MonthCosts; entries: StoredReservation[] }[]> {
    const filter = { 'open.verification_id': reservationId };
    const months = await this.#costs.find(filter, { maxTimeMS: READ_TIMEOUT_MS }).toArray();
    return months.map((month) => ({
      month,
      entries: month.open.filter(({ verification_id }) => verification_id === reservationId),
    }));
  }

  async openReservations(before: number, limit: number): Promise<OpenReservation[]> {
    const projection = { organization_id: 1, open: 1 };
    const found = this.#costs.find({ 'open.at': { $lt: before } }, { projection, maxTimeMS: READ_TIMEOUT_MS });
    const open: (StoredReservation & { organization_id: string })[] = [];
    for await (const { organization_id, open: entries } of found) {
      for (const entry of entries) {
        if (entry.at < before && entry.raise === undefined) open.push({ ...entry, organization_id });
      }
    }
    return open
      .sort((a, b) => a.at - b.at)
      .slice(0, limit)
      .map(({ verification_id, organization_id }) => ({ reservation_id: verification_id, organization_id }));
  }

  async sweep(now: number): Promise<number> {
    const expired = { month: { $lte: monthNumber(now) - MONTHS_KEPT }, 'open.0': { $exists: false } } as Document;
    return (await this.#costs.deleteMany(expired)).deletedCount;
  }

  #find(request: AdmissionRequest): Promise<MonthCosts | null> {
    return this.#costs.findOne({ _id: idOf(request) }, { maxTimeMS: READ_TIMEOUT_MS });
  }
}

/** Encodes a text as a field name: without dots or dollar signs, and never a number. */
export function fieldName(text: string): string {
  return `_${encodeURIComponent(text.toWellFormed()).replaceAll('.', '%2E')}`;
}

function idOf({ organization_id, now_ms }: AdmissionRequest): string {
  return nameOf(organization_id, monthNumber(now_ms));
}

function isLimited(request: AdmissionRequest): boolean {
  const { key_monthly_limit_cents, organization_monthly_limit_cents, reservations } = request;
  return reservations.length > 0 && (key_monthly_limit_cents !== null || organization_monthly_limit_cents !== null);
}

/** Matches the month if the reservation is unchanged since it was read: neither settled nor raised. */
function asFound({ _id }: MonthCosts, entries: readonly StoredReservation[]): Document {
  const { verification_id } = entries[0]!;
  return { _id, 'open.verification_id': verification_id, 'open.raise': { $ne: nextRaise(entries) } };
}

/** The name of the entry for the next raise of the reservation. */
function nextRaise(entries: readonly StoredReservation[]): string {
  return `${entries[0]!.verification_id}+${entries.length}`;
}

function centsOf(entries: readonly StoredReservation[]): number {
  return entries.reduce((sum, { cents }) => sum + cents, 0);
}

function exceedsLimits(state: MonthCosts | null, request: Limits, cents: number): boolean {
  const { key_monthly_limit_cents: ofKey, organization_monthly_limit_cents: ofOrganization } = request;
  const spentByKey = state?.keys[fieldName(request.key_id)] ?? 0;
  return (
    (ofKey !== null && spentByKey + cents > ofKey) ||
    (ofOrganization !== null && (state?.cents ?? 0) + cents > ofOrganization)
  );
}

function withinLimits(request: Limits, cents: number): Document {
  const { key_monthly_limit_cents: ofKey, organization_monthly_limit_cents: ofOrganization } = request;
  return {
    ...(ofKey !== null && { [`keys.${fieldName(request.key_id)}`]: { $not: { $gt: ofKey - cents } } }),
    ...(ofOrganization !== null && { cents: { $not: { $gt: ofOrganization - cents } } }),
  };
}

function addition(request: AdmissionRequest, wanted: AdmissionRequest['reservations']): UpdateFilter<MonthCosts> {
  const { organization_id, key_id, now_ms } = request;
  const total = sumOf(wanted);
  const entries = wanted.map(({ reservation_id, cost_cents }) => ({
    verification_id: reservation_id,
    key_id,
    cents: cost_cents,
    at: now_ms,
  }));
  return {
    $inc: { cents: total, [`keys.${fieldName(key_id)}`]: total },
    $push: { open: { $each: entries } },
    $max: { expires_at: new Date(now_ms + LIFETIME_MS) },
    $setOnInsert: { organization_id, month: monthNumber(now_ms) },
  } as unknown as UpdateFilter<MonthCosts>;
}

function sumOf(reservations: AdmissionRequest['reservations']): number {
  return reservations.reduce((sum, { cost_cents }) => sum + cost_cents, 0);
}
