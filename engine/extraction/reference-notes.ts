/** What was found out about the references of a sentence. */
import { ambiguity, type Resolution } from './antecedents.ts';
import type { Word } from './parse.ts';
import { isPossessive, possessiveOf } from './pronouns.ts';

/** What is known about the references in one sentence. Keys are word indexes. */
export interface References {
  /** Text that stands in for a word; the empty string drops it. */
  replace: Map<number, string>;
  /** References without a certain antecedent, as written. */
  open: Map<number, string>;
  /** Those of them between whose antecedents nothing decides, as a phrase for people. */
  ambiguous: Map<number, string>;
  /** Words of the sentence that a pronoun may stand for: a statement that holds one of them depends on nothing else. */
  anchors: Map<number, readonly number[]>;
}

/** Nothing replaced, nothing open. */
export const noReferences = (): References => ({
  replace: new Map(),
  open: new Map(),
  ambiguous: new Map(),
  anchors: new Map(),
});

/** Writes down what the pronoun at `at` was found to stand for. */
export function noteResolution(
  references: References,
  words: readonly Word[],
  at: number,
  resolution: Resolution,
): void {
  const { text, lower } = words[at]!;
  if (resolution.kind !== 'found') references.open.set(at, text);
  if (resolution.kind === 'ambiguous') references.ambiguous.set(at, ambiguity(text, resolution.names));
  else if (resolution.kind === 'found' && !/self$/u.test(lower))
    references.replace.set(at, isPossessive(words, at) ? possessiveOf(resolution.name) : resolution.name);
}
