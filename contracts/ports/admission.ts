/**
 * The admission port: checks quota, concurrency and cost of a call in one step. Resolved calls survive a killed
 * process; a power cut may lose the newest.
 */

/** The most that one verification of a call may cost; settled separately. */
export interface CostReservation {
  reservation_id: string;
  cost_cents: number;
}

export interface OpenReservation {
  reservation_id: string;
  organization_id: string;
}

/** What a root's organizations may spend together in a month without a plan (streams/shared-allowance.ts). */
export interface SharedAllowance {
  root_id: string;
  cents: number;
}

/** A run that turns out to cost more than was reserved when it was admitted. */
export interface ReservationRaise {
  reservation_id: string;
  /** The most that the run may cost as far as is known now. */
  cost_cents: number;
  key_monthly_limit_cents: number | null;
  organization_monthly_limit_cents: number | null;
  /** Not known to stores: `withSharedAllowance` applies it. Default: none. */
  allowance?: SharedAllowance | null;
}

export interface AdmissionRequest {
  key_id: string;
  organization_id: string;
  /**
   * Identifies the call and its concurrency slot. Until `lease_until_ms`, repeating an admitted call changes nothing,
   * even if its slot was released in the meantime.
   */
  call_id: string;
  /** Requests to count (for a batch, one per item). 0: only takes a slot. */
  requests: number;
  quota_per_hour: number;
  max_concurrent: number;
  /** Empty: cost limits do not apply. One that was made before is not made again. */
  reservations: readonly CostReservation[];
  key_monthly_limit_cents: number | null;
  organization_monthly_limit_cents: number | null;
  /** Not known to stores: `withSharedAllowance` applies it. Default: none. */
  allowance?: SharedAllowance | null;
  /** When the concurrency slot expires if it is not released. */
  lease_until_ms: number;
  now_ms: number;
}

export type AdmissionResult =
  | { outcome: 'admitted'; quota: QuotaState }
  | { outcome: 'rate_limited' | 'concurrency_limited' | 'cost_limited'; quota: QuotaState };

export interface QuotaState {
  limit: number;
  remaining: number;
  /** Seconds until the window ends. */
  reset_seconds: number;
}

export interface AdmissionStore {
  /**
   * Counts, leases and reserves all or nothing; checks quota, then cost, then concurrency. Quotas apply to UTC hours,
   * costs to UTC months.
   */
  admit(request: AdmissionRequest): Promise<AdmissionResult>;
  /** Frees the concurrency slot. Idempotent. */
  releaseSlot(key_id: string, call_id: string): Promise<void>;
  /**
   * Raises a reservation, in its month; never lowers it. False: a limit forbids it, and the reservation stays as it was.
   * True if it was settled or never made: there is nothing to raise.
   */
  raiseReservation(raise: ReservationRaise): Promise<boolean>;
  /**
   * Replaces a reservation by the actual cost (0 for a failure), in the reservation's month. Only the first call counts;
   * no-op if there is no such reservation.
   */
  settleCost(reservation_id: string, cost_cents: number): Promise<void>;
  /** Unsettled reservations made before `before_ms`, oldest first, for cleaning up after a crash. */
  openReservations(before_ms: number, limit: number): Promise<OpenReservation[]>;
  quota(key_id: string, quota_per_hour: number, now_ms: number): Promise<QuotaState>;
}
