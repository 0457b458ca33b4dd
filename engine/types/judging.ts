/**
 * What judging takes and gives: the rules of a policy, what models said of a claim, and its verdict. Plain data
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
  /** True if a customer's policy states the minimum: it then holds for unknown pages as well. */
  states_minimum_sources?: true | undefined;
  authoritative_source_can_decide: boolean;
  coverage_threshold: number;
}

/** How a language model is asked. */
export interface ModelUse {
  kind: ModelKind;
  /** Of the questions to a general model. Default: `passages`. */
  form?: ClaimForm;
  /** Whether what identifies persons is replaced by placeholders. */
  deidentify: boolean;
}

/** What a language model was asked about one claim, and what it replied. */
export interface Consultation extends ModelUse {
  /** One per question, in their order. */
  replies: ModelReply[];
}

/** What an NLI model read of the passages of one claim. */
export interface Entailment {
  /** By place in the item's passages; null where it was not asked. */
  scores: (PairScores | null)[];
  /** What the model's scores are worth. */
  table: CalibrationTable;
  /** Why scores are missing that were asked for; null if none are. */
  missing: EntailmentFailure | null;
}

/** What one passage says about one claim. */
export interface PassageJudgement {
  relationship: Relationship;
  /** Calibrated probability, 0..1, that `relationship` is right. */
  probability: number;
  /** Names the words, numbers and dates the relationship rests on. */
  explanation: string;
  /**
   * Codes for the explanation: which clash it is (`number`, `entity`), what is missing (`missing_name`), what limits the
   * statement (`reported`), or which part of a table decides (`table_row`, `table_comparison`, `table_figure`). For the
   * engine and its tests alone: no response and no event has them, so they may change with any version of the judge.
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
  /** Calibrated probability that the verdict is right. */
  reliability: number;
  /** Typed reason and one sentence, e.g. "no_evidence: no passage speaks of this claim." */
  policy_reason: string;
  /** The typed reason alone, for grouping. */
  reason_code: string;
  passages: JudgedPassage[];
  correction: Correction | null;
  limitations: string[];
  unresolved_ambiguity: string[];
  /** Places of the language model's replies that are of no use; absent if there are none. */
  unusable_replies?: readonly number[];
}
