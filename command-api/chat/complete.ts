/**
 * POST /chat/completions: a model writes a text, which is then verified like any other text. The text is recorded with
 * the request of its verification before the client sees any of it.
 */

import { inPieces } from '#common/in-pieces.ts';
import { ApiError } from '#contracts/errors.ts';
import type { ChatCompletion, CompletedChatVerification, FailedChatVerification } from '#contracts/http/chat.ts';
import type { QuotaState } from '#contracts/ports/admission.ts';
import { newId } from '#domain/ids.ts';
import type { OrganizationState } from '#domain/organization/decider.ts';
import { reservationId } from '#domain/verification/reservation-id.ts';
import { openContent } from '#domain/verification/result.ts';
import { jsonPieces } from '#http/json-stream.ts';
import { rateLimitHeaders } from '#http/rate-limit.ts';
import { ResponsePieces } from '#http/response-pieces.ts';
import { costLimits } from '#streams/cost-limits.ts';
import type { Caller } from '../caller.ts';
import type { ChatDependencies } from '../dependencies.ts';
import { admit } from '../verification/admit.ts';
import { releasingHold } from '../verification/begin.ts';
import { idempotentCall, keepingLease } from '../verification/idempotency.ts';
import { costLimitExceeded } from '../verification/monthly-limit.ts';
import { type HeldRun, holdRun, loadOrganization, type Prepared } from '../verification/prepare.ts';
import type { VerificationOrder } from '../verification/request.ts';
import { type AdmittedOrder, endRun, replay, startRun } from '../verification/run-to-end.ts';
import { type ConcurrencySlot, inTextSlots } from '../verification/slots.ts';
import type { ChatCall } from './call.ts';
import { eventStream } from './event-stream.ts';
import {
  type CompletionText,
  completedVerification,
  completionBody,
  completionText,
  failedVerification,
} from './response.ts';
import { textWriter } from './write-text.ts';

export interface ChatResponse {
  body: ResponsePieces;
  replayed: boolean;
  /** What is left of the quota. A replay uses none of it. */
  quota: QuotaState;
}

const ENDPOINT = 'POST /chat/completions';

/**
 * Resolves as soon as there is something to send. Throws ApiError if the model fails or the verification can't begin.
 * Once the text is recorded, the call succeeds even if its verification fails.
 */
export function completeChat(dependencies: ChatDependencies, call: ChatCall): Promise<ChatResponse> {
  const { promise, resolve, reject } = Promise.withResolvers<ChatResponse>();
  // The slot is held until the verification has ended, although a streamed response begins earlier.
  inTextSlots(dependencies.textSlots, call.caller, 1, async () => {
    const { response, ended } = await completeInSlot(dependencies, call);
    resolve(response);
    await ended;
  }).catch(reject);
  return promise;
}

interface Completing {
  response: ChatResponse;
  /** Resolves when the verification has ended, even if the client has disconnected. */
  ended: Promise<unknown>;
}

async function completeInSlot(dependencies: ChatDependencies, call: ChatCall): Promise<Completing> {
  const { caller, request, idempotencyKey } = call;
  const organization = await loadOrganization(dependencies, caller);
  const held = await holdRun(
    dependencies,
    idempotencyKey === null
      ? null
      : idempotentCall(dependencies.secrets.fingerprint, caller, ENDPOINT, idempotencyKey, request),
  );
  if (held.outcome === 'refused') throw held.error;
  if (held.outcome === 'replay') {
    return { response: await replayedResponse(dependencies, call, organization, held), ended: Promise.resolve() };
  }
  caller.concerns(held.verification_id);
  const deadline = dependencies.clock.now() + dependencies.settings.syncTimeoutMs;
  const written = await releasingHold(dependencies, held, held.verification_id, () =>
    admitAndWrite(dependencies, call, organization, held),
  );
  const { order, slot, quota } = written;
  try {
    const { text, result } = await beginVerification(dependencies, call, {
      ...held,
      order,
      deadline,
      client: call.client,
    });
    const body = request.stream
      ? streamedBody(dependencies, call, { text, result, slot })
      : await wholeBody(dependencies, call, { text, result, slot });
    return { response: { body, replayed: false, quota }, ended: Promise.allSettled([result]) };
  } catch (error) {
    await slot.release();
    throw error;
  }
}

interface WrittenText {
  order: VerificationOrder;
  quota: QuotaState;
  slot: ConcurrencySlot;
}

