/** Ids of the events that stages make. */
import type { VerificationEvent } from '#contracts/events/verification.ts';
import { stageEventId } from '#domain/ids.ts';

/**
 * Id of `event`, which `stage` makes on `stream`. It depends on what the event is about and on what it says under seal,
 * not on its place in an append. A store answers an append that stands there under the same ids as if it had written it:
 * of two workers at one claim, who may have found different evidence, the second has to meet a conflict instead.
 */
export function eventIdOf(stream: string, stage: string, event: VerificationEvent): string {
  const run = 'run' in event.data ? event.data.run : 0;
  return stageEventId(stream, run, stage, [event.type, ...subjectOf(event), ...sealedPartOf(event)].join('/'));
}

function subjectOf(event: VerificationEvent): (string | number)[] {
  switch (event.type) {
    case 'ClaimExtracted':
    case 'EvidenceRetrieved':
    case 'ClaimJudged':
      return [event.data.ordinal];
    case 'StageDeadLettered':
      return [event.data.trigger_event_id];
    default:
      return [];
  }
}

/** Enough of the end of a sealed text to hold its authentication tag, in which any two differ. */
const TAG_CHARACTERS = 32;

function sealedPartOf({ data }: VerificationEvent): string[] {
  return 'detail' in data ? [data.detail.slice(-TAG_CHARACTERS)] : [];
}
