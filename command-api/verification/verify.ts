/** POST /verifications and /claims/verify: one text or claim, answered when its verification has ended. */
import { ApiError } from '#contracts/errors.ts';
import type { VerifyResponse } from '#contracts/http/verification.ts';
import type { QuotaState } from '#contracts/ports/admission.ts';
import type { Clock } from '#contracts/ports/clock.ts';
import { newId } from '#domain/ids.ts';
import { verificationStream } from '#domain/verification/decider.ts';
import { failureOf } from '#domain/verification/failure.ts';
import { reservationId } from '#domain/verification/reservation-id.ts';
import type { VerificationHead } from '#domain/verification/state.ts';
import { AnswerPieces } from '#http/answer-pieces.ts';
import { type Client, ClientGoneError } from '#http/client.ts';
import type { Caller } from '../caller.ts';
import type { CommandDependencies } from '../dependencies.ts';
import { admit } from './admit.ts';
import { type Outcome, outcomeOf } from './answer.ts';
import { resolveProfile } from './applied-policy.ts';
import type { ConcurrencySlot } from './concurrency-slot.ts';
import { giveBack, type IdempotentCall, letRetry, REMEMBERED_MS, rememberSuccess } from './idempotency.ts';
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
import { inTextSlots } from './text-slots.ts';

export interface Verified {
  body: VerifyResponse | AnswerPieces;
  replayed: boolean;
  /** What is left of it; a replay counts nothing. */
  quota: QuotaState;
}

export type RunnableOrder = Extract<Prepared, { outcome: 'run' }>;

/** An order that was admitted. */
export interface AdmittedOrder extends RunnableOrder {
  /** Until when the caller waits; milliseconds since the Unix epoch. */
  deadline: number;
  /**
   * Resolves when the answer may be made; awaited when there is something to answer. What it resolves with is called
   * where there was nothing yet.
   */
  beforeAnswer?(withinMs: number): Promise<() => void>;
}

/** In one of the slots of the caller's organization. */
export function verify(
  dependencies: CommandDependencies,
  caller: Caller,
  input: VerifyInput,
  idempotency: IdempotencyOptions,
  client: Client,
): Promise<Verified> {
  return inTextSlots(dependencies.textSlots, caller, 1, () =>
    verifyNow(dependencies, caller, input, idempotency, client),
  );
}

async function verifyNow(
  dependencies: CommandDependencies,
  caller: Caller,
  input: VerifyInput,
  idempotency: IdempotencyOptions,
  client: Client,
): Promise<Verified> {
  const organization = await loadOrganization(dependencies, caller);
  const resolved = await resolveProfile(dependencies, caller.organization_id, input.profile);
  if (resolved === null) {
    const detail = [unknownProfile(['body', 'profile'], input.profile)];
    throw new ApiError('validation_error', { param: 'profile', detail });
  }
  const prepared = await prepare(dependencies, caller, organization, resolved, input, idempotency);
  const respond = (shown: ShownVerification) => writtenResponse(dependencies, shown);
  if (prepared.outcome === 'refused') throw prepared.error;
  if (prepared.outcome === 'replay') {
    caller.concerns(prepared.verification_id);
    const { quota, slot } = await admit(dependencies, caller, organization, newId('req'), []);
    const body = await heldIn(slot, client, async () => {
      await client.takeAnswerSlot('read');
      return replay(dependencies, caller, prepared, respond);
    });
    return { body, replayed: true, quota };
  }

  const { order, run } = prepared;
  caller.concerns(order.verification_id);
  // The settle stage frees the slot under the same id, should this process not live to do so.
  const callId = reservationId(order.verification_id, run);
  const { quota, slot } = await admitOrGiveBack(dependencies, prepared, () =>
    admit(dependencies, caller, organization, callId, [{ ...order, run }]),
  );
  const deadline = dependencies.clock.now() + dependencies.settings.syncTimeoutMs;
  // Where the client has left, what came of its request is noted all the same.
  const beforeAnswer = (withinMs: number) => client.takeAnswerSlot('work', withinMs).catch(withoutSlotWhereGone);
  const admitted = { ...prepared, deadline, beforeAnswer };
  const body = await heldIn(slot, client, () => runToEnd(dependencies, caller, admitted, respond));
  return { body, replayed: false, quota };
}

function withoutSlotWhereGone(error: unknown): () => void {
  if (error instanceof ClientGoneError) return () => {};
  throw error;
}

