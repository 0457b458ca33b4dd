/** POST /verifications and /claims/verify: one text or claim, answered when its verification has ended. */
import { ApiError } from '#contracts/errors.ts';
import type { VerifyResponse } from '#contracts/http/verification.ts';
import type { Clock } from '#contracts/ports/clock.ts';
import type { QuotaState } from '#contracts/ports/operational-store.ts';
import { newEventId } from '#domain/ids.ts';
import { verificationDecider, verificationStream } from '#domain/verification/decider.ts';
import { failureOf } from '#domain/verification/failure.ts';
import { reservationId } from '#domain/verification/reservation-id.ts';
import type { VerificationHead } from '#domain/verification/state.ts';
import type { JsonText } from '#http/route.ts';
import { carryOut } from '#streams/repository.ts';
import type { Caller } from '../caller.ts';
import type { CommandDependencies } from '../dependencies.ts';
import { admit } from './admit.ts';
import { type Outcome, outcomeOf } from './answer.ts';
import { resolveProfile } from './applied-policy.ts';
import { giveBack, letRetry, REMEMBERED_MS, rememberSuccess } from './idempotency.ts';
import {
  type IdempotencyOptions,
  loadOrganization,
  type Prepared,
  prepare,
  unknownProfile,
  type VerifyInput,
} from './prepare.ts';
import { appendRequest, forget } from './request.ts';
import { type ShownVerification, writtenResponse } from './response.ts';
import type { Waiting } from './terminal-waiter.ts';

export interface Verified {
  body: VerifyResponse | JsonText;
  replayed: boolean;
  /** null for a replay, which counts nothing. */
  quota: QuotaState | null;
}

export type RunnableOrder = Extract<Prepared, { outcome: 'run' }>;

/** An order that was admitted. */
export interface AdmittedOrder extends RunnableOrder {
  /** Until when the caller waits; milliseconds since the Unix epoch. */
  deadline: number;
  /** Told that nothing is at work for the order any more, while its answer is still being made. */
  onEnded?(): void;
}

export async function verify(
  dependencies: CommandDependencies,
  caller: Caller,
  input: VerifyInput,
  idempotency: IdempotencyOptions,
): Promise<Verified> {
  const organization = await loadOrganization(dependencies, caller);
  const resolved = await resolveProfile(dependencies, caller.organization_id, input.profile);
  if (resolved === null) {
    const detail = [unknownProfile(['body', 'profile'], input.profile)];
    throw new ApiError('validation_error', { param: 'profile', detail });
  }
  const prepared = await prepare(dependencies, caller, organization, resolved, input, idempotency);
  const respond = (shown: ShownVerification) => writtenResponse(dependencies.claimWriter, shown);
  if (prepared.outcome === 'refused') throw prepared.error;
  if (prepared.outcome === 'replay') {
    caller.concerns(prepared.verification_id);
    return { body: await replay(dependencies, prepared, respond), replayed: true, quota: null };
  }

  const { order, run } = prepared;
  caller.concerns(order.verification_id);
  // The settle stage frees the slot under the same id, should this process not live to do so.
  const callId = reservationId(order.verification_id, run);
  const quota = await admitOrGiveBack(dependencies, prepared, () =>
    admit(dependencies, caller, organization, callId, [{ ...order, run }]),
  );
  let released: Promise<void> | null = null;
  const release = () => {
    released ??= dependencies.operations.releaseSlot(caller.key_id, callId);
    return released;
  };
  try {
    const deadline = dependencies.clock.now() + dependencies.settings.syncTimeoutMs;
    const admitted = { ...prepared, deadline, onEnded: () => void release().catch(() => {}) };
    return { body: await runToEnd(dependencies, caller, admitted, respond), replayed: false, quota };
  } finally {
    await release();
  }
}

/** What a response is made by. */
export type Respond<Body> = (shown: ShownVerification) => Promise<Body>;

