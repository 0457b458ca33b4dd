/** The commands of the verification decider. Texts arrive sealed. */

import type { FailureReason, ReviewAction, Verdict } from '#contracts/vocabulary.ts';
import type { CompletionGeneratedData, VerificationCompletedData, VerificationRequestedData } from './events.ts';
import type {
  ClaimExtractedData,
  ClaimJudgedData,
  EvidenceRetrievedData,
  ExtractionCompletedData,
  ExtractionConsultedData,
  ModelConsultedData,
  RetrievalCompletedData,
  SourceCall,
} from './stage-events.ts';
import type { VerdictCounts } from './verdict-counts.ts';

export interface RecordReviewCommand {
  type: 'RecordReview';
  review_id: string;
  claim_id: string;
  action: ReviewAction;
  decision: Verdict | null;
  assigned_to_user_id: string | null;
  due_at: string | null;
  reviewer: { type: 'api_key' | 'user' | 'system'; id: string };
  recorded_at: string;
  explanation: string;
}

export type VerificationCommand =
  /** `generated`: how the text was written, if it is a chat completion. */
  | { type: 'RequestVerification'; data: VerificationRequestedData; generated?: CompletionGeneratedData }
  /** Calls to outside sources. */
  | { type: 'RecordSourceCalls'; run: number; calls: SourceCall[] }
  /** A group of claims, or evidence or judgements for one; `completion` is set with the last group. */
  | {
      type: 'RecordExtraction';
      run: number;
      claims: ClaimExtractedData[];
      completion: ExtractionCompletedData | null;
    }
  | {
      type: 'RecordEvidence';
      run: number;
      evidence: EvidenceRetrievedData[];
      completion: RetrievalCompletedData | null;
    }
  /** Outcomes of questions to a language model about stretches of the text. */
  | { type: 'RecordExtractionConsultations'; run: number; consultations: ExtractionConsultedData[] }
  /** Outcomes of questions to a language model about claims. */
  | { type: 'RecordConsultations'; run: number; consultations: ModelConsultedData[] }
  | {
      type: 'RecordJudgements';
      run: number;
      judgements: ClaimJudgedData[];
      completion: { run: number; counts: VerdictCounts } | null;
    }
  | { type: 'CompleteVerification'; data: Omit<VerificationCompletedData, 'model_usage' | 'source_usage'> }
  | { type: 'FailVerification'; run: number; reason: FailureReason; stage: string; failed_at: string }
  /** Stops the run that is in progress. */
  | { type: 'CancelVerification'; cancelled_at: string }
  | {
      type: 'DeadLetterStage';
      run: number;
      stage: string;
      trigger_event_id: string;
      attempts: number;
      error_class: string;
      error_code: string | null;
      reason: FailureReason;
      dead_lettered_at: string;
    }
  | {
      type: 'RestartVerification';
      cause: 'idempotent_retry' | 'dead_letter_retry' | 'job_retry';
      restarted_at: string;
      key_id: string;
      /** The lowest number that the new run may have. Default: the next one. */
      first_free_run?: number;
    }
  | RecordReviewCommand
  | { type: 'ExpireVerification'; reason: 'expired' | 'zero_retention'; expired_at: string }
  | { type: 'EraseVerification'; erased_at: string };
