/** VerificationCompleted, VerificationFailed, VerificationCancelled → settles the run's reservation at its cost and frees its slot. */

import type { EventStore } from '#contracts/ports/event-store.ts';
import type { StageMessage } from '#contracts/ports/stage-queue.ts';
import { decodeEvent } from '#domain/events/registry.ts';
import { verificationIdOf } from '#domain/verification/decider.ts';
import { isEnd, statusAfter } from '#domain/verification/ended.ts';
import type { VerificationEvent } from '#domain/verification/events.ts';
import { reservationId } from '#domain/verification/reservation-id.ts';
import { runCents } from '#domain/verification/run-cost.ts';
import { triggerOf } from '../runs/run.ts';
import type { SettleDependencies, StageHandler } from './stage.ts';

/** Both steps are idempotent; only the first settlement of a run counts. */
export function createSettleStage({ events, admission }: SettleDependencies): StageHandler {
  return async (message) => {
    const [trigger, [first]] = await Promise.all([
      triggerOf(events, message),
      readEvents(events, message.stream, 0, 1),
    ]);
    if (trigger === null || !isEnd(trigger)) return;
    const status = statusAfter(trigger);
    if (first?.type !== 'VerificationRequested') throw new RangeError('a verification begins with its request');
    const { run, model_usage, source_usage } = trigger.data;
    const reservation = reservationId(verificationIdOf(message.stream), run);
    const cost = runCents(first.data.cost_cents, { status, model_usage, source_usage });
    const payer = run === (first.data.run ?? 1) ? first.data.key_id : await keyOfRestart(events, message, run);
    await Promise.all([admission.settleCost(reservation, cost), admission.releaseSlot(payer, reservation)]);
  };
}

/** The id of the key that began a later run. Pages backwards, to avoid folding a stream of thousands of events. */
async function keyOfRestart(events: EventStore, { stream, revision }: StageMessage, run: number): Promise<string> {
  // The restart is the first event of its run.
  for (let before = revision; before > 0; before -= PAGE) {
    const from = Math.max(0, before - PAGE);
    const page = await readEvents(events, stream, from, before - from);
    for (const event of page) {
      if (event.type === 'VerificationRestarted' && event.data.run === run) return event.data.key_id;
    }
  }
  throw new RangeError(`run ${run} has no restart`);
}

const PAGE = 256;

async function readEvents(
  events: EventStore,
  stream: string,
  from: number,
  limit: number,
): Promise<VerificationEvent[]> {
  const recorded = await events.readStream(stream, { from, limit });
  return recorded.flatMap((event) => (decodeEvent(event) as VerificationEvent | null) ?? []);
}
