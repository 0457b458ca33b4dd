/**
 * Idempotency of the calls that create verifications. The record holds only the verification's id; its outcome is read
 * from the stream, so no crash can make the two disagree:
 *
 * | hold says    | stream says | then                                        |
 * |--------------|-------------|---------------------------------------------|
 * | ours         | nothing     | append under the held id                    |
 * | in progress  | nothing     | 409: the other call is about to append      |
 * | any          | running     | 409: it is still being worked on            |
 * | ours         | failed¹     | run it again under the same id              |
 * | in progress  | failed¹     | 409: the other call is about to restart it  |
 * | any          | completed   | replay                                      |
 *
 * ¹ Or cancelled: who repeats the call wants it after all.
 */
import { canonicalJson } from '#common/canonical-json.ts';
import { keyedHash } from '#common/keyed-hash.ts';
import { pause, systemTimers, timestamp } from '#common/time.ts';
import type { Clock, Timers } from '#contracts/ports/clock.ts';
import type { IdempotencyHold, IdempotencyScope, IdempotencyStore } from '#contracts/ports/idempotency.ts';
import type { OperationalStores } from '#contracts/ports/operational-stores.ts';
import { isRestartable } from '#domain/verification/ended.ts';
import type { VerificationState } from '#domain/verification/state.ts';
import type { CommandDependencies } from '../dependencies.ts';

/** Keys are remembered for a day, or until the content expires if that is earlier. */
const REMEMBERED_MS = 24 * 3_600_000;

/**
 * How long a call may take from its hold to its append. After the append, the stream shows that the verification is
 * running.
 */
const HOLD_LEASE_MS = 15_000;
/** Leaves time for two failed renewals. */
const RENEW_MS = 4_000;

export type IdempotentStart =
  | { next: 'append' | 'restart'; verification_id: string; run: number; lease: HeldLease }
  | { next: 'replay'; verification_id: string }
  /** `running`: the verification, if it was begun and still runs. */
  | { next: 'refuse'; code: IdempotencyRefusal; running?: string };

/** A call's lease on its key. */
export interface HeldLease {
  /** RFC 3339. */
  until: string;
  /** True if the key was not held before; false if the call continues an earlier hold. */
  isNew: boolean;
}

export type IdempotencyRefusal = 'idempotency_key_conflict' | 'idempotency_in_progress';

export interface IdempotentCall {
  scope: IdempotencyScope;
  fingerprint: string;
}

export function idempotentCall(
  fingerprintKey: Uint8Array,
  caller: { organization_id: string; key_id: string },
  endpoint: string,
  key: string,
  body: unknown,
): IdempotentCall {
  return {
    scope: {
      organization_id: caller.organization_id,
      principal_id: caller.key_id,
      endpoint,
      key: keyedHash(fingerprintKey, 'idempotency-key', caller.organization_id, key),
    },
    fingerprint: keyedHash(fingerprintKey, 'request', endpoint, canonicalJson(body)),
  };
}

/** Takes hold of the call's key. `newId`: what the call creates, if the key was not held before. */
export async function holdKey(
  { operations, clock }: { operations: Pick<OperationalStores, 'idempotency'>; clock: Clock },
  { scope, fingerprint }: IdempotentCall,
  newId: string,
  leaseMs = HOLD_LEASE_MS,
): Promise<{ hold: IdempotencyHold; lease_until: string; expires_at: string }> {
  const now = clock.now();
  const lease_until = new Date(now + leaseMs).toISOString();
  const expires_at = new Date(now + REMEMBERED_MS).toISOString();
  const request = { fingerprint, target_id: newId, lease_until, expires_at };
  return { hold: await operations.idempotency.hold(scope, request, timestamp(clock)), lease_until, expires_at };
}

