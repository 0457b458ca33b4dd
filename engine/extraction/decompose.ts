/** Takes a sentence apart into atomic statements. Where a split is not certain, the sentence stays whole. */
import type { Sentence } from './parse.ts';
import { type Atom, range } from './pieces.ts';

/** Atoms in order of their beginning; at least one, which is the whole sentence where nothing comes apart. */
export function decompose({ words }: Sentence): Atom[] {
  return [{ pieces: range(0, words.length), from: 0, to: words.length, unresolved: [] }];
}
