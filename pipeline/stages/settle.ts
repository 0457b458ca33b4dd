/** VerificationCompleted, VerificationFailed, VerificationCancelled → settles the run's reservation at its cost and frees its slot. */

import type { EventStore } from '#contracts/ports/event-store.ts';
import type { StageMessage } from '#contracts/ports/stage-queue.ts';
import { decodeEvent } from '#domain/events/registry.ts';
import { verificationIdOf } from '#domain/verification/decider.ts';
import { isEnd, statusAfter } from '#domain/verification/ended.ts';
import { reservationId } from '#domain/verification/reservation-id.ts';
import { runCents } from '#domain/verification/run-cost.ts';
import { verificationRequest } from '#streams/verification-request.ts';
import { triggerOf } from '../runs/run.ts';
import type { SettleDependencies, StageHandler } from './stage.ts';

const PAGE = 256;

/** Both steps are idempotent; only the first settlement of a run counts. */
export function createSettleStage({ events, admission }: SettleDependencies): StageHandler {
  return async (message) => {
    const id = verificationIdOf(message.stream);
    const [trigger, request] = await Promise.all([triggerOf(events, message), verificationRequest(events, id)]);
    if (trigger === null || !isEnd(trigger)) return;
    const status = statusAfter(trigger);
    if (request === null) throw new RangeError('a verification begins with its request');
    const { run, model_usage, source_usage } = trigger.data;
    const reservation = reservationId(id, run);
    const cost = runCents(request.cost_cents, { status, model_usage, source_usage });
    const payer = run === (request.run ?? 1) ? request.key_id : await keyOfRestart(events, message, run);
    await Promise.all([admission.settleCost(reservation, cost), admission.releaseSlot(payer, reservation)]);
  };
}

/** The id of the key that began a later run. Pages backwards, to avoid folding a stream of thousands of events. */
async function keyOfRestart(events: EventStore, { stream, revision }: StageMessage, run: number): Promise<string> {
  // The restart is the first event of its run.
  for (let before = revision; before > 0; before -= PAGE) {
    const from = Math.max(0, before - PAGE);
    for (const recorded of await events.readStream(stream, { from, limit: before - from })) {
      const event = decodeEvent(recorded);
      if (event?.type === 'VerificationRestarted' && event.data.run === run) return event.data.key_id;
    }
  }
  throw new RangeError(`run ${run} has no restart`);
}
