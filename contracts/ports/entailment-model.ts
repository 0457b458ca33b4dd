/** A model that says whether one text follows from another, such as an NLI cross-encoder on this machine. */

export interface TextPair {
  /** What is taken for granted: a window of a document. */
  premise: string;
  /** What may follow from it: a claim. */
  hypothesis: string;
}

export interface PairReading {
  /** Probability, 0..1, that the hypothesis follows. As the model says it, uncalibrated. */
  entailment: number;
  /** That it can't be true together with the premise; null for models that don't tell this from "doesn't follow". */
  contradiction: number | null;
}

/** Why there are no readings: it took too long, too many are waiting, or the model can't be run. */
export type EntailmentFailure = 'timeout' | 'busy' | 'unavailable';

export type EntailmentOutcome = { ok: true; readings: PairReading[] } | { ok: false; failure: EntailmentFailure };

export interface EntailmentOccasion {
  organization_id: string;
  /** Nobody waits for the readings any more. */
  signal: AbortSignal;
}

export interface EntailmentModel {
  /** One reading per pair, in order. Never throws for what the model or the texts are. */
  read(pairs: readonly TextPair[], occasion: EntailmentOccasion): Promise<EntailmentOutcome>;
}
