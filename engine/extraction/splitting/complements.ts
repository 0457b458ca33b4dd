/** Splits predicates at what follows the verb: a noun from its modifier, and the members of a list. */
import type { Word } from '../grammar/parse.ts';
import { verbGroups } from '../grammar/verb-groups.ts';
import { pick } from './clauses.ts';
import { splitList } from './complement-lists.ts';
import { describedNoun } from './described-noun.ts';
import type { Predicate } from './predicates.ts';

/** Splits a predicate at its object or complement; returns the predicate itself if it can't be split. */
export function splitComplement(words: readonly Word[], predicate: Predicate, subject: readonly number[]): Predicate[] {
  const indexes = predicate.pieces.filter((piece): piece is number => typeof piece === 'number');
  if (indexes.length !== predicate.pieces.length) return [predicate];
  const view = pick(words, indexes);
  const group = verbGroups(view)[0];
  if (group === undefined || group.start !== 0) return [predicate];
  const isPointing = subject.some((i) => /^(?:there|it|this)$/u.test(words[i]!.lower));
  const described = isPointing ? null : describedNoun(view, indexes, predicate.from, group.end);
  if (described !== null) return described.flatMap((part, i) => (i === 0 ? splitList(words, part, group.end) : [part]));
  return splitList(words, predicate, group.end);
}