async function admitAndWrite(
  dependencies: ChatDependencies,
  call: ChatCall,
  organization: OrganizationState,
  held: HeldRun & { verification_id: string },
): Promise<WrittenText> {
  const { verification_id, run } = held;
  const { cost_cents, writing_cents, spent, write } = await textWriter(dependencies, call, organization, held);
  // If this process dies, the settle stage frees the slot under the same id.
  const reservation = reservationId(verification_id, run);
  const orders = [{ verification_id, run, cost_cents }];
  const { quota, slot } = await admit(dependencies, call.caller, organization, reservation, orders);
  try {
    const most = { reservation_id: reservation, cost_cents: cost_cents + writing_cents };
    if (writing_cents > 0) await reserveWriting(dependencies, call.caller, most, quota);
    return { order: await keepingHold(dependencies, held, write), quota, slot };
  } catch (error) {
    // A call that continues an earlier call's hold shares its reservation and slot. If we released them here, the
    // next try would count as a repetition, which costs nothing and takes no slot. The cost of what the model was asked
    // stays either way.
    if (held.lease?.isNew ?? true) {
      await dependencies.operations.admission.settleCost(reservation, spent());
      await slot.release();
    }
    throw error;
  }
}

/**
 * Reserves what the model may cost at most against the limits of the key, the organization and the free allowance, as
 * for the questions of judges. Throws ApiError monthly_cost_limit_exceeded.
 */
async function reserveWriting(
  { events, operations, clock, settings }: ChatDependencies,
  { key_id, organization_id }: Caller,
  most: { reservation_id: string; cost_cents: number },
  quota: QuotaState,
): Promise<void> {
  const limits = await costLimits(events, { key_id, organization_id }, settings.freeAllowance);
  if (!(await operations.admission.raiseReservation({ ...most, ...limits }))) {
    throw costLimitExceeded(limits, clock.now(), rateLimitHeaders(quota));
  }
}

/** Keeps the lease of the hold while a model writes, which may take longer than one lease. */
function keepingHold<Result>(
  dependencies: ChatDependencies,
  { call, lease, verification_id }: HeldRun & { verification_id: string },
  work: () => Promise<Result>,
): Promise<Result> {
  if (call === null || lease === null) return work();
  return keepingLease(dependencies, call, verification_id, lease, work);
}

interface BegunVerification {
  text: CompletionText;
  /** Rejects with ApiError if the verification fails or takes too long. */
  result: Promise<CompletedChatVerification>;
}

/** Resolves when the text is recorded. */
async function beginVerification(
  dependencies: ChatDependencies,
  { caller }: ChatCall,
  admitted: AdmittedOrder,
): Promise<BegunVerification> {
  const begun = await startRun(dependencies, caller, admitted);
  const result = endRun(dependencies, caller, admitted, begun, completedVerification);
  // Whoever sends the response handles the failure.
  result.catch(() => {});
  return { text: completionText(begun.head, admitted.order.content), result };
}

interface HeldVerification extends BegunVerification {
  slot: ConcurrencySlot;
}

function streamedBody(
  dependencies: ChatDependencies,
  { caller, client }: ChatCall,
  { text, result, slot }: HeldVerification,
): ResponsePieces {
  const verification = result.catch((error) => failed(dependencies, caller, text, error));
  // A client that leaves early does not get another slot before the work for it has ended.
  void Promise.all([verification, client.served]).then(slot.release);
  return new ResponsePieces(eventStream({ text, verification, beforeEnd: slot.release }));
}

async function wholeBody(
  dependencies: ChatDependencies,
  { caller, client }: ChatCall,
  { text, result, slot }: HeldVerification,
): Promise<ResponsePieces> {
  const verification = await result.catch((error) => {
    const failure = failed(dependencies, caller, text, error);
    // Nothing was sent yet, and a repeated call may succeed.
    if (failure.error.code === 'service_unavailable') throw error;
    return failure;
  });
  return slot.heldWhileSent(jsonBody(completionBody(text, verification)), client);
}

function jsonBody(body: ChatCompletion): ResponsePieces {
  return new ResponsePieces(inPieces(jsonPieces(body)));
}

function failed(
  { logger }: ChatDependencies,
  { metadata }: Caller,
  { verification_id }: CompletionText,
  error: unknown,
): FailedChatVerification {
  const verification = failedVerification(verification_id, error);
  if (!(error instanceof ApiError)) {
    const ids = { request_id: metadata.request_id, verification_id };
    logger.error({ err: error, ...ids }, 'the verification of a chat completion failed unexpectedly');
  }
  return verification;
}

/** Returns the response of the first call with this key. */
async function replayedResponse(
  dependencies: ChatDependencies,
  { caller, request, client }: ChatCall,
  organization: OrganizationState,
  held: Extract<Prepared, { outcome: 'replay' }>,
): Promise<ChatResponse> {
  caller.concerns(held.verification_id);
  const { quota, slot } = await admit(dependencies, caller, organization, newId('req'), []);
  try {
    await client.takeResponseSlot('read');
    const { text, verification } = await replay(dependencies, caller, held, async (shown) => ({
      text: completionText(shown.head, openContent(shown.head.request!, await shown.open())),
      verification: await completedVerification(shown),
    }));
    const body = request.stream
      ? eventStream({ text, verification: Promise.resolve(verification), beforeEnd: slot.release })
      : inPieces(jsonPieces(completionBody(text, verification)));
    return { body: slot.heldWhileSent(new ResponsePieces(body), client), replayed: true, quota };
  } catch (error) {
    await slot.release();
    throw error;
  }
}
