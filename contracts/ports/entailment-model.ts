/** A model that says whether one text follows from another, such as an NLI cross-encoder on this machine. */

export interface TextPair {
  /** The text that is assumed to be true: a passage of a document. */
  premise: string;
  /** The text that may follow from it: a claim. */
  hypothesis: string;
}

export interface PairScores {
  /** Probability, 0..1, that the hypothesis follows, as the model reports it (uncalibrated). */
  entailment: number;
  /**
   * Probability, 0..1, that the hypothesis contradicts the premise; null for models that don't distinguish this from
   * "doesn't follow".
   */
  contradiction: number | null;
}

/** Why there are no scores: it took too long, too many are waiting, or the model can't be run. */
export type EntailmentFailure = 'timeout' | 'busy' | 'unavailable';

export type EntailmentOutcome = { ok: true; scores: PairScores[] } | { ok: false; failure: EntailmentFailure };

export interface EntailmentOccasion {
  organization_id: string;
  /** Aborts when the scores are no longer needed. */
  signal: AbortSignal;
}

export interface EntailmentModel {
  /** The scores of each pair, in order. Never throws because of the model or the texts. */
  read(pairs: readonly TextPair[], occasion: EntailmentOccasion): Promise<EntailmentOutcome>;
}