/** Runs an admitted order to its end and answers its response. Throws ApiError where it failed or takes too long. */
export async function runToEnd<Body>(
  dependencies: CommandDependencies,
  caller: Caller,
  admitted: AdmittedOrder,
  respond: Respond<Body>,
): Promise<Body> {
  const { order, call } = admitted;
  const { operations, waiter, clock } = dependencies;
  const patience = admitted.deadline - clock.now();
  if (patience <= 0) return giveUpUnbegun(dependencies, admitted);
  const waiting = waiter.wait(verificationStream(order.verification_id), patience);
  try {
    const begun =
      admitted.start === 'restart'
        ? await restart(dependencies, caller, order.verification_id)
        : await appendRequest(dependencies, caller, order);
    // Another call with this key was faster, and its verification is over: no further end will come.
    const over = begun.status === 'completed' || begun.status === 'failed';
    const outcome = over
      ? await outcomeOf(dependencies, order.verification_id)
      : await outcomeAtEnd(dependencies, admitted, waiting);
    if (outcome.state === 'completed') {
      const body = await respond(outcome);
      if (call !== null) {
        await rememberSuccess(operations, call, order.verification_id, 201, rememberedUntil(clock, outcome.head));
      }
      return body;
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

/** Waits for the end and looks at it. The end of an earlier run may come in late: then it goes on waiting. */
async function outcomeAtEnd(
  dependencies: CommandDependencies,
  { order, deadline, onEnded }: AdmittedOrder,
  first: Waiting,
): Promise<Outcome> {
  const { waiter, clock } = dependencies;
  let waiting = first;
  try {
    for (;;) {
      const ended = await waiting.ended;
      if (ended.outcome === 'timed_out') throw new ApiError('timeout');
      if (ended.outcome === 'stopped') throw new ApiError('service_unavailable');
      // Before looking, or an end in between would be missed.
      waiting = waiter.wait(verificationStream(order.verification_id), Math.max(0, deadline - clock.now()));
      const outcome = await outcomeOf(dependencies, order.verification_id);
      if (outcome.state === 'running') continue;
      onEnded?.();
      return outcome;
    }
  } finally {
    waiting.cancel();
  }
}

/** The answer of the first call with this key. */
export async function replay<Body>(
  dependencies: CommandDependencies,
  prepared: Extract<Prepared, { outcome: 'replay' }>,
  respond: Respond<Body>,
): Promise<Body> {
  const { verification_id, call } = prepared;
  const outcome = await outcomeOf(dependencies, verification_id);
  if (outcome.state !== 'completed') throw new ApiError('idempotency_result_not_retained');
  const body = await respond(outcome);
  // A crash between the end and the note of it left the claim open.
  const until = rememberedUntil(dependencies.clock, outcome.head);
  await rememberSuccess(dependencies.operations, call, verification_id, 201, until);
  return body;
}

/** A key is remembered for a day, or until the content expires. What was never kept is known to be so for the day. */
function rememberedUntil(clock: Clock, { request }: VerificationHead): string {
  const remembered = clock.now() + REMEMBERED_MS;
  const expires = request === null || request.zero_retention ? remembered : Date.parse(request.expires_at);
  return new Date(Math.min(remembered, expires)).toISOString();
}

/** Its turn never came in the time that the caller waits: nothing was done, and nothing is to be paid. */
async function giveUpUnbegun({ operations }: CommandDependencies, { order, call, run }: AdmittedOrder): Promise<never> {
  await operations.settleCost(reservationId(order.verification_id, run), 0);
  if (call !== null) await letRetry(operations, call, order.verification_id);
  throw new ApiError('timeout');
}

/** A refusal by a limit must not make the caller wait for its own claim, nor bind the key to this body. */
async function admitOrGiveBack<T>(
  dependencies: CommandDependencies,
  prepared: RunnableOrder,
  admission: () => Promise<T>,
): Promise<T> {
  try {
    return await admission();
  } catch (error) {
    const { call, order, claimed_until } = prepared;
    if (call !== null) await giveBack(dependencies.operations, call, order.verification_id, claimed_until);
    throw error;
  }
}

async function restart(
  { events, clock }: CommandDependencies,
  caller: Caller,
  verificationId: string,
): Promise<VerificationHead> {
  const eventId = newEventId();
  const outcome = await carryOut(
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
  if (!outcome.accepted) throw new Error(`restart refused: ${outcome.code}`);
  return outcome.state.head;
}
