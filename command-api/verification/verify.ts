/** POST /verifications and /claims/verify: verifies one text or claim, and responds when the verification has ended. */
import { ApiError } from '#contracts/errors.ts';
import type { VerifyResponse } from '#contracts/http/verification.ts';
import type { QuotaState } from '#contracts/ports/admission.ts';
import { newId } from '#domain/ids.ts';
import { VERIFICATION } from '#domain/verification/decider.ts';
import { hasEnded } from '#domain/verification/ended.ts';
import { failureOf } from '#domain/verification/failure.ts';
import { reservationId } from '#domain/verification/reservation-id.ts';
import type { VerificationHead } from '#domain/verification/state.ts';
import { type Client, ClientGoneError } from '#http/client.ts';
import { ResponsePieces } from '#http/response-pieces.ts';
import { refuseErased } from '#results/open.ts';
import type { ShownVerification } from '#results/shown.ts';
import type { Caller } from '../caller.ts';
import type { CommandDependencies } from '../dependencies.ts';
import { admit } from './admit.ts';
import { type Outcome, outcomeOf } from './answer.ts';
import { admitOrder, beginRun, orReleaseClaim, prepareCall } from './begin.ts';
import type { ConcurrencySlot } from './concurrency-slot.ts';
import { allowRetry, type IdempotentCall, rememberedUntil, rememberSuccess } from './idempotency.ts';
import type { IdempotencyOptions, Prepared, RunnableOrder, VerifyInput } from './prepare.ts';
import { forget } from './request.ts';
import { writtenResponse } from './response.ts';
import type { Waiting } from './terminal-waiter.ts';
import { inTextSlots } from './text-slots.ts';

export interface Verified {
  body: VerifyResponse | ResponsePieces;
  replayed: boolean;
  /** What is left of the quota. A replay uses none of it. */
  quota: QuotaState;
}

/** An order that was admitted. */
export interface AdmittedOrder extends RunnableOrder {
  /** When the caller stops waiting; milliseconds since the Unix epoch. */
  deadline: number;
  /**
   * Resolves when the response may be made; awaited before the outcome is loaded. Resolves with a function that gives
   * the turn back, in case the verification turns out to be still running.
   */
  beforeResponse?(withinMs: number): Promise<() => void>;
  /** Called once the run is recorded. */
  onBegun?(head: VerificationHead): void;
}

/** Verifies in one of the text slots of the caller's organization. */
export function verify(
  dependencies: CommandDependencies,
  caller: Caller,
  input: VerifyInput,
  idempotency: IdempotencyOptions,
  client: Client,
): Promise<Verified> {
  return inTextSlots(dependencies.textSlots, caller, 1, () =>
    verifyInSlot(dependencies, caller, input, idempotency, client),
  );
}

async function verifyInSlot(
  dependencies: CommandDependencies,
  caller: Caller,
  input: VerifyInput,
  idempotency: IdempotencyOptions,
  client: Client,
): Promise<Verified> {
  const { organization, prepared } = await prepareCall(dependencies, caller, input, idempotency);
  const respond = (shown: ShownVerification) => writtenResponse(dependencies, shown);
  if (prepared.outcome === 'refused') throw prepared.error;
  if (prepared.outcome === 'replay') {
    caller.concerns(prepared.verification_id);
    const { quota, slot } = await admit(dependencies, caller, organization, newId('req'), []);
    const body = await holdingSlot(slot, client, async () => {
      await client.takeResponseSlot('read');
      return replay(dependencies, caller, prepared, respond);
    });
    return { body, replayed: true, quota };
  }

  const { quota, slot } = await orReleaseClaim(dependencies, prepared, prepared.order.verification_id, () =>
    admitOrder(dependencies, caller, organization, prepared),
  );
  const deadline = dependencies.clock.now() + dependencies.settings.syncTimeoutMs;
  // If the client has disconnected, the outcome of its request is recorded anyway.
  const beforeResponse = (withinMs: number) => client.takeResponseSlot('work', withinMs).catch(ignoreClientGone);
  const admitted = { ...prepared, deadline, beforeResponse };
  const body = await holdingSlot(slot, client, () => runToEnd(dependencies, caller, admitted, respond));
  return { body, replayed: false, quota };
}

export function ignoreClientGone(error: unknown): () => void {
  if (error instanceof ClientGoneError) return () => {};
  throw error;
}

/** Makes the body and holds the call's slot until the body has been sent or `make` has failed. */
async function holdingSlot(
  slot: ConcurrencySlot,
  client: Client,
  make: () => Promise<VerifyResponse | ResponsePieces>,
): Promise<VerifyResponse | ResponsePieces> {
  try {
    const body = await make();
    if (body instanceof ResponsePieces) return slot.heldWhileSent(body, client);
    await slot.release();
    return body;
  } catch (error) {
    await slot.release();
    throw error;
  }
}

/** Builds the response. */
export type Respond<Body> = (shown: ShownVerification) => Promise<Body>;

/**
 * Runs an admitted order to its end and returns the response. Throws ApiError if the verification failed or takes too
 * long.
 */