/** The answer that `make` makes, in the slot of its call: until it has been sent, or until there is none. */
async function heldIn(
  slot: ConcurrencySlot,
  client: Client,
  make: () => Promise<VerifyResponse | AnswerPieces>,
): Promise<VerifyResponse | AnswerPieces> {
  try {
    const body = await make();
    if (body instanceof AnswerPieces) return slot.heldWhileSent(body, client);
    await slot.release();
    return body;
  } catch (error) {
    await slot.release();
    throw error;
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
      ? await outcomeWhenOver(dependencies, admitted)
      : await outcomeAtEnd(dependencies, admitted, waiting);
    if (outcome.state === 'completed') {
      const body = await respond(outcome);
      if (call !== null) await noteSuccess(dependencies, caller, call, outcome.head);
      return body;
    }
    const failure = failureOf(outcome.head);
    throw new ApiError(failure ?? 'internal_error');
  } catch (error) {
    if (call !== null) await letRetry(operations.idempotency, call, order.verification_id);
    throw error;
  } finally {
    waiting.cancel();
    if (order.retention.zero_retention) await forgetOrLeave(dependencies, caller, order.verification_id);
  }
}

/** What can't be forgotten now does not undo the answer: the key stays due, and the expiry watch has it erased. */
async function forgetOrLeave(dependencies: CommandDependencies, caller: Caller, verificationId: string): Promise<void> {
  try {
    await forget(dependencies, caller, verificationId);
  } catch (error) {
    const ids = { request_id: caller.metadata.request_id, verification_id: verificationId };
    dependencies.logger.error({ err: error, ...ids }, 'a text without retention was left to the expiry watch');
  }
}

/** Waits for the end and looks at it. The end of an earlier run may come in late: then it goes on waiting. */
async function outcomeAtEnd(
  dependencies: CommandDependencies,
  admitted: AdmittedOrder,
  first: Waiting,
): Promise<Outcome> {
  const { waiter } = dependencies;
  const { order, deadline } = admitted;
  let waiting = first;
  try {
    for (;;) {
      const ended = await waiting.ended;
      if (ended.outcome === 'timed_out') throw new ApiError('timeout');
      if (ended.outcome === 'stopped') throw new ApiError('service_unavailable');
      // Before looking, or an end in between would be missed.
      waiting = waiter.wait(verificationStream(order.verification_id), timeLeft(dependencies, deadline));
      const outcome = await outcomeWhenOver(dependencies, admitted);
      if (outcome.state !== 'running') return outcome;
    }
  } finally {
    waiting.cancel();
  }
}

/** Folded when its answer may be made, and not before: then it is in the memory until it has been sent. */
async function outcomeWhenOver(
  dependencies: CommandDependencies,
  { order, deadline, beforeAnswer }: AdmittedOrder,
): Promise<Outcome> {
  const giveBack = await beforeAnswer?.(timeLeft(dependencies, deadline));
  const outcome = await outcomeOf(dependencies, order.verification_id);
  if (outcome.state === 'running') giveBack?.();
  return outcome;
}

/** Until a deadline, in milliseconds. */
export function timeLeft({ clock }: Pick<CommandDependencies, 'clock'>, deadline: number): number {
  return Math.max(0, deadline - clock.now());
}

/** The answer of the first call with this key. */
export async function replay<Body>(
  dependencies: CommandDependencies,
  caller: Caller,
  { verification_id, call }: Extract<Prepared, { outcome: 'replay' }>,
  respond: Respond<Body>,
): Promise<Body> {
  const outcome = await outcomeOf(dependencies, verification_id);
  if (outcome.state !== 'completed') throw new ApiError('idempotency_result_not_retained');
  const body = await respond(outcome);
  // A crash between the end and the note of it left the claim open.
  await noteSuccess(dependencies, caller, call, outcome.head);
  return body;
}

/** Without the note the next call with this key finds the end in the stream: an answer is not lost for it. */
async function noteSuccess(
  { operations, clock, logger }: CommandDependencies,
  caller: Caller,
  call: IdempotentCall,
  head: VerificationHead,
): Promise<void> {
  const verificationId = head.request!.verification_id;
  try {
    await rememberSuccess(operations.idempotency, call, verificationId, 201, rememberedUntil(clock, head));
  } catch (err) {
    const ids = { request_id: caller.metadata.request_id, verification_id: verificationId };
    logger.error({ err, ...ids }, 'the end of a call was not noted under its idempotency key');
  }
}

/** A key is remembered for a day, or until the content expires. What was never kept is known to be so for the day. */
function rememberedUntil(clock: Clock, { request }: VerificationHead): string {
  const remembered = clock.now() + REMEMBERED_MS;
  const expires = request === null || request.zero_retention ? remembered : Date.parse(request.expires_at);
  return new Date(Math.min(remembered, expires)).toISOString();
}

/**
 * Its turn never came in the time that the caller waits: nothing was done, and nothing is to be paid. Where a retry has
 * begun the run meanwhile, the reservation is that run's.
 */
async function giveUpUnbegun(
  { verifications, operations }: CommandDependencies,
  { order, call, run }: AdmittedOrder,
): Promise<never> {
  const { state } = await verifications.load(order.verification_id);
  if (state.head.run < run) await operations.admission.settleCost(reservationId(order.verification_id, run), 0);
  if (call !== null) await letRetry(operations.idempotency, call, order.verification_id);
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
    if (call !== null) await giveBack(dependencies.operations.idempotency, call, order.verification_id, claimed_until);
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
