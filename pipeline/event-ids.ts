/** Ids of the events that stages make. */
import { stageEventId } from '#domain/ids.ts';
import { verificationStream } from '#domain/verification/decider.ts';
import type { VerificationEvent } from '#domain/verification/events.ts';
import { sealedPlaces } from '#domain/verification/sealed-fields.ts';

/**
 * Id of `event`, which `stage` makes of a verification. It depends on what the event is about and on what it says under
 * seal, not on its place in an append. A store answers an append whose ids stand there already as if it had written it:
 * of two workers at one claim, who may have found different evidence, the second has to meet a conflict instead.
 */
export function eventIdOf(verificationId: string, stage: string, event: VerificationEvent): string {
  const run = 'run' in event.data ? event.data.run : 0;
  const name = [event.type, ...subjectOf(event), ...sealedPartsOf(verificationId, event)].join('/');
  return stageEventId(verificationStream(verificationId), run, stage, name);
}

/** What tells events of one type and run apart. An added event must be added here too. */
function subjectOf(event: VerificationEvent): (string | number)[] {
  switch (event.type) {
    case 'ClaimExtracted':
    case 'EvidenceRetrieved':
    case 'ClaimJudged':
      return [event.data.ordinal];
    case 'StageDeadLettered':
      return [event.data.trigger_event_id];
    case 'ReviewRecorded':
      return [event.data.review_id];
    case 'VerificationRequested':
    case 'ExtractionCompleted':
    case 'RetrievalCompleted':
    case 'JudgementCompleted':
    case 'VerificationCompleted':
    case 'VerificationFailed':
    case 'VerificationRestarted':
    case 'VerificationExpired':
    case 'VerificationErased':
      return [];
  }
}

/** Enough of the end of a sealed text to hold its authentication tag, in which any two differ. */
const TAG_CHARACTERS = 32;

function sealedPartsOf(verificationId: string, event: VerificationEvent): string[] {
  const data = event.data as Record<string, unknown>;
  return sealedPlaces(verificationId, event).map(({ property }) => (data[property] as string).slice(-TAG_CHARACTERS));
}
