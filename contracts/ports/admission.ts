/**
 * The admission port: quota, concurrency and cost of a call in one step. A call that resolved survives a killed process;
 * a power cut may take the newest.
 */

/** What one verification of a call may cost, settled by itself. */
export interface CostReservation {
  reservation_id: string;
  cost_cents: number;
}

export interface OpenReservation {
  reservation_id: string;
  organization_id: string;
}

export interface AdmissionRequest {
  key_id: string;
  organization_id: string;
  /**
   * Identifies this call: its concurrency slot. Until `lease_until_ms`, repeating an admitted call changes nothing, even
   * if its slot was released meanwhile.
   */
  call_id: string;
  /** Requests to count (a batch: one per item). 0: the call counts nothing, and takes only a slot. */
  requests: number;
  quota_per_hour: number;
  max_concurrent: number;
  /** None: no limit on cost holds the call. */
  reservations: readonly CostReservation[];
  key_monthly_limit_cents: number | null;
  organization_monthly_limit_cents: number | null;
  /** When the concurrency slot frees itself if nobody releases it. */
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
   * Counts, leases and reserves all or nothing; checks quota, then cost, then concurrency. Fixed UTC hours for quotas,
   * UTC months for cost.
   */
  admit(request: AdmissionRequest): Promise<AdmissionResult>;
  /** Frees the concurrency slot. Idempotent. */
  releaseSlot(key_id: string, call_id: string): Promise<void>;
  /** Turns a reservation into its real cost (0 for a failure), in the month of the reservation. The first call counts. */
  settleCost(reservation_id: string, cost_cents: number): Promise<void>;
  /** Reservations made before `before_ms` and not settled, oldest first, for whoever cleans up after a crash. */
  openReservations(before_ms: number, limit: number): Promise<OpenReservation[]>;
  quota(key_id: string, quota_per_hour: number, now_ms: number): Promise<QuotaState>;
}
