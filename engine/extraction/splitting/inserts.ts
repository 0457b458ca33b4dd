/** Takes relative clauses, appositions, participles and life dates out of a sentence and makes each a statement. */
import type { Insert } from '../grammar/insert-bounds.ts';
import type { Word } from '../grammar/parse.ts';
import { participle } from '../grammar/participles.ts';
import { type Atom, range } from '../grammar/pieces.ts';
import { verbGroups } from '../grammar/verb-groups.ts';
import { apposition } from './appositions.ts';
import { lifeDates } from './life-dates.ts';
import { relative, whereClause } from './relatives.ts';

export interface Inserts {
  atoms: Atom[];
  /** Words of the main clause that remain, in order. */
  rest: number[];
}

/** Takes the inserts out of the sentence's words [0, end). */
export function takeInserts(words: readonly Word[], end: number): Inserts {
  const atoms: Atom[] = [];
  const dropped = new Set<number>();
  const groups = verbGroups(words.slice(0, end));
  const take = (found: Insert) => {
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
