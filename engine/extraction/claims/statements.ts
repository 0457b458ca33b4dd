/** Splits a sentence into statements, each with the reason why it can't be checked, if there is one. */
import { notCheckableReason } from '../description/checkability.ts';
import type { NotCheckableReason } from '../description/not-checkable-reason.ts';
import type { Sentence } from '../grammar/parse.ts';
import { type Atom, render, whole, wordsOf } from './atom.ts';
import { split } from './split.ts';

export interface Statement {
  atom: Atom;
  reason: NotCheckableReason | null;
}

/**
 * Reasons that apply only to the clause in which they are found. Others, such as an opinion's "I think", apply to everything that
 * follows.
 */
const MAY_HOLD_FACTS: ReadonlySet<NotCheckableReason> = new Set([
  'prediction',
  'first_person_experience',
  'instruction',
]);

/**
 * Splits a sentence. One that can't be checked for `reason` stays whole unless a part of it can be: "Few will like it, and rents
 * rose by 4 percent".
 */
export function statementsOf(sentence: Sentence, reason: NotCheckableReason | null): Statement[] {
  if (sentence.truncated || (reason !== null && !MAY_HOLD_FACTS.has(reason)))
    return [{ atom: whole(sentence), reason }];
  const atoms = split(sentence);
  if (atoms.length === 1) return [{ atom: atoms[0]!, reason }];
  const parts = atoms.map((atom) => ({ atom, reason: notCheckableReason(partOf(sentence, atom)) }));
  return reason === null || parts.some((part) => part.reason === null) ? parts : [{ atom: whole(sentence), reason }];
}

/** The atom as a sentence, for rules that look at words. */
function partOf(sentence: Sentence, atom: Atom): Sentence {
  const text = render(sentence, atom.indexes, new Map());
  return { ...sentence, words: wordsOf(sentence.words, atom), clean: { ...sentence.clean, text } };
}
