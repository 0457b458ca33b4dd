/** Ids of the events that stages append. */
import { stageEventId } from '#domain/ids.ts';
import { VERIFICATION } from '#domain/verification/decider.ts';
import type { VerificationEvent } from '#domain/verification/events.ts';
import { sourceCallKey } from '#domain/verification/run-usage.ts';
import { sealedValues } from '#domain/verification/sealed-fields.ts';

/**
 * Returns the id of `event`, which `stage` appends to a verification. The id depends on the subject of the event and on
 * its sealed content, not on its position in an append. The reason: a store treats an append whose ids already exist as
 * a repetition and reports success. When two workers handle the same claim and find different evidence, the second must
 * get a conflict instead.
 */
export function eventIdOf(verificationId: string, stage: string, event: VerificationEvent): string {
  const run = ('run' in event.data ? event.data.run : undefined) ?? 0;
  const name = [event.type, ...subjectOf(event), ...sealedPartsOf(verificationId, event)].join('/');
  return stageEventId(VERIFICATION.stream(verificationId), run, stage, name);
}

/** Distinguishes events of one type and run. The compiler requires a case for every event type. */
function subjectOf(event: VerificationEvent): (string | number)[] {
  switch (event.type) {
    case 'ClaimExtracted':
    case 'EvidenceRetrieved':
    case 'ClaimJudged':
      return [event.data.ordinal];
    case 'ModelConsulted':
      return [event.data.ordinal, event.data.question];
    case 'ExtractionConsulted':
      return [event.data.question];
    case 'SourcesAsked':
      return event.data.calls.map(sourceCallKey);
    case 'StageDeadLettered':
      return [event.data.trigger_event_id];
    case 'ReviewRecorded':
      return [event.data.review_id];
    case 'VerificationRequested':
    case 'CompletionGenerated':
    case 'ExtractionCompleted':
    case 'RetrievalCompleted':
    case 'JudgementCompleted':
    case 'VerificationCompleted':
    case 'VerificationFailed':
    case 'VerificationCancelled':
    case 'DocumentVerificationEnded':
    case 'VerificationRestarted':
    case 'VerificationExpired':
    case 'VerificationErased':
      return [];
  }
}

/** Covers the authentication tag at the end of a sealed text, which differs for any two texts. */
const TAG_CHARACTERS = 32;

function sealedPartsOf(verificationId: string, event: VerificationEvent): string[] {
  const data = event.data as Record<string, unknown>;
  return sealedValues(verificationId, event).map(({ property }) => (data[property] as string).slice(-TAG_CHARACTERS));
}
