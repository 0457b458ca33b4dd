/**
 * The operational store port: small shared state of commands, common to all instances: idempotency claims, quotas,
 * concurrency leases, cost reservations, unique reservations, leadership leases, checkpoints.
 * Durable when a call resolves, but for `hit` and leases, which a store that serves one process may lose with it, and for
 * admissions (`admit`, `releaseSlot`, `settleCost`), of which a power cut may take the newest. All times are RFC 3339 or
 * milliseconds as named; the caller passes `now`.
 */
import type { Json } from '../json.ts';

/* ---- idempotency */

export interface IdempotencyScope {
  organization_id: string;
  principal_id: string;
  /** Method and route template, e.g. `POST /verifications`; batch children add their index. */
  endpoint: string;
  /** HMAC of the caller's key, hex: the key itself may hold text. */
  key: string;
}

export interface IdempotencyRecord {
  /** HMAC-SHA256 of method, route and canonical body, hex. */
  fingerprint: string;
  /** Id of the thing that the work makes, chosen at the claim. */
  target_id: string;
  state: 'in_progress' | 'completed';
  /** Status and headers of the completed answer; no body. */
  response: { status: number; headers: Record<string, string>; meta: Json } | null;
  /** Until when the claim's worker is believed alive. */
  lease_until: string;
  expires_at: string;
}

export type IdempotencyClaim =
  /** Nobody had it: do the work under `target_id`. */
  | { outcome: 'claimed'; target_id: string }
  /** The lease is over (the worker died, or gave up): go on with the same target. */
  | { outcome: 'taken_over'; target_id: string }
  | { outcome: 'in_progress'; record: IdempotencyRecord }
  | { outcome: 'completed'; record: IdempotencyRecord }
  | { outcome: 'conflict' };

/* ---- admission: quota, concurrency and cost in one step */

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
  /** What each verification of the call may cost; settled one by one under its verification id. None: no limit on cost holds it. */
  reservations: readonly { verification_id: string; cost_cents: number }[];
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

export interface OperationalStore {
  /** Claims the key or says what stands there. Expired records count as absent. `lease_until` must be in the future. */
  claimIdempotency(
    scope: IdempotencyScope,
    claim: { fingerprint: string; target_id: string; lease_until: string; expires_at: string },
    now: string,
  ): Promise<IdempotencyClaim>;
  /** What stands there, or null; claims nothing. Expired records count as absent. */
  idempotency(scope: IdempotencyScope, now: string): Promise<IdempotencyRecord | null>;
  /**
   * Records the outcome. `null` ends the lease and keeps the target, so that the next claim takes it over at once and
   * goes on with the same id. No-op if another target holds the key, or it is completed already.
   */
  settleIdempotency(
    scope: IdempotencyScope,
    target_id: string,
    response: { status: number; headers: Record<string, string>; meta: Json; expires_at: string } | null,
  ): Promise<void>;
  /**
   * Forgets a claim under which nothing was begun, fingerprint and all, so that another body may claim the key.
   * `lease_until` is the claim's own: no-op if another target holds the key, somebody took it over, its lease was ended,
   * or it is completed.
   */
  releaseIdempotency(scope: IdempotencyScope, target_id: string, lease_until: string): Promise<void>;

  /**
   * Counts, leases and reserves all or nothing; checks quota, then cost, then concurrency. Fixed UTC hours for quotas,
   * UTC months for cost.
   */
  admit(request: AdmissionRequest): Promise<AdmissionResult>;
  /** Frees the concurrency slot. Idempotent. */
  releaseSlot(keyId: string, callId: string): Promise<void>;
  /** Turns a reservation into its real cost (0 for a failure), in the month of the reservation. The first call counts. */
  settleCost(verificationId: string, costCents: number): Promise<void>;
  /** Reservations made before `before_ms` and not settled, oldest first, for whoever cleans up after a crash. */
  openReservations(before_ms: number, limit: number): Promise<{ verification_id: string; organization_id: string }[]>;
  quota(keyId: string, quotaPerHour: number, now_ms: number): Promise<QuotaState>;
  /** Fixed-window counter (requests per minute): counts one, unless the limit is reached, and tells. */
  hit(counter: string, limit: number, window_ms: number, now_ms: number): Promise<QuotaState & { allowed: boolean }>;

  /** Makes `value` unique in `namespace` for `owner`. Answers the owner that holds it: yours if it equals `owner`. */
  reserve(namespace: string, value: string, owner: string): Promise<string>;
  reservation(namespace: string, value: string): Promise<string | null>;
  releaseReservation(namespace: string, value: string, owner: string): Promise<void>;

  /** Takes or renews a lease; false while another holder's is valid. */
  acquireLease(name: string, holder: string, ttl_ms: number, now_ms: number): Promise<boolean>;
  releaseLease(name: string, holder: string): Promise<void>;

  /** Compare-and-set of a small value. `expected` null: must not exist. Answers whether it was set. */
  compareAndSet(key: string, expected: string | null, value: string): Promise<boolean>;
  value(key: string): Promise<string | null>;

  /** Drops what is over at `now`: old idempotency records, windows, leases. Answers how many rows went. */
  sweep(now_ms: number): Promise<number>;
  close(): Promise<void>;
}
