/** Words that refer to something, and what they mean. Positions are word indices in the sentence. */
export interface Reference {
  /** The referring words, end exclusive. */
  from: number;
  to: number;
  /** The text that replaces them; null if their meaning is not certain. */
  replacement: string | null;
  /** Places in the sentence of the possible antecedents. A statement that contains one of them needs no replacement. */
  antecedents: [from: number, to: number][];
  /** The possible meanings, if there are several; else empty. */
  candidates: string[];
}
