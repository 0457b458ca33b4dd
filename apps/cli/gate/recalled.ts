/** What a check remembers, as whoever checks texts sees it. */
import type { VerificationResult } from '#contracts/http/verification-result.ts';
import type { Place } from '#engine/types/extraction.ts';
import type { FoundClaim } from './finding.ts';

export interface Memory {
  /** `file`: its name, by which what it said before is found. */
  recall(content: string, file: string): Promise<Recalled>;
  save(): Promise<void>;
  /** Why nothing of the file could be used, or null. */
  note: string | null;
}

/** What is known of a text, and what is not. */
export interface Recalled {
  known: FoundClaim[];
  /** Places of which the claims have to be verified; `all`: those of the whole text. */
  open: readonly Place[] | 'all';
  /** What the judges were given about claims of which the verdicts are remembered, should the open places have such. */
  known_inputs: readonly string[];
  /** Whether all of the text was read; counts where nothing is open. */
  complete: boolean;
  /**
   * Remembers what verifying the open places came to, as far as it would come to the same another time. null: the claims
   * are not those of these places, so that nothing that is known of the text counts and all of it has to be verified. Of all
   * of the text it is never null.
   */
  learn(result: VerificationResult): Promise<Learned | null>;
  /** As if nothing were known of the text. */
  afresh(): Recalled;
}

export interface Learned {
  /** With the verdicts of claims that were not judged again, as they are remembered. */
  result: VerificationResult;
  /** How many these are. */
  remembered: number;
  complete: boolean;
}

/** What verifying all of a text came to, where nothing of it can be remembered. */
export function unremembered(result: VerificationResult): Learned {
  return { result, remembered: 0, complete: result.coverage.missing_or_uncertain_spans.length === 0 };
}
