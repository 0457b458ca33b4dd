/** POST /verifications and /claims/verify: one text or claim, answered when its verification has ended. */
import { ApiError } from '#contracts/errors.ts';
import type { VerifyResponse } from '#contracts/http/verification.ts';
import type { QuotaState } from '#contracts/ports/operational-store.ts';
import { newEventId } from '#domain/ids.ts';
import { verificationDecider, verificationStream } from '#domain/verification/decider.ts';
import { failureOf } from '#domain/verification/failure.ts';
import { carryOut, loadStream } from '#streams/repository.ts';
import type { Caller } from '../caller.ts';
import type { CommandDependencies } from '../dependencies.ts';
import { admit } from './admit.ts';
import { outcomeOf } from './answer.ts';
import { letRetry, REMEMBERED_MS, rememberSuccess } from './idempotency.ts';
import {
  type IdempotencyOptions,
  loadOrganization,
  type Prepared,
  prepare,
  requireProfile,
  type VerifyInput,
} from './prepare.ts';
import { appendRequest, forget } from './request.ts';

export interface Verified {
  body: VerifyResponse;
  replayed: boolean;
  /** null for a replay, which counts nothing. */
  quota: QuotaState | null;
}

type RunnableOrder = Extract<Prepared, { outcome: 'run' }>;

export async function verify(
  dependencies: CommandDependencies,
  caller: Caller,
  input: VerifyInput,
  idempotency: IdempotencyOptions,
): Promise<Verified> {
  const organization = await loadOrganization(dependencies, caller);
  const resolved = await requireProfile(dependencies, caller, input.profile, ['body', 'profile']);
  const prepared = await prepare(dependencies, caller, organization, resolved, input, idempotency);
  if (prepared.outcome === 'refused') throw prepared.error;
  if (prepared.outcome === 'replay') {
    return { body: await replay(dependencies, prepared), replayed: true, quota: null };
  }

  const { order } = prepared;
  const run = await nextRun(dependencies, prepared);
  const callId = order.verification_id;
  const quota = await admitOrLetRetry(dependencies, prepared, () =>
    admit(dependencies, caller, organization, callId, [{ ...order, run }]),
  );
  try {
    return { body: await runToEnd(dependencies, caller, prepared), replayed: false, quota };
  } finally {
    await dependencies.operations.releaseSlot(caller.key_id, callId);
  }
}

/** Runs an admitted order to its end and answers its result. Throws ApiError where it failed or takes too long. */
export async function runToEnd(
  dependencies: CommandDependencies,
  caller: Caller,
  prepared: RunnableOrder,
): Promise<VerifyResponse> {
  const { order, call } = prepared;
  const { operations, waiter, settings, clock } = dependencies;
  const waiting = waiter.wait(verificationStream(order.verification_id), settings.syncTimeoutMs);
  try {
    if (prepared.start === 'restart') await restart(dependencies, caller, order.verification_id);
    else await appendRequest(dependencies, caller, order);

    const ended = await waiting.ended;
    if (ended === null) throw new ApiError('timeout');
    await dependencies.projected(ended);

    const outcome = await outcomeOf(dependencies, order.verification_id);
    if (outcome.state === 'completed') {
      const { result } = outcome;
      if (call !== null) {
        const remembered = clock.now() + REMEMBERED_MS;
        const until = order.retention.zero_retention
          ? remembered
          : Math.min(remembered, Date.parse(result.expires_at ?? ''));
        await rememberSuccess(operations, call, order.verification_id, 201, new Date(until).toISOString());
      }
      return { request_id: result.request_id, result };
    }
    const failure = failureOf(outcome.head);
    throw new ApiError(failure ?? 'internal_error');
  } catch (error) {
    if (call !== null) await letRetry(operations, call, order.verification_id);
    throw error;
  } finally {
    waiting.cancel();
    if (order.retention.zero_retention) await forget(dependencies, caller, order.verification_id);
  }
}

/** The answer of the first call with this key. */
export async function replay(
  dependencies: CommandDependencies,
  prepared: Extract<Prepared, { outcome: 'replay' }>,
): Promise<VerifyResponse> {
  const { verification_id, call } = prepared;
  const outcome = await outcomeOf(dependencies, verification_id);
  if (outcome.state !== 'completed') throw new ApiError('idempotency_result_not_retained');
  // A crash between the end and the note of it left the claim open.
  const until = new Date(dependencies.clock.now() + REMEMBERED_MS).toISOString();
  await rememberSuccess(dependencies.operations, call, verification_id, 201, until);
  return { request_id: outcome.result.request_id, result: outcome.result };
}

/** A refusal by a limit must not make the caller wait for its own claim. */
export async function admitOrLetRetry<T>(
  dependencies: CommandDependencies,
  prepared: RunnableOrder,
  admission: () => Promise<T>,
): Promise<T> {
  try {
    return await admission();
  } catch (error) {
    if (prepared.call !== null) await letRetry(dependencies.operations, prepared.call, prepared.order.verification_id);
    throw error;
  }
}

/** The run that the order would be: 1, or one more than the failed one. */
export async function nextRun({ events }: CommandDependencies, prepared: RunnableOrder): Promise<number> {
  if (prepared.start === 'append') return 1;
  const stream = verificationStream(prepared.order.verification_id);
  return (await loadStream(events, verificationDecider, stream)).state.head.run + 1;
}

async function restart({ events, clock }: CommandDependencies, caller: Caller, verificationId: string): Promise<void> {
  const eventId = newEventId();
  await carryOut(
    events,
    verificationDecider,
    verificationStream(verificationId),
    {
      type: 'RestartVerification',
      cause: 'idempotent_retry',
      restarted_at: new Date(clock.now()).toISOString(),
      key_id: caller.key_id,
    },
    { metadata: { ...caller.metadata, correlation_id: verificationId }, eventId: () => eventId },
  );
}
