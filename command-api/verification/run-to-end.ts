/**
 * Runs an admitted order to its end: begins the run, waits until the verification has ended, and responds. Shared by the
 * calls that wait: POST /verifications and /claims/verify, batches, and chat completions.
 */
import { ApiError } from '#contracts/errors.ts';
import { VERIFICATION } from '#domain/verification/decider.ts';
import { hasEnded } from '#domain/verification/ended.ts';
import { failureOf } from '#domain/verification/failure.ts';
import { reservationId } from '#domain/verification/reservation-id.ts';
import type { VerificationHead } from '#domain/verification/state.ts';
import type { Client } from '#http/client.ts';
import { refuseErased } from '#results/open.ts';
import type { ShownVerification } from '#results/shown.ts';
import type { Caller } from '../caller.ts';
import type { CommandDependencies } from '../dependencies.ts';
import { unlessFailing } from '../unless-failing.ts';
import { beginRun } from './begin.ts';
import { allowRetry, type IdempotentCall, rememberedUntil, rememberSuccess } from './idempotency.ts';
import { type Outcome, outcomeOf } from './outcome.ts';
import type { Prepared, RunnableOrder } from './prepare.ts';
import { forget } from './request.ts';
import { takeResponseSlot } from './slots.ts';
import type { Waiting } from './terminal-waiter.ts';

/** An order that was admitted. */
export interface AdmittedOrder extends RunnableOrder {
  /** When the caller stops waiting; milliseconds since the Unix epoch. */
  deadline: number;
  /** Whose response slot is taken once the verification has ended; null: the caller takes it later. */
  client: Client | null;
}

/** A run that is recorded. */
export interface BegunRun {
  head: VerificationHead;
  waiting: Waiting;
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
  const begun = await startRun(dependencies, caller, admitted);
  return endRun(dependencies, caller, admitted, begun, respond);
}

/** Records the run. Throws ApiError timeout if nothing could begin in time. Call `endRun` with what it returns. */
export async function startRun(
  dependencies: CommandDependencies,
  caller: Caller,
  admitted: AdmittedOrder,
): Promise<BegunRun> {
  const timeoutMs = admitted.deadline - dependencies.clock.now();
  if (timeoutMs <= 0) return timeOutUnstarted(dependencies, admitted);
  const waiting = dependencies.waiter.wait(VERIFICATION.stream(admitted.order.verification_id), timeoutMs);
  try {
    return { head: await beginRun(dependencies, caller, admitted), waiting };
  } catch (error) {
    waiting.cancel();
    await letRetry(dependencies, admitted);
    await tryForget(dependencies, caller, admitted);
    throw error;
  }
}

/** Waits until a run that was started has ended, and responds. Throws like `runToEnd`. */
export async function endRun<Body>(
  dependencies: CommandDependencies,
  caller: Caller,
  admitted: AdmittedOrder,
  { head, waiting }: BegunRun,
  respond: Respond<Body>,
): Promise<Body> {
  try {
    // Another call with this key was faster and its verification has ended, so no end event will come.
    const outcome = hasEnded(head)
      ? await loadOutcomeForResponse(dependencies, admitted)
      : await waitForOutcome(dependencies, admitted, waiting);
    if (outcome.state === 'completed') {
      const body = await respondTo(outcome, respond);
      if (admitted.call !== null) await recordSuccess(dependencies, caller, admitted.call, outcome.head);
      return body;
    }
    const message = outcome.state === 'cancelled' ? { message: 'The verification was cancelled.' } : {};
    throw new ApiError(failureOf(outcome.head) ?? 'internal_error', message);
  } catch (error) {
    await letRetry(dependencies, admitted);
    throw error;
  } finally {
    waiting.cancel();
    await tryForget(dependencies, caller, admitted);
  }
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
  // A crash after the verification ended may have left the key held.
  await recordSuccess(dependencies, caller, call, outcome.head);
  return body;
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
  { order, deadline, client }: AdmittedOrder,
): Promise<Outcome> {
  const giveBack = client && (await takeResponseSlot(client, timeLeft(dependencies, deadline)));
  const outcome = await outcomeOf(dependencies, order.verification_id);
  if (outcome.state === 'running') giveBack?.();
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

/**
 * Records the success under the idempotency key. If that fails, the response is sent anyway, as the next call with this
 * key finds the outcome in the stream.
 */
async function recordSuccess(
  dependencies: CommandDependencies,
  caller: Caller,
  call: IdempotentCall,
  head: VerificationHead,
): Promise<void> {
  const { operations, clock } = dependencies;
  const request = head.request!;
  const { verification_id } = request;
  const message = 'the outcome of a call was not stored under its idempotency key';
  await unlessFailing(dependencies, caller, { verification_id }, message, () =>
    rememberSuccess(operations.idempotency, call, verification_id, 201, rememberedUntil(clock, request)),
  );
}

/** Lets a repeated call continue at once. */
async function letRetry({ operations }: CommandDependencies, { call, order }: AdmittedOrder): Promise<void> {
  if (call !== null) await allowRetry(operations.idempotency, call, order.verification_id);
}

/**
 * Erases a zero-retention text. A failed erasure does not undo the response: the key stays due, and the expiry watch has
 * it erased.
 */
async function tryForget(
  dependencies: CommandDependencies,
  caller: Caller,
  { order: { verification_id, retention } }: AdmittedOrder,
): Promise<void> {
  if (!retention.zero_retention) return;
  const message = 'a zero-retention text could not be erased yet; the expiry watch erases it';
  await unlessFailing(dependencies, caller, { verification_id }, message, () =>
    forget(dependencies, caller, verification_id),
  );
}

/**
 * Times out an order whose turn did not come in time: nothing was done and nothing is charged. If a retry has begun the
 * run in the meantime, the reservation is left to that run.
 */
async function timeOutUnstarted(dependencies: CommandDependencies, admitted: AdmittedOrder): Promise<never> {
  const { verifications, operations } = dependencies;
  const { order, run } = admitted;
  const { state } = await verifications.load(order.verification_id);
  if (state.head.run < run) await operations.admission.settleCost(reservationId(order.verification_id, run), 0);
  await letRetry(dependencies, admitted);
  throw new ApiError('timeout');
}
