/** Delivers the events of a log to the stages they trigger, as the stage queue would, one message at a time. */

import type { RecordedEvent } from '#contracts/ports/event-store.ts';
import type { DeliveryContext, StageMessage } from '#contracts/ports/stage-queue.ts';
import { decodeEvent, registry } from '#domain/events/registry.ts';
import type { StageName } from '#pipeline/stages/stage.ts';
import { STAGE_NAMES, STAGES } from '#pipeline/stages/stage-table.ts';
import { toStageMessage } from '#platform/events/stage-message.ts';

/** The context of a first delivery, unless overridden. */
export function delivery(overrides: Partial<DeliveryContext> = {}): DeliveryContext {
  return { attempt: 1, last: false, signal: new AbortController().signal, async heartbeat() {}, ...overrides };
}

/** The stages that an event triggers. */
export function stagesOf(event: RecordedEvent): StageName[] {
  return STAGE_NAMES.filter((stage) => registry.storedTypes(STAGES[stage].triggers).includes(event.type));
}

/** Calls `deliver` for every message of the log in order, including those that the deliveries append. */
export async function drain(
  log: readonly RecordedEvent[],
  deliver: (stage: StageName, message: StageMessage) => Promise<void>,
  from = 0,
): Promise<void> {
  for (let at = from; at < log.length; at++) {
    for (const stage of stagesOf(log[at]!)) await deliver(stage, toStageMessage(stage, log[at]!));
  }
}

/** The decoded events of one stream, with their ids. */
export function eventsOf(log: readonly RecordedEvent[], stream: string) {
  return log.filter((event) => event.stream === stream).map((event) => ({ ...decodeEvent(event)!, id: event.id }));
}
