/**
 * What the summary takes and gives: judged claims, and the counts, coverage and risk of the text. Plain data
 * (structured-cloneable), because the engine runs in worker threads.
 */
import type { HintKind } from '#common/hint-words.ts';
import type { CoverageStatus, Materiality, RiskLevel, Verdict } from '#contracts/vocabulary.ts';
import type { RetrievalGap } from './retrieval.ts';

/** The little that the summary needs to know of each judged claim. */
export interface SummaryClaim {
  ordinal: number;
  /** Claim text as shown to people; empty if the summary does not show it (`shownInSummary`). */
  text: string;
  verdict: Verdict;
  materiality: Materiality;
  reliability: number;
  reason_code: string;
  /** What its nearest passage looks like; left out or null: it has a verdict, or nothing was found. */
  hint?: HintKind | null;
  /** What was missing when it was searched for. */
  gaps?: readonly RetrievalGap[];
  /** What was missing when it was judged, as its own limitations say. */
  limitations?: readonly string[];
}

export interface SummaryInput {
  claims: SummaryClaim[];
  estimated_material_claims: number;
  estimate_method: string;
  missing_spans: string[];
  coverage_threshold: number;
  /** Code-point offset from which on the text was not read; null: all of it was. */
  unread_from: number | null;
  /** Set if only parts of the text were to be verified. */
  is_part?: true | undefined;
  /** Claims that could not be searched at all (source down, budget spent). */
  unsearched_claims: number;
  limitations: string[];
}

export interface Summary {
  counts: Record<Verdict, number>;
  coverage: {
    score: number;
    status: CoverageStatus;
    extracted_material_claims: number;
    estimated_material_claims: number;
    method: string;
    threshold: number;
    missing_or_uncertain_spans: string[];
  };
  risk: { score: number; level: RiskLevel; model_version: string; drivers: string[] };
  abstention: { count: number; rate: number; material_count: number; explanation: string };
  overall_statement: string;
  limitations: string[];
}