/** Takes hold of the key and returns how to continue. Uses `newVerificationId` if the key was not held before. */
export async function beginIdempotent(
  dependencies: Pick<CommandDependencies, 'operations' | 'verifications' | 'clock'>,
  call: IdempotentCall,
  newVerificationId: string,
): Promise<IdempotentStart> {
  const { operations, verifications } = dependencies;
  const { hold, lease_until: until } = await holdKey(dependencies, call, newVerificationId);
  if (hold.outcome === 'conflict') return { next: 'refuse', code: 'idempotency_key_conflict' };
  if (hold.outcome === 'held') {
    return { next: 'append', verification_id: hold.target_id, run: 1, lease: { until, isNew: true } };
  }

  const verificationId = hold.outcome === 'taken_over' ? hold.target_id : hold.record.target_id;
  if (hold.outcome === 'completed') return { next: 'replay', verification_id: verificationId };
  const isOurs = hold.outcome === 'taken_over';
  const lease = { until, isNew: false };
  const inProgress = { next: 'refuse', code: 'idempotency_in_progress' } as const;
  const { state } = await verifications.load(verificationId);
  switch (progressOf(state)) {
    case 'nothing':
      return isOurs ? { next: 'append', verification_id: verificationId, run: 1, lease } : inProgress;
    case 'failed':
      return isOurs ? { next: 'restart', verification_id: verificationId, run: state.head.run + 1, lease } : inProgress;
    case 'running':
      // The stream shows that the verification is running. Keeping this lease would only delay a retry after a
      // failure.
      if (isOurs) await allowRetry(operations.idempotency, call, verificationId);
      return { ...inProgress, running: verificationId };
    case 'completed':
      return { next: 'replay', verification_id: verificationId };
  }
}

function progressOf({ head }: VerificationState): 'nothing' | 'running' | 'failed' | 'completed' {
  if (head.request === null) return 'nothing';
  if (head.status === 'completed' || head.erasure !== 'none') return 'completed';
  return isRestartable(head) ? 'failed' : 'running';
}

/**
 * A key is remembered for a day, or until the content expires. A zero-retention key is remembered for the whole day, so
 * that a retry learns that the result was not kept.
 */
export function rememberedUntil(
  clock: Clock,
  { zero_retention, expires_at }: { zero_retention: boolean; expires_at: string },
): string {
  const remembered = clock.now() + REMEMBERED_MS;
  const until = zero_retention ? remembered : Math.min(remembered, Date.parse(expires_at));
  return new Date(until).toISOString();
}

/** Records that the call succeeded. The body is not stored: a replay folds it from the stream. */
export async function rememberSuccess(
  idempotency: IdempotencyStore,
  call: IdempotentCall,
  targetId: string,
  status: number,
  expiresAt: string,
): Promise<void> {
  await idempotency.settle(call.scope, targetId, {
    status,
    headers: {},
    meta: null,
    expires_at: expiresAt,
  });
}

/** Lets a retry continue at once under the same id, after a failure or a time-out. */
export async function allowRetry(idempotency: IdempotencyStore, call: IdempotentCall, targetId: string): Promise<void> {
  await idempotency.settle(call.scope, targetId, null);
}

/**
 * Releases the key after a limit refused the call. A new hold is deleted, so that a different body may follow; a hold
 * that continues an earlier call stays bound to that call's body.
 */
export async function releaseHold(
  idempotency: IdempotencyStore,
  call: IdempotentCall,
  targetId: string,
  { until, isNew }: HeldLease,
): Promise<void> {
  if (!isNew) await allowRetry(idempotency, call, targetId);
  else await idempotency.release(call.scope, targetId, until);
}

/**
 * Renews the lease while `work` runs, which may take longer than one lease. If the process dies, a retry can continue
 * soon after. If the lease is lost, the work goes on: the first append wins.
 */
export async function keepingLease<Result>(
  { operations, clock, timers = systemTimers }: KeepingDependencies,
  call: IdempotentCall,
  targetId: string,
  lease: HeldLease,
  work: () => Promise<Result>,
): Promise<Result> {
  const ended = new AbortController();
  const renew = async () => {
    const next = new Date(clock.now() + HOLD_LEASE_MS).toISOString();
    const isHeld = await operations.idempotency.renew(call.scope, targetId, lease.until, next);
    if (isHeld) lease.until = next;
    return isHeld;
  };
  const renewing = (async () => {
    for (let isHeld = true; isHeld; ) {
      await pause(timers, RENEW_MS, ended.signal);
      if (ended.signal.aborted) return;
      // The store may work again before the lease ends.
      isHeld = await renew().catch(() => true);
    }
  })();
  try {
    return await work();
  } finally {
    ended.abort();
    await renewing;
  }
}

interface KeepingDependencies extends Pick<CommandDependencies, 'clock'> {
  operations: { idempotency: Pick<IdempotencyStore, 'renew'> };
  timers?: Timers;
}
