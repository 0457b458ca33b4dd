/** Matches of evidence terms with claim terms. */
import type { AnalysedText } from '../text/analysed-text.ts';

/** The inference by which an evidence term entails a claim term. */
export type Inference =
  | 'same'
  | 'derived'
  | 'synonym'
  | 'hyponym'
  | 'acronym'
  | 'short_name'
  | 'place_containment'
  | 'conversion'
  | 'rounding'
  | 'bound'
  | 'date_containment'
  /** "The station" stands for a name; `loose` if the passage and its title have only part of the name. */
  | 'description'
  | 'loose_description';

export interface Match {
  /** Index into the evidence's terms. */
  term: number;
  inference: Inference;
  /** One of the phrases has a negative word of its own ("at no cost" for "free"), so both say the same negated on one side only. */
  isReversed?: boolean;
}

/** A claim and a passage while they are being aligned. */
export interface Aligning {
  claim: AnalysedText;
  evidence: AnalysedText;
  /** Of the passage's document. */
  title: AnalysedText | null;
  /** The evidence's terms by key and by surface. */
  index: ReadonlyMap<string, readonly number[]>;
  /** Per claim term; matches are added as they are found. */
  matches: Match[][];
}
