/**
 * Splits a sentence into statements, all of which it makes: independent clauses, predicates that share a subject, and relative
 * clauses set off by commas. Whatever is not certain to be a statement stays in its sentence.
 */

import { isFollowedByClause, labelLength } from '../grammar/labels.ts';
import type { Sentence } from '../grammar/parse.ts';
import type { Word } from '../grammar/word.ts';
import { withoutAddition } from './additions.ts';
import { type Atom, range, whole, wordsOf } from './atom.ts';
import { clausesOf, isStatement } from './clauses.ts';
import { predicatesOf, wholeClause } from './predicates.ts';
import { withoutRelative } from './relatives.ts';
import { levels, reportedFrom } from './scope.ts';

/** The statements of a sentence in the order of their places; the sentence itself if it can't be split. */
export function split(sentence: Sentence): Atom[] {
  const { words } = sentence;
  const told = reportedFrom(words);
  if (sentence.truncated || words.length < FEWEST_WORDS || told === 0) return [whole(sentence)];
  const label = labelLength(words);
  if (label > 0 && !isFollowedByClause(words, label)) return [whole(sentence)];
  const level = levels(words).map((isLevel, i) => isLevel && i <= told);
  const atoms = clausesOf(words, level, label).flatMap((clause) => {
    return apart(words, predicatesOf(words, clause, level), wholeClause(clause))
      .flatMap((part) => apart(words, withoutRelative(words, part), part))
      .flatMap((part) => apart(words, withoutAddition(words, part), part));
  });
  if (atoms.length === 1 && label > 0) return [{ ...whole(sentence), indexes: range(label, words.length) }];
  return atoms.length === 1 ? [whole(sentence)] : atoms.toSorted((a, b) => a.from - b.from || a.to - b.to);
}

const FEWEST_WORDS = 5;

/** The parts, if each is a statement; else the atom that they were taken from. */
const apart = (words: readonly Word[], parts: readonly Atom[], from: Atom): readonly Atom[] =>
  parts.length > 1 && parts.every((part) => isStatement(wordsOf(words, part))) ? parts : [from];
