/** The idempotency port: which call holds an idempotency key, and how it ended. Durable when a call resolves. */
import type { Json } from '../json.ts';

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

/** What a call claims a key with. Times are RFC 3339. */
export type IdempotencyClaimRequest = Pick<
  IdempotencyRecord,
  'fingerprint' | 'target_id' | 'lease_until' | 'expires_at'
>;

/** A completed answer, and when it is forgotten. */
export type IdempotencyOutcome = NonNullable<IdempotencyRecord['response']> & Pick<IdempotencyRecord, 'expires_at'>;

export type IdempotencyClaim =
  /** Nobody had it: do the work under `target_id`. */
  | { outcome: 'claimed'; target_id: string }
  /** The lease is over (the worker died, or gave up): go on with the same target. */
  | { outcome: 'taken_over'; target_id: string }
  | { outcome: 'in_progress'; record: IdempotencyRecord }
  | { outcome: 'completed'; record: IdempotencyRecord }
  | { outcome: 'conflict' };

export interface IdempotencyStore {
  /** Claims the key or says what stands there. Expired records count as absent. `lease_until` must be in the future. */
  claim(scope: IdempotencyScope, claim: IdempotencyClaimRequest, now: string): Promise<IdempotencyClaim>;
  /** What stands there, or null; claims nothing. Expired records count as absent. */
  find(scope: IdempotencyScope, now: string): Promise<IdempotencyRecord | null>;
  /**
   * Records the outcome. `null` ends the lease and keeps the target, so that the next claim takes it over at once and
   * goes on with the same id. No-op if another target holds the key, or it is completed already.
   */
  settle(scope: IdempotencyScope, target_id: string, outcome: IdempotencyOutcome | null): Promise<void>;
  /**
   * Forgets a claim under which nothing was begun, fingerprint and all, so that another body may claim the key.
   * `lease_until` is the claim's own: no-op if another target holds the key, somebody took it over, its lease was ended,
   * or it is completed.
   */
  release(scope: IdempotencyScope, target_id: string, lease_until: string): Promise<void>;
}
