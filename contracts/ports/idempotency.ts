/** The idempotency port: the call that holds an idempotency key, and its outcome. Durable when a call resolves. */
import type { Json } from '../json.ts';

export interface IdempotencyScope {
  organization_id: string;
  principal_id: string;
  /** Method and route template, e.g. `POST /verifications`; batch children add their index. */
  endpoint: string;
  /** HMAC of the caller's key, hex, as the key itself may contain text. */
  key: string;
}

export interface IdempotencyRecord {
  /** HMAC-SHA256 of method, route and canonical body, hex. */
  fingerprint: string;
  /** Id of what the work creates, chosen when the key is held. */
  target_id: string;
  state: 'in_progress' | 'completed';
  /** Status and headers of the completed response, without body. */
  response: { status: number; headers: Record<string, string>; meta: Json } | null;
  /** Until when the hold's worker is presumed alive. */
  lease_until: string;
  expires_at: string;
}

/** A call's hold on a key. Times are RFC 3339. */
export type IdempotencyHoldRequest = Pick<
  IdempotencyRecord,
  'fingerprint' | 'target_id' | 'lease_until' | 'expires_at'
>;

/** A completed response and its expiry. */
export type IdempotentResponse = NonNullable<IdempotencyRecord['response']> & Pick<IdempotencyRecord, 'expires_at'>;

export type IdempotencyHold =
  /** The key was free: do the work under `target_id`. */
  | { outcome: 'held'; target_id: string }
  /** The lease has expired (the worker died or gave up): continue with the same target. */
  | { outcome: 'taken_over'; target_id: string }
  | { outcome: 'in_progress'; record: IdempotencyRecord }
  | { outcome: 'completed'; record: IdempotencyRecord }
  | { outcome: 'conflict' };

export interface IdempotencyStore {
  /** Takes hold of the key, or returns its record. Expired records count as absent. `lease_until` must be in the future. */
  hold(scope: IdempotencyScope, hold: IdempotencyHoldRequest, now: string): Promise<IdempotencyHold>;
  /** Returns the record or null, without a hold. Expired records count as absent. */
  find(scope: IdempotencyScope, now: string): Promise<IdempotencyRecord | null>;
  /**
   * Records the outcome. `null` ends the lease and keeps the target, so that the next call takes it over at once and
   * continues with the same id. No-op if another target holds the key, or it is completed.
   */
  settle(scope: IdempotencyScope, target_id: string, response: IdempotentResponse | null): Promise<void>;
  /**
   * Extends the lease of a hold from `lease_until`, its present end, to `next`. False if it is no longer held:
   * it was taken over, ended or completed.
   */
  renew(scope: IdempotencyScope, target_id: string, lease_until: string, next: string): Promise<boolean>;
  /**
   * Removes a hold whose work has not begun, including the fingerprint, so that a different body may take the key.
   * `lease_until` is the hold's own: no-op if another target holds the key, it was taken over, its lease was ended, or
   * it is completed.
   */
  release(scope: IdempotencyScope, target_id: string, lease_until: string): Promise<void>;
}
