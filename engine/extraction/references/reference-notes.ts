/** The result of resolving the references of a sentence. */

import type { Word } from '../grammar/parse.ts';
import { isPossessive, possessiveOf } from '../grammar/pronouns.ts';
import { ambiguity, type Resolution } from './antecedents.ts';

/** The references in one sentence. Keys are word indices. */
export interface References {
  /** Replacement text for a word; the empty string drops it. */
  replace: Map<number, string>;
  /** References without a certain antecedent, as written. */
  open: Map<number, string>;
  /** Those of them with several possible antecedents, as a human-readable phrase. */
  ambiguous: Map<number, string>;
  /** Words of the sentence that a pronoun may refer to: a statement that has one of them needs no other antecedent. */
  anchors: Map<number, readonly number[]>;
  /** What stands for an open pronoun in a statement that has none of its anchors. */
  named: Map<number, string>;
}

/** References with nothing replaced and nothing open. */
export const noReferences = (): References => ({
  replace: new Map(),
  open: new Map(),
  ambiguous: new Map(),
  anchors: new Map(),
  named: new Map(),
});

/** Records how the pronoun at `at` was resolved. */
export function noteResolution(
  references: References,
  words: readonly Word[],
  at: number,
  resolution: Resolution,
): void {
  const { text, lower } = words[at]!;
  const isLong = resolution.kind === 'found' && isPossessive(words, at) && / (?:who|that) /u.test(resolution.name);
  if (resolution.kind !== 'found' || isLong) references.open.set(at, text);
  if (isLong) return;
  if (resolution.kind === 'ambiguous') references.ambiguous.set(at, ambiguity(text, resolution.names));
  else if (resolution.kind === 'found' && !/self$/u.test(lower))
    references.replace.set(at, isPossessive(words, at) ? possessiveOf(resolution.name) : resolution.name);
}
