/** VerificationCompleted, VerificationFailed → the run's reservation becomes its cost, and its slot is free again. */
import { decodeEvent } from '#contracts/events/registry.ts';
import type { VerificationEvent } from '#contracts/events/verification.ts';
import type { EventStore } from '#contracts/ports/event-store.ts';
import type { StageMessage } from '#contracts/ports/stage-queue.ts';
import { reservationId } from '#domain/verification/reservation-id.ts';
import { triggerOf, verificationIdOf } from './run.ts';
import type { SettleDependencies, StageHandler } from './stage.ts';

/** Both steps are idempotent; the first settlement of a run counts. */
export function createSettleStage({ store, ops }: SettleDependencies): StageHandler {
  return async (message) => {
    const trigger = await triggerOf({ store }, message);
    if (trigger?.type !== 'VerificationCompleted' && trigger?.type !== 'VerificationFailed') return;
    const { run } = trigger.data;
    const payer = await payerOf(store, message, run);
    const reservation = reservationId(verificationIdOf(message.stream), run);
    await ops.settleCost(reservation, trigger.type === 'VerificationCompleted' ? payer.cost_cents : 0);
    await ops.releaseSlot(payer.key_id, reservation);
  };
}

/** Who holds the run's slot, without folding a stream of thousands of events for it. */
async function payerOf(
  store: EventStore,
  { stream, revision }: StageMessage,
  run: number,
): Promise<{ key_id: string; cost_cents: number }> {
  const [first] = await readEvents(store, stream, 0, 1);
  if (first?.type !== 'VerificationRequested') throw new RangeError('a verification begins with its request');
  const { cost_cents, key_id } = first.data;
  if (run === 1) return { cost_cents, key_id };
  // The restart stands before everything else of its run.
  for (let before = revision; before > 0; before -= PAGE) {
    const from = Math.max(0, before - PAGE);
    const page = await readEvents(store, stream, from, before - from);
    for (const event of page) {
      if (event.type === 'VerificationRestarted' && event.data.run === run) {
        return { cost_cents, key_id: event.data.key_id };
      }
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
