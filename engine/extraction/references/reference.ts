/** What a word refers to. Words are indices into the sentence. */
export interface Reference {
  /** The words that refer, end exclusive. */
  from: number;
  to: number;
  /** What replaces them; null if that is not certain. */
  replacement: string | null;
  /** Places in the sentence of what may be meant; a statement that has one of them needs no replacement. */
  antecedents: [from: number, to: number][];
  /** Several of what may be meant; empty if there is at most one. */
  candidates: string[];
}
