/**
 * Which texts of a verification's events are sealed, and under which field name. Key: the verification's data key (key
 * id = verification id). Associated data: (verification id, record, field), so a sealed value opens only in its place.
 * Sealing and opening code both use these names. The file key of a document is among them, as the data key of the
 * document's verification seals it too.
 */
import type { VerificationEvent } from './events.ts';

/**
 * Field name → the property it seals, and the id used as the record.
 *
 * | field        | event.property                  | record          |
 * |--------------|---------------------------------|-----------------|
 * | content      | VerificationRequested.content   | verification id |
 * | question     | VerificationRequested.question  | verification id |
 * | claim        | ClaimExtracted.detail           | claim id        |
 * | extraction   | ExtractionCompleted.detail      | verification id |
 * | evidence     | EvidenceRetrieved.detail        | claim id        |
 * | consultation | ExtractionConsulted.detail      | verification id |
 * | consultation | ModelConsulted.detail           | claim id        |
 * | judgement    | ClaimJudged.detail              | claim id        |
 * | completion   | VerificationCompleted.detail    | verification id |
 * | explanation  | ReviewRecorded.explanation      | review id       |
 * | upload_key   | DocumentSubmitted.upload_key    | job id          |
 * | sources      | none: a blob beside the events (`sealed/given-sources.ts`) | verification id |
 * | known_inputs | none: a blob beside the events (`sealed/known-inputs.ts`) | verification id |
 */
export const SEALED = {
  content: 'content',
  question: 'question',
  claim: 'claim',
  extraction: 'extraction',
  evidence: 'evidence',
  consultation: 'consultation',
  judgement: 'judgement',
  completion: 'completion',
  explanation: 'explanation',
  upload_key: 'upload_key',
  sources: 'sources',
  known_inputs: 'known_inputs',
} as const;
export type SealedField = (typeof SEALED)[keyof typeof SEALED];

export interface SealedValue {
  /** Property of the event's data that holds the sealed value. */
  property: 'content' | 'question' | 'detail' | 'explanation';
  record: string;
  field: SealedField;
}

/** All sealed values in an event; none for events without text. An added event must be added here too. */
export function sealedValues(verificationId: string, event: VerificationEvent): SealedValue[] {
  switch (event.type) {
    case 'VerificationRequested':
      return [
        { property: 'content', record: verificationId, field: SEALED.content },
        { property: 'question', record: verificationId, field: SEALED.question },
      ];
    case 'ClaimExtracted':
      return [{ property: 'detail', record: event.data.claim_id, field: SEALED.claim }];
    case 'ExtractionCompleted':
      return [{ property: 'detail', record: verificationId, field: SEALED.extraction }];
    case 'ExtractionConsulted':
      return [{ property: 'detail', record: verificationId, field: SEALED.consultation }];
    case 'EvidenceRetrieved':
      return [{ property: 'detail', record: event.data.claim_id, field: SEALED.evidence }];
    case 'ModelConsulted':
      return [{ property: 'detail', record: event.data.claim_id, field: SEALED.consultation }];
    case 'ClaimJudged':
      return [{ property: 'detail', record: event.data.claim_id, field: SEALED.judgement }];
    case 'VerificationCompleted':
      return [{ property: 'detail', record: verificationId, field: SEALED.completion }];
    case 'ReviewRecorded':
      return [{ property: 'explanation', record: event.data.review_id, field: SEALED.explanation }];
    case 'CompletionGenerated':
    case 'SourcesAsked':
    case 'RetrievalCompleted':
    case 'JudgementCompleted':
    case 'VerificationFailed':
    case 'VerificationCancelled':
    case 'DocumentVerificationEnded':
    case 'VerificationRestarted':
    case 'StageDeadLettered':
    case 'VerificationExpired':
    case 'VerificationErased':
      return [];
  }
}
