/**
 * Input and output of the summary: judged claims, and the counts, coverage and risk of the text. Plain data
 * (structured-cloneable), because the engine runs in worker threads.
 */
import type { HintKind } from '#common/hint-words.ts';
import type { CoverageStatus, Materiality, RiskLevel, Verdict } from '#contracts/vocabulary.ts';
import type { RetrievalGap } from './retrieval.ts';

/** What the summary needs to know about each judged claim. */
export interface SummaryClaim {
  ordinal: number;
  /** Claim text as shown to people; empty if the summary doesn't show it (`shownInSummary`). */
  text: string;
  verdict: Verdict;
  materiality: Materiality;
  reliability: number;
  reason_code: string;
  /** What its nearest passage suggests. Left out or null if it has a verdict or if nothing was found. */
  hint?: HintKind | null;
  /** What was missing when evidence was searched for. */
  gaps?: readonly RetrievalGap[];
  /** The claim's own limitations, which tell what was missing when it was judged. */
  limitations?: readonly string[];
}

export interface SummaryInput {
  claims: SummaryClaim[];
  estimated_material_claims: number;
  estimate_method: string;
  missing_spans: string[];
  coverage_threshold: number;
  /** Code-point offset from which on the text was not read. Null: it was read to the end. */
  unread_from: number | null;
  /** Set if only parts of the text were to be verified. */
  is_part?: true | undefined;
  /** Number of claims that could not be searched at all (source down, budget spent). */
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
