/** Quotas, concurrency slots and cost. Every method that writes runs inside a write transaction of its caller. */
import type { DatabaseSync } from 'node:sqlite';
import type {
  AdmissionRequest,
  AdmissionResult,
  OpenReservation,
  QuotaState,
  ReservationRaise,
} from '#contracts/ports/admission.ts';
import { HOUR_MS, monthNumber, quotaState, windowStart } from '../../fixed-windows.ts';

/**
 * `slots` keeps released slots until their lease would have ended, so that a repeated call is recognized. `month_costs`
 * holds the sum of reserved and settled costs, so that an admission need not add up rows. The id of a reservation is
 * stored as `verification_id`, its original name: renaming the column would make existing files unreadable.
 */
export const ADMISSION_SCHEMA = `
  CREATE TABLE quota_windows (
    key_id TEXT NOT NULL,
    window_start INTEGER NOT NULL,
    used INTEGER NOT NULL,
    PRIMARY KEY (key_id, window_start)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX quota_windows_by_start ON quota_windows (window_start);
  CREATE TABLE slots (
    key_id TEXT NOT NULL,
    call_id TEXT NOT NULL,
    lease_until INTEGER NOT NULL,
    released INTEGER NOT NULL,
    PRIMARY KEY (key_id, call_id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX slots_held ON slots (key_id, lease_until) WHERE released = 0;
  CREATE INDEX slots_by_lease ON slots (lease_until);
  CREATE TABLE cost_reservations (
    verification_id TEXT PRIMARY KEY,
    key_id TEXT NOT NULL,
    organization_id TEXT NOT NULL,
    month INTEGER NOT NULL,
    cents REAL NOT NULL,
    reserved_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX cost_reservations_by_time ON cost_reservations (reserved_at);
  CREATE TABLE month_costs (
    month INTEGER NOT NULL,
    payer TEXT NOT NULL,
    cents REAL NOT NULL,
    PRIMARY KEY (month, payer)
  ) STRICT, WITHOUT ROWID;
`;

/** Months before the previous one are no longer compared with any limit. */
const MONTHS_KEPT = 2;

interface Reservation {
  key_id: string;
  organization_id: string;
  month: number;
  cents: number;
}

export class AdmissionTables {
  readonly #statements: ReturnType<typeof prepareStatements>;

  constructor(database: DatabaseSync) {
    this.#statements = prepareStatements(database);
  }

  admit(request: AdmissionRequest): AdmissionResult {
    const { key_id, call_id, requests, quota_per_hour, now_ms } = request;
    const before = this.quota(key_id, quota_per_hour, now_ms);
    if (this.#statements.slot.get(key_id, call_id, now_ms) !== undefined) return { outcome: 'admitted', quota: before };
    if (requests > before.remaining) return { outcome: 'rate_limited', quota: before };
    if (this.#exceedsCost(request)) return { outcome: 'cost_limited', quota: before };
    if (this.#slotsHeld(key_id, now_ms) >= request.max_concurrent) {
      return { outcome: 'concurrency_limited', quota: before };
    }
    this.#statements.count.run(key_id, windowStart(now_ms, HOUR_MS), requests);
    this.#statements.takeSlot.run(key_id, call_id, request.lease_until_ms);
    for (const { reservation_id, cost_cents } of request.reservations) {
      this.#reserve(request, reservation_id, cost_cents);
    }
    return { outcome: 'admitted', quota: this.quota(key_id, quota_per_hour, now_ms) };
  }

  releaseSlot(keyId: string, callId: string): void {
    this.#statements.releaseSlot.run(keyId, callId);
  }

  raiseReservation(raise: ReservationRaise): boolean {
    const { reservation_id, cost_cents, key_monthly_limit_cents, organization_monthly_limit_cents } = raise;
    const reservation = this.#statements.reservation.get(reservation_id) as Reservation | undefined;
    if (reservation === undefined || reservation.cents >= cost_cents) return true;
    const { key_id, organization_id, month } = reservation;
    const more = cost_cents - reservation.cents;
    const isForbidden =
      this.#exceeds(month, keyPayer(key_id), more, key_monthly_limit_cents) ||
      this.#exceeds(month, organizationPayer(organization_id), more, organization_monthly_limit_cents);
    if (isForbidden) return false;
    this.#statements.raiseReservation.run(cost_cents, reservation_id);
    this.#addCost(month, key_id, organization_id, more);
    return true;
  }

  settleCost(reservationId: string, cents: number): void {
    const reservation = this.#statements.takeReservation.get(reservationId) as Reservation | undefined;
    if (reservation === undefined) return;
    const { key_id, organization_id, month } = reservation;
    this.#addCost(month, key_id, organization_id, cents - reservation.cents);
  }

  openReservations(before: number, limit: number): OpenReservation[] {
    const rows = this.#statements.openReservations.all(before, limit) as unknown as OpenReservation[];
    return rows.map(({ reservation_id, organization_id }) => ({ reservation_id, organization_id }));
  }

  quota(keyId: string, quotaPerHour: number, now: number): QuotaState {
    const start = windowStart(now, HOUR_MS);
    const row = this.#statements.used.get(keyId, start) as { used: number } | undefined;
    return quotaState(quotaPerHour, row?.used ?? 0, start + HOUR_MS, now);
  }

  /** Drops up to `limit` expired rows of each kind. Returns how many. */
  sweep(now: number, limit: number): number {
    const { sweepWindows, sweepSlots, sweepCosts } = this.#statements;
    const windows = sweepWindows.run(windowStart(now, HOUR_MS), limit).changes;
    const slots = sweepSlots.run(now, limit).changes;
    const costs = sweepCosts.run(monthNumber(now) - MONTHS_KEPT, limit).changes;
    return Number(windows) + Number(slots) + Number(costs);
  }

  #exceedsCost(request: AdmissionRequest): boolean {
    if (request.reservations.length === 0) return false;
    const month = monthNumber(request.now_ms);
    const cents = request.reservations.reduce(
      (sum, { reservation_id, cost_cents }) => (this.#isReserved(reservation_id) ? sum : sum + cost_cents),
      0,
    );
    if (cents === 0) return false;
    const { key_id, organization_id, key_monthly_limit_cents, organization_monthly_limit_cents } = request;
    return (
      this.#exceeds(month, keyPayer(key_id), cents, key_monthly_limit_cents) ||
      this.#exceeds(month, organizationPayer(organization_id), cents, organization_monthly_limit_cents)
    );
  }

  #isReserved(reservationId: string): boolean {
    return this.#statements.reservation.get(reservationId) !== undefined;
  }

  #exceeds(month: number, payer: string, cents: number, limit: number | null): boolean {
    if (limit === null) return false;
    const row = this.#statements.monthCost.get(month, payer) as { cents: number } | undefined;
    return (row?.cents ?? 0) + cents > limit;
  }

