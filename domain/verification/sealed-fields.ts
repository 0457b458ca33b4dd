/**
 * Which texts of a verification's events are sealed, and under what name. Key: the verification's data key (key id =
 * verification id). Associated data: (verification id, record, field), so a sealed value opens only where it belongs.
 * Whoever seals and whoever opens take the names from here.
 */
import type { VerificationEvent } from '#contracts/events/verification.ts';

/**
 * Field name → what it seals, and whose id is the record.
 *
 * | field       | event.property                  | record          |
 * |-------------|---------------------------------|-----------------|
 * | content     | VerificationRequested.content   | verification id |
 * | question    | VerificationRequested.question  | verification id |
 * | claim       | ClaimExtracted.detail           | claim id        |
 * | extraction  | ExtractionCompleted.detail      | verification id |
 * | evidence    | EvidenceRetrieved.detail        | claim id        |
 * | judgement   | ClaimJudged.detail              | claim id        |
 * | completion  | VerificationCompleted.detail    | verification id |
 * | explanation | ReviewRecorded.explanation      | review id       |
 */
export const SEALED = {
  content: 'content',
  question: 'question',
  claim: 'claim',
  extraction: 'extraction',
  evidence: 'evidence',
  judgement: 'judgement',
  completion: 'completion',
  explanation: 'explanation',
} as const;
export type SealedField = (typeof SEALED)[keyof typeof SEALED];

export interface SealedPlace {
  /** Property of the event's data that holds the sealed value. */
  property: 'content' | 'question' | 'detail' | 'explanation';
  record: string;
  field: SealedField;
}

/** Every sealed value that an event of the verification carries; none for events without text. */
export function sealedPlaces(verificationId: string, event: VerificationEvent): SealedPlace[] {
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
    case 'EvidenceRetrieved':
      return [{ property: 'detail', record: event.data.claim_id, field: SEALED.evidence }];
    case 'ClaimJudged':
      return [{ property: 'detail', record: event.data.claim_id, field: SEALED.judgement }];
    case 'VerificationCompleted':
      return [{ property: 'detail', record: verificationId, field: SEALED.completion }];
    case 'ReviewRecorded':
      return [{ property: 'explanation', record: event.data.review_id, field: SEALED.explanation }];
    default:
      return [];
  }
}
