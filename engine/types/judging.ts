/**
 * Input and output of judging: the rules of a policy, the models' replies about a claim, and its verdict. Plain data
 * (structured-cloneable), because the engine runs in worker threads.
 */
import type { EntailmentFailure, PairScores } from '#contracts/ports/entailment-model.ts';
import type { ClaimForm, ModelKind } from '#contracts/ports/organization-models.ts';
import type { BaseProfile, Relationship, Verdict } from '#contracts/vocabulary.ts';
import type { CalibrationTable } from '#engine/judging/entailment/calibration-table.ts';
import type { ModelReply } from './questions.ts';
import type { RankedPassage } from './retrieval.ts';

export interface PolicyRules {
  base_profile: BaseProfile;
  minimum_independent_sources: number;
  /** True if a customer's policy sets the minimum. It then applies to unknown pages as well. */
  states_minimum_sources?: true | undefined;
  authoritative_source_can_decide: boolean;
  coverage_threshold: number;
}

/** How to ask a language model. */
export interface ModelUse {
  kind: ModelKind;
  /** Form of the questions to a general model. Default: `passages`. */
  form?: ClaimForm;
  /** Whether to replace data that identifies persons with placeholders. */
  deidentify: boolean;
}

/** How a language model was asked about one claim, and its replies. */
export interface Consultation extends ModelUse {
  /** One per question, in order. */
  replies: ModelReply[];
}

/** An NLI model's scores for the passages of one claim. */
export interface Entailment {
  /** In the order of the item's passages; null where the model was not asked. */
  scores: (PairScores | null)[];
  /** Converts the model's scores to probabilities. */
  table: CalibrationTable;
  /** Why requested scores are missing; null if none are. */
  missing: EntailmentFailure | null;
}

/** What one passage says about one claim. */
export interface PassageJudgement {
  relationship: Relationship;
  /** Calibrated probability, 0..1, that `relationship` is correct. */
  probability: number;
  /** Names the words, numbers and dates that the relationship rests on. */
  explanation: string;
  /**
   * Codes for the explanation: which clash was found (`number`, `entity`), what is missing (`missing_name`), what weakens the
   * statement (`reported`), or which part of a table decides (`table_row`, `table_comparison`, `table_figure`). Only the engine
   * and its tests use them. They appear in no response and no event, so they may change with any version of the judge.
   */
  grounds: string[];
}

export interface SourceQuality {
  authority: number;
  independence: number;
  freshness: number;
  specificity: number;
  primary: boolean;
  rationale: string[];
}

export interface JudgedPassage extends RankedPassage {
  judgement: PassageJudgement;
  quality: SourceQuality;
}

export interface Correction {
  original: string;
  suggested: string;
  /** Word-level edit script: objects {op: 'equal' | 'delete' | 'insert', text}. */
  diff: Record<string, string>[];
  reverified_verdict: Verdict;
  limitations: string[];
}

export interface ClaimJudgement {
  verdict: Verdict;
  /** Calibrated probability that the verdict is correct. */
  reliability: number;
  /** The reason code and one sentence, e.g. "no_evidence: no passage speaks of this claim." */
  policy_reason: string;
  /** The reason code alone, for grouping. */
  reason_code: string;
  passages: JudgedPassage[];
  correction: Correction | null;
  limitations: string[];
  unresolved_ambiguity: string[];
  /** Indices of the language model's replies that are unusable. Absent if there are none. */
  unusable_replies?: readonly number[];
}
