/** Takes relative clauses, appositions, participles and life dates out of a sentence; each becomes a statement of its own. */

import { apposition, lifeDates } from './appositions.ts';
import type { Found } from './insert-bounds.ts';
import type { Word } from './parse.ts';
import { participle } from './participles.ts';
import { type Atom, range } from './pieces.ts';
import { relative, whereClause } from './relatives.ts';
import { verbGroups } from './verb-groups.ts';

export interface Inserts {
  atoms: Atom[];
  /** Words of the main clause that remain, in order. */
  rest: number[];
}

/** Inserts of the sentence's words [0, end). */
export function takeInserts(words: readonly Word[], end: number): Inserts {
  const atoms: Atom[] = [];
  const dropped = new Set<number>();
  const groups = verbGroups(words.slice(0, end));
  const take = (found: Found) => {
    atoms.push(...found.atoms);
    for (let i = found.from; i < found.to; i++) dropped.add(i);
  };
  for (let i = 1; i < end; i++) {
    if (dropped.has(i)) continue;
    if (words[i]!.text === '(') {
      const found = lifeDates(words, i, end, groups);
      if (found !== null) take(found);
    } else if (words[i]!.text === ',') {
      const found =
        relative(words, i, end, groups) ??
        apposition(words, i, end, groups) ??
        participle(words, i, end, groups) ??
        whereClause(words, i, end, groups);
      if (found !== null) take(found);
    }
  }
  return { atoms, rest: range(0, end).filter((i): i is number => typeof i === 'number' && !dropped.has(i)) };
}
