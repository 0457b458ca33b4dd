/** Splits an indefinite noun from its modifier: "is a city located in France", "is a company that makes tyres". */
import { startsWithCapital } from '#engine/language/letters.ts';
import { canBePerson } from '../grammar/class-nouns.ts';
import type { Word } from '../grammar/parse.ts';
import { isPastEvent, reducedParticipleAt } from '../grammar/participles.ts';
import type { Piece } from '../grammar/pieces.ts';
import { isVerb, opensClause, type VerbGroup, verbGroups } from '../grammar/verb-groups.ts';
import { plainListAt } from './complement-lists.ts';
import type { Predicate } from './predicates.ts';

/** Where the modifier is taken from the noun; indices into the predicate's words. */
interface Division {
  nounEnd: number;
  modifier: number;
  /** The verb that the modifier needs to make a statement: one of the words, or inserted; null if it has its own. */
  verb: Piece | null;
}

/** The copula, which is the predicate's first word. */
const COPULA = 0;

/**
 * The noun and its modifier as predicates of their own; null unless `view` is "is" or "was" with one indefinite noun.
 * `indexes`: where its words stand in the sentence; `from`: where the predicate's span begins.
 */
export function describedNoun(
  view: readonly Word[],
  indexes: readonly number[],
  from: number,
  verbEnd: number,
): Predicate[] | null {
  const isCopula = verbEnd === 1 && /^(?:is|was)$/u.test(view[0]!.lower) && /^an?$/u.test(view[1]?.lower ?? '');
  if (!isCopula) return null;
  const known = knownFor(view);
  const division = known ?? beforeParticiple(view) ?? beforeRelative(view);
  if (division === null) return null;
  const noun = indexes.slice(0, division.nounEnd);
  const modifier = indexes.slice(division.modifier);
  const verb = typeof division.verb === 'number' ? indexes[division.verb]! : division.verb;
  return [
    { pieces: noun, from, to: noun.at(-1)! + 1 },
    {
      pieces: verb === null ? modifier : [verb, ...modifier],
      from: known === null ? from : modifier[0]!,
      to: modifier.at(-1)! + 1,
    },
  ];
}

/** "Is an actress and singer, best known for …": at the comma. */
function knownFor(view: readonly Word[]): Division | null {
  const known = view.findIndex(({ lower }, i) => /^(?:known|remembered)$/u.test(lower) && view[i + 1]?.pos === 'ADP');
  if (known < 0) return null;
  let start = known;
  while (view[start - 1]?.pos === 'ADV' || /^(?:best|most|well)$/u.test(view[start - 1]?.lower ?? '')) start--;
  const before = view.slice(1, start);
  const isPlain = !before.some((word, i) => (isVerb(word) && before[i - 1]?.text !== '-') || opensClause(before, i));
  return view[start - 1]?.text === ',' && isPlain && !hasVerbAfter(view, known + 1)
    ? { nounEnd: start - 1, modifier: start, verb: COPULA }
    : null;
}

/** "A city located in France", "an actor best known for …": an adverb may stand before the participle. */
function beforeParticiple(view: readonly Word[]): Division | null {
  const start = reducedParticipleAt(view, 1, view.length);
  if (start === null) return null;
  const participle = view.findIndex((word, i) => i >= start && word.forms?.participle === true);
  if (hasVerbAfter(view, participle + 1)) return null;
  return { nounEnd: start, modifier: start, verb: isPastEvent(view[participle]!) ? 'was' : COPULA };
}

/** "A company that makes tyres": at the pronoun, where the clause behind it is surely about the noun. */
function beforeRelative(view: readonly Word[]): Division | null {
  const pronoun = view.findIndex(
    (word, i) => i > 2 && /^(?:who|that|which)$/u.test(word.lower) && opensClause(view, i),
  );
  const last = view[pronoun - 1];
  if (last === undefined) return null;
  const isPerson = view[pronoun]!.lower === 'who' && canBePerson(last.lower);
  const endsNoun = last.pos === 'NOUN' || (last.pos === 'ADJ' && isPerson);
  if (!endsNoun || !isOneNoun(view, pronoun, isPerson)) return null;
  const groups = verbGroups(view);
  const next = groups.find((group) => group.start === pronoun + 1);
  // "a singer who sings and plays": whichever the clause of each verb is, the same person does it.
  if (next === undefined || !next.finite || !(isPerson || isOneClause(view, groups, pronoun + 1))) return null;
  return isSingular(next) ? { nounEnd: pronoun, modifier: pronoun + 1, verb: null } : null;
}

/** True if what stands before `end` names one thing, or a plain list of what it is. */
function isOneNoun(view: readonly Word[], end: number, isPerson: boolean): boolean {
  const noun = view.slice(1, end);
  const isList = noun.some((word) => word.text === ',' || word.pos === 'CCONJ');
  const hasOther = noun.some(
    (word, i) => word.lower === 'of' || (isVerb(word) && noun[i - 1]?.text !== '-' && i !== 1) || word.lower === 'one',
  );
  return !hasOther && (!isList || isPerson || plainListAt(view.slice(0, end), 1, true) !== null);
}

/** True for a verb that can have one thing as its subject. */
function isSingular({ first }: VerbGroup): boolean {
  return (
    first.forms?.thirdPerson === true ||
    first.forms?.past === true ||
    /^(?:is|was|has|had|can|could|may|will)$/u.test(first.lower)
  );
}

/** True if all that follows belongs to the clause that begins at `from`: it has no other verb, or no joint before one. */
function isOneClause(view: readonly Word[], groups: readonly VerbGroup[], from: number): boolean {
  const rest = view.slice(from);
  const hasInner =
    rest.some((_, i) => opensClause(rest, i)) || groups.some(({ finite, start }) => finite && start > from);
  return !hasInner || !rest.some(({ text, pos }) => text === ',' || pos === 'CCONJ');
}

function hasVerbAfter(view: readonly Word[], from: number): boolean {
  return view
    .slice(from)
    .some(
      (word) =>
        !startsWithCapital(word.text) && (word.pos === 'AUX' || (word.pos === 'VERB' && word.forms?.gerund !== true)),
    );
}