  #slotsHeld(keyId: string, now: number): number {
    return (this.#statements.slotsHeld.get(keyId, now) as { held: number }).held;
  }

  #reserve(request: AdmissionRequest, reservationId: string, cents: number): void {
    const { key_id, organization_id, now_ms } = request;
    const month = monthNumber(now_ms);
    const { changes } = this.#statements.reserve.run(reservationId, key_id, organization_id, month, cents, now_ms);
    if (changes > 0) this.#addCost(month, key_id, organization_id, cents);
  }

  #addCost(month: number, keyId: string, organizationId: string, cents: number): void {
    this.#statements.addCost.run(month, keyPayer(keyId), cents);
    this.#statements.addCost.run(month, organizationPayer(organizationId), cents);
  }
}

export function keyPayer(id: string): string {
  return `key ${id}`;
}

export function organizationPayer(id: string): string {
  return `organization ${id}`;
}

function prepareStatements(database: DatabaseSync) {
  return {
    used: database.prepare('SELECT used FROM quota_windows WHERE key_id = ? AND window_start = ?'),
    count: database.prepare(`
      INSERT INTO quota_windows (key_id, window_start, used) VALUES (?, ?, ?)
      ON CONFLICT DO UPDATE SET used = used + excluded.used`),
    slot: database.prepare('SELECT 1 FROM slots WHERE key_id = ? AND call_id = ? AND lease_until > ?'),
    slotsHeld: database.prepare(
      'SELECT count(*) AS held FROM slots WHERE key_id = ? AND lease_until > ? AND released = 0',
    ),
    takeSlot: database.prepare('REPLACE INTO slots (key_id, call_id, lease_until, released) VALUES (?, ?, ?, 0)'),
    releaseSlot: database.prepare('UPDATE slots SET released = 1 WHERE key_id = ? AND call_id = ?'),
    monthCost: database.prepare('SELECT cents FROM month_costs WHERE month = ? AND payer = ?'),
    addCost: database.prepare(`
      INSERT INTO month_costs (month, payer, cents) VALUES (?, ?, ?)
      ON CONFLICT DO UPDATE SET cents = cents + excluded.cents`),
    reserve: database.prepare(`
      INSERT INTO cost_reservations (verification_id, key_id, organization_id, month, cents, reserved_at)
      VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`),
    reservation: database.prepare(`
      SELECT key_id, organization_id, month, cents FROM cost_reservations WHERE verification_id = ?`),
    raiseReservation: database.prepare('UPDATE cost_reservations SET cents = ? WHERE verification_id = ?'),
    // The first settlement deletes the reservation, so later ones have no effect.
    takeReservation: database.prepare(`
      DELETE FROM cost_reservations WHERE verification_id = ? RETURNING key_id, organization_id, month, cents`),
    openReservations: database.prepare(`
      SELECT verification_id AS reservation_id, organization_id FROM cost_reservations
      WHERE reserved_at < ? ORDER BY reserved_at LIMIT ?`),
    sweepWindows: database.prepare(`
      DELETE FROM quota_windows WHERE (key_id, window_start) IN
        (SELECT key_id, window_start FROM quota_windows WHERE window_start < ? LIMIT ?)`),
    sweepSlots: database.prepare(`
      DELETE FROM slots WHERE (key_id, call_id) IN (SELECT key_id, call_id FROM slots WHERE lease_until <= ? LIMIT ?)`),
    sweepCosts: database.prepare(`
      DELETE FROM month_costs WHERE (month, payer) IN (SELECT month, payer FROM month_costs WHERE month <= ? LIMIT ?)`),
  };
}