export async function runToEnd<Body>(
  dependencies: CommandDependencies,
  caller: Caller,
  admitted: AdmittedOrder,
  respond: Respond<Body>,
): Promise<Body> {
  const { order, call } = admitted;
  const { operations, waiter, clock } = dependencies;
  const timeoutMs = admitted.deadline - clock.now();
  if (timeoutMs <= 0) return timeOutUnstarted(dependencies, admitted);
  const waiting = waiter.wait(VERIFICATION.stream(order.verification_id), timeoutMs);
  try {
    const begun = await beginRun(dependencies, caller, admitted);
    admitted.onBegun?.(begun);
    // Another call with this key was faster and its verification has ended, so no end event will come.
    const outcome = hasEnded(begun)
      ? await loadOutcomeForResponse(dependencies, admitted)
      : await waitForOutcome(dependencies, admitted, waiting);
    if (outcome.state === 'completed') {
      const body = await respondTo(outcome, respond);
      if (call !== null) await recordSuccess(dependencies, caller, call, outcome.head);
      return body;
    }
    const message = outcome.state === 'cancelled' ? { message: 'The verification was cancelled.' } : {};
    throw new ApiError(failureOf(outcome.head) ?? 'internal_error', message);
  } catch (error) {
    if (call !== null) await allowRetry(operations.idempotency, call, order.verification_id);
    throw error;
  } finally {
    waiting.cancel();
    if (order.retention.zero_retention) await tryForget(dependencies, caller, order.verification_id);
  }
}

/** A failed erasure does not undo the response: the key stays due, and the expiry watch has it erased. */
async function tryForget(dependencies: CommandDependencies, caller: Caller, verificationId: string): Promise<void> {
  try {
    await forget(dependencies, caller, verificationId);
  } catch (error) {
    const ids = { request_id: caller.metadata.request_id, verification_id: verificationId };
    dependencies.logger.error(
      { err: error, ...ids },
      'a zero-retention text could not be erased yet; the expiry watch erases it',
    );
  }
}

/**
 * Waits until the verification has ended and loads the outcome. Continues to wait if the event was the end of an
 * earlier run.
 */
async function waitForOutcome(
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
      // Register before loading the outcome, or an end between the two would be missed.
      waiting = waiter.wait(VERIFICATION.stream(order.verification_id), timeLeft(dependencies, deadline));
      const outcome = await loadOutcomeForResponse(dependencies, admitted);
      if (outcome.state !== 'running') return outcome;
    }
  } finally {
    waiting.cancel();
  }
}

/**
 * Loads the outcome only once the response may be made, because it stays in memory until the response has been sent.
 */
async function loadOutcomeForResponse(
  dependencies: CommandDependencies,
  { order, deadline, beforeResponse }: AdmittedOrder,
): Promise<Outcome> {
  const giveUpTurn = await beforeResponse?.(timeLeft(dependencies, deadline));
  const outcome = await outcomeOf(dependencies, order.verification_id);
  if (outcome.state === 'running') giveUpTurn?.();
  return outcome;
}

/** The key may have been destroyed since the outcome was loaded. */
function respondTo<Body>(outcome: ShownVerification, respond: Respond<Body>): Promise<Body> {
  return respond(outcome).catch((error) => refuseErased('idempotency_result_not_retained', error));
}

/** Milliseconds left until the deadline, at least 0. */
export function timeLeft({ clock }: Pick<CommandDependencies, 'clock'>, deadline: number): number {
  return Math.max(0, deadline - clock.now());
}

/** Returns the response of the first call with this key. */
export async function replay<Body>(
  dependencies: CommandDependencies,
  caller: Caller,
  { verification_id, call }: Extract<Prepared, { outcome: 'replay' }>,
  respond: Respond<Body>,
): Promise<Body> {
  const outcome = await outcomeOf(dependencies, verification_id);
  if (outcome.state !== 'completed') throw new ApiError('idempotency_result_not_retained');
  const body = await respondTo(outcome, respond);
  // A crash after the verification ended may have left the claim open.
  await recordSuccess(dependencies, caller, call, outcome.head);
  return body;
}

/**
 * Records the success under the idempotency key. If that fails, the response is sent anyway, as the next call with this
 * key finds the outcome in the stream.
 */
async function recordSuccess(
  { operations, clock, logger }: CommandDependencies,
  caller: Caller,
  call: IdempotentCall,
  head: VerificationHead,
): Promise<void> {
  const request = head.request!;
  const { verification_id } = request;
  try {
    await rememberSuccess(operations.idempotency, call, verification_id, 201, rememberedUntil(clock, request));
  } catch (err) {
    const ids = { request_id: caller.metadata.request_id, verification_id };
    logger.error({ err, ...ids }, 'the outcome of a call was not stored under its idempotency key');
  }
}

/**
 * Times out an order whose turn did not come in time: nothing was done and nothing is charged. If a retry has begun the
 * run in the meantime, the reservation is left to that run.
 */
async function timeOutUnstarted(
  { verifications, operations }: CommandDependencies,
  { order, call, run }: AdmittedOrder,
): Promise<never> {
  const { state } = await verifications.load(order.verification_id);
  if (state.head.run < run) await operations.admission.settleCost(reservationId(order.verification_id, run), 0);
  if (call !== null) await allowRetry(operations.idempotency, call, order.verification_id);
  throw new ApiError('timeout');
}
