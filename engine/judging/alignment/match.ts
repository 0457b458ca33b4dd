/** A match of an evidence term with a claim term. */

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
}
