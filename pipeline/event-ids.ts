/** Ids of the events that stages make: the same whenever a stage runs again. */
import type { VerificationEvent } from '#contracts/events/verification.ts';
import { stageEventId } from '#domain/ids.ts';

/**
 * Id of `event`, which `stage` makes on `stream`. It depends on what the event is about and not on its place in an
 * append, so that a re-run that only makes what is missing gives it the same id.
 */
export function eventIdOf(stream: string, stage: string, event: VerificationEvent): string {
  switch (event.type) {
    case 'ClaimExtracted':
    case 'EvidenceRetrieved':
    case 'ClaimJudged':
      return stageEventId(stream, event.data.run, stage, `${event.type}/${event.data.ordinal}`);
    case 'StageDeadLettered':
      return stageEventId(stream, event.data.run, stage, `${event.type}/${event.data.trigger_event_id}`);
    default:
      return stageEventId(stream, 'run' in event.data ? event.data.run : 0, stage, event.type);
  }
}
