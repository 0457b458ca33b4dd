/** The statements of a sentence, each with the reason why it can't be checked. */
import { notCheckableReason } from '../description/checkability.ts';
import { isInstruction } from '../description/instructions.ts';
import type { NotCheckableReason } from '../description/not-checkable-reason.ts';
import type { Sentence } from '../grammar/parse.ts';
import { type Atom, partOf, range, whole } from '../grammar/pieces.ts';
import { isStatement } from '../grammar/verb-groups.ts';
import { isLevel } from './scope.ts';

export interface Statement {
  atom: Atom;
  reason: NotCheckableReason | null;
}

/** Reasons that hold for the clause they are seen in; an opinion's frame holds for all that follows it. */
const MAY_HOLD_FACTS: ReadonlySet<NotCheckableReason> = new Set(['prediction', 'first_person_experience']);

/**
 * Takes a sentence apart with `split`. One that can't be checked for `reason` stays whole unless a part of it can be: "Few
 * will like it, and rents rose by 4 percent".
 */
export function statementsOf(
  sentence: Sentence,
  reason: NotCheckableReason | null,
  split: (sentence: Sentence) => Atom[],
): Statement[] {
  const asOne = [{ atom: whole(sentence), reason }];
  if (sentence.truncated || (reason !== null && !MAY_HOLD_FACTS.has(reason))) return asOne;
  // "Press A and hold B together": the steps of an instruction belong together.
  const atoms = isInstruction(sentence.words) ? instructionAndRest(sentence) : split(sentence);
  if (atoms.length === 1) return [{ atom: atoms[0]!, reason }];
  const parts = atoms.map((atom) => ({ atom, reason: reasonOf(sentence, atom) }));
  return reason === null || parts.some((part) => part.reason === null) ? parts : asOne;
}

/** "Press A and hold B; the lamp then stays dark": a statement behind an instruction is split off. */
function instructionAndRest(sentence: Sentence): Atom[] {
  const { words } = sentence;
  const at = words.findIndex(({ text }, i) => text === ';' && isStatement(words.slice(i + 1)));
  if (at < 0 || isInstruction(words.slice(at + 1)) || !isLevel(words.slice(0, at))) return [whole(sentence)];
  const part = (from: number, to: number): Atom => ({ pieces: range(from, to), from, to, unresolved: [] });
  return [part(0, at), part(at + 1, words.length)];
}

/** Why a part can't be checked. One with an inserted verb, as in "Hull is a city", is a statement however short. */
function reasonOf(sentence: Sentence, atom: Atom): NotCheckableReason | null {
  const reason = notCheckableReason(partOf(sentence, atom));
  return reason === 'not_a_statement' && atom.pieces.some((piece) => typeof piece === 'string') ? null : reason;
}
