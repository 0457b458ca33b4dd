/** VerificationCompleted, VerificationFailed → the run's reservation becomes its cost, and its slot is free again. */

import type { EventStore } from '#contracts/ports/event-store.ts';
import type { StageMessage } from '#contracts/ports/stage-queue.ts';
import { decodeEvent } from '#domain/events/registry.ts';
import { verificationIdOf } from '#domain/verification/decider.ts';
import type { VerificationEvent } from '#domain/verification/events.ts';
import { reservationId } from '#domain/verification/reservation-id.ts';
import { triggerOf } from './run.ts';
import type { SettleDependencies, StageHandler } from './stage.ts';

/** Both steps are idempotent; the first settlement of a run counts. */
export function createSettleStage({ store, admission }: SettleDependencies): StageHandler {
  return async (message) => {
    const [trigger, [first]] = await Promise.all([triggerOf(store, message), readEvents(store, message.stream, 0, 1)]);
    if (trigger?.type !== 'VerificationCompleted' && trigger?.type !== 'VerificationFailed') return;
    if (first?.type !== 'VerificationRequested') throw new RangeError('a verification begins with its request');
    const { run } = trigger.data;
    const reservation = reservationId(verificationIdOf(message.stream), run);
    const cost = trigger.type === 'VerificationCompleted' ? first.data.cost_cents : 0;
    const payer = run === 1 ? first.data.key_id : await restarter(store, message, run);
    await Promise.all([admission.settleCost(reservation, cost), admission.releaseSlot(payer, reservation)]);
  };
}

/** The key that began a later run, without folding a stream of thousands of events for it. */
async function restarter(store: EventStore, { stream, revision }: StageMessage, run: number): Promise<string> {
  // The restart comes before everything else of its run.
  for (let before = revision; before > 0; before -= PAGE) {
    const from = Math.max(0, before - PAGE);
    const page = await readEvents(store, stream, from, before - from);
    for (const event of page) {
      if (event.type === 'VerificationRestarted' && event.data.run === run) return event.data.key_id;
    }
  }
  throw new RangeError(`run ${run} has no restart`);
}

const PAGE = 256;

async function readEvents(
  store: EventStore,
  stream: string,
  from: number,
  limit: number,
): Promise<VerificationEvent[]> {
  const recorded = await store.readStream(stream, { from, limit });
  return recorded.flatMap((event) => (decodeEvent(event) as VerificationEvent | null) ?? []);
}
