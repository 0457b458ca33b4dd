/**
 * Begins a verification. The use case of whoever does not wait for the end but watches it (`query-api/progress.ts`); the
 * POST begins in the same way and then waits.
 */
import { ApiError } from '#contracts/errors.ts';
import { reservationId } from '#domain/verification/reservation-id.ts';
import type { VerificationHead } from '#domain/verification/state.ts';
import { valueError } from '#http/validation.ts';
import type { Caller } from '../caller.ts';
import type { CommandDependencies } from '../dependencies.ts';
import { type Admission, admit } from './admit.ts';
import { resolveProfile } from './applied-policy.ts';
import { allowRetry, releaseHold } from './idempotency.ts';
import {
  type HeldRun,
  type IdempotencyOptions,
  loadOrganization,
  type Prepared,
  prepare,
  type RunnableOrder,
  unknownProfile,
  type VerifyInput,
} from './prepare.ts';
import { appendRequest } from './request.ts';
import { inTextSlots } from './slots.ts';

export interface Begun {
  verification_id: string;
  /** True if an earlier call with the same idempotency key has begun it. */
  repeated: boolean;
}

/**
 * Begins a verification and returns its id once its request is stored: it then runs to its end whatever becomes of this
 * process. It counts against the same limits as a POST, and takes one of the key's slots until it has ended. Throws
 * ApiError as the POST does, and validation_error for a text that is not kept: only a call that waits can show its result.
 */
export function begin(
  dependencies: CommandDependencies,
  caller: Caller,
  input: VerifyInput,
  idempotency: IdempotencyOptions,
): Promise<Begun> {
  return inTextSlots(dependencies.textSlots, caller, 1, async () => {
    const { organization, prepared } = await prepareCall(dependencies, caller, input, idempotency);
    if (prepared.outcome === 'refused') {
      if (prepared.running === undefined) throw prepared.error;
      return { verification_id: prepared.running, repeated: true };
    }
    if (prepared.outcome === 'replay') return { verification_id: prepared.verification_id, repeated: true };
    const { verification_id, retention } = prepared.order;
    const { slot } = await releasingHold(dependencies, prepared, verification_id, async () => {
      if (retention.zero_retention) throw resultNotKept();
      return admitOrder(dependencies, caller, organization, prepared);
    });
    try {
      await beginRun(dependencies, caller, prepared);
    } catch (error) {
      await slot.release();
      throw error;
    } finally {
      // From now on the stream tells a repeated call how far the verification is.
      if (prepared.call !== null) await allowRetry(dependencies.operations.idempotency, prepared.call, verification_id);
    }
    return { verification_id, repeated: false };
  });
}

/** The refusal of a call that does not wait for the result of a text that is not kept. */
export function resultNotKept(): ApiError {
  const explanation = 'a text that is not kept can only be verified by a call that waits for the result';
  return new ApiError('validation_error', { detail: [valueError(['body', 'zero_retention'], explanation, true)] });
}

export interface PreparedCall {
  organization: Awaited<ReturnType<typeof loadOrganization>>;
  prepared: Prepared;
}

/** Prepares a call that verifies one text. Throws ApiError validation_error for an unknown profile. */
export async function prepareCall(
  dependencies: CommandDependencies,
  caller: Caller,
  input: VerifyInput,
  idempotency: IdempotencyOptions,
): Promise<PreparedCall> {
  const organization = await loadOrganization(dependencies, caller);
  const resolved = await resolveProfile(dependencies, caller.organization_id, input.profile);
  if (resolved === null) {
    const detail = [unknownProfile(['body', 'profile'], input.profile)];
    throw new ApiError('validation_error', { detail });
  }
  return { organization, prepared: await prepare(dependencies, caller, organization, resolved, input, idempotency) };
}

/** Admits a prepared order. If this process is killed, the settle stage frees the slot under the same id. */
export function admitOrder(
  dependencies: CommandDependencies,
  caller: Caller,
  organization: PreparedCall['organization'],
  { order, run }: RunnableOrder,
): Promise<Admission> {
  caller.concerns(order.verification_id);
  const callId = reservationId(order.verification_id, run);
  return admit(dependencies, caller, organization, callId, [{ ...order, run }]);
}

/** Stores the request of an admitted order, or restarts its verification. Repeating it changes nothing. */
export function beginRun(
  dependencies: CommandDependencies,
  caller: Caller,
  { start, order }: Pick<RunnableOrder, 'start' | 'order'>,
): Promise<VerificationHead> {
  return start === 'restart'
    ? restart(dependencies, caller, order.verification_id)
    : appendRequest(dependencies, caller, order);
}

/**
 * Runs `work`, which precedes the run. If it is refused, for example by a limit, the hold on its key is released, so that the
 * caller can send another body at once.
 */
export async function releasingHold<T>(
  dependencies: CommandDependencies,
  { call, lease }: Pick<HeldRun, 'call' | 'lease'>,
  verificationId: string,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (call !== null && lease !== null) {
      await releaseHold(dependencies.operations.idempotency, call, verificationId, lease);
    }
    throw error;
  }
}

async function restart(
  { verifications, clock }: CommandDependencies,
  caller: Caller,
  verificationId: string,
): Promise<VerificationHead> {
  const executed = await verifications.execute(
    verificationId,
    {
      type: 'RestartVerification',
      cause: 'idempotent_retry',
      restarted_at: new Date(clock.now()).toISOString(),
      key_id: caller.key_id,
    },
    { metadata: { ...caller.metadata, correlation_id: verificationId } },
  );
  if (!executed.accepted) throw new Error(`restart refused: ${executed.code}`);
  return executed.state.head;
}
