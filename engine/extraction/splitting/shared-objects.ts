/** "She wrote, produced and directed the film": verbs in a row whose object or agent is the same. */
import { isMonth, isWeekday } from '#engine/language/calendar.ts';
import { startsWithCapital } from '#engine/language/letters.ts';
import { isNoun } from '../grammar/noun-phrases.ts';
import type { Word } from '../grammar/parse.ts';
import { isVerb, type VerbGroup, verbGroups } from '../grammar/verb-groups.ts';
import { pick } from './clauses.ts';
import { TOGETHER } from './lists.ts';
import type { Predicate } from './predicates.ts';

/** Verbs that hardly stand without an object: after "ran" or "worked", "and built a house" is the second thing done. */
const TRANSITIVE = new Set(
  (
    'write produce direct design build develop create found own manage edit publish compose record release make sell buy maintain operate ' +
    'organize organise test review print draw paint illustrate translate arrange present discover invent plan fund finance install repair ' +
    'restore support promote market distribute manufacture process store collect analyse analyze approve sign deliver train coach captain ' +
    'conduct host co-write establish lead teach perform sponsor commission curate'
  ).split(' '),
);

/** One predicate for each of the verbs, with what they share; the predicate itself if that isn't certain. */
export function splitSharedObject(words: readonly Word[], predicate: Predicate): Predicate[] {
  const indexes = predicate.pieces.filter((piece): piece is number => typeof piece === 'number');
  const view = pick(words, indexes);
  const main = verbGroups(view)[0];
  if (main === undefined || indexes.length !== predicate.pieces.length || main.start !== 0 || main.negated)
    return [predicate];
  if (view.some(({ lower }) => TOGETHER.test(lower))) return [predicate];
  const verbs = verbsInRow(view, main);
  const last = verbs?.at(-1);
  if (last === undefined || !isShared(view, main, verbs!)) return [predicate];
  const auxiliaries = indexes.slice(0, verbs![0]!);
  const shared = indexes.slice(last + 1);
  return verbs!.map((at, order) => ({
    pieces: [...auxiliaries, indexes[at]!, ...shared],
    from: order === 0 ? predicate.from : indexes[at]!,
    to: predicate.to,
  }));
}

/** Positions of "wrote", "produced" and "directed", with nothing but commas and "and" between; null if there is but one. */
function verbsInRow(view: readonly Word[], main: VerbGroup): number[] | null {
  const first = main.end - 1;
  if (view[first]!.pos !== 'VERB') return null;
  const verbs = [first];
  for (let at = main.end; ; ) {
    const isLast = view[at]?.lower === 'and' || (view[at]?.text === ',' && view[at + 1]?.lower === 'and');
    if (!isLast && view[at]?.text !== ',') return null;
    const next = at + (view[at]!.text === ',' && isLast ? 2 : 1);
    if (!isVerb(view[next]) || !hasSameForm(view[first]!, view[next]!)) return null;
    verbs.push(next);
    if (isLast) return verbs;
    at = next + 1;
  }
}

function hasSameForm({ forms: a }: Word, { forms: b, pos }: Word): boolean {
  if (a === null || b === null || pos !== 'VERB') return false;
  return (
    (a.gerund && b.gerund) ||
    (a.thirdPerson && b.thirdPerson) ||
    (a.participle && b.participle) ||
    (a.past && b.past) ||
    (a.base && b.base)
  );
}

/** True if what follows the last verb is an object of all, or after a passive the agent of all. */
function isShared(view: readonly Word[], main: VerbGroup, verbs: readonly number[]): boolean {
  const next = view[verbs.at(-1)! + 1];
  if (next === undefined || verbGroups(view).some(({ finite, start }) => finite && start > verbs.at(-1)!)) return false;
  const isPassive = /^(?:is|are|was|were|been|be)$/u.test(view[verbs[0]! - 1]?.lower ?? '');
  const after = view.slice(verbs.at(-1)! + 1);
  if (isPassive) {
    const isAgent = next.lower === 'by' || isUpbringing(view, verbs);
    return main.head.forms?.participle === true && isAgent && isOnePhrase(after.slice(1));
  }
  const isObject =
    /^(?:DET|PROPN|NUM|NOUN|ADJ)$/u.test(next.pos) || /^(?:his|her|its|their|it|them)$/u.test(next.lower);
  return isObject && isOnePhrase(after) && verbs.slice(0, -1).every((at) => TRANSITIVE.has(view[at]!.lemma));
}

/** "was born and raised in Hull". */
const isUpbringing = (view: readonly Word[], verbs: readonly number[]) =>
  view[verbs.at(-1)! + 1]!.lower === 'in' && verbs.every((at) => /^(?:born|raised|educated)$/u.test(view[at]!.lower));

/**
 * True if nothing but "of …" follows the object or agent: "in 2010", "to Karl Weiss" and "last year" may belong to the last
 * verb alone.
 */
const isOnePhrase = (phrase: readonly Word[]) => phrase.length > 0 && phrase.every((_, i) => continues(phrase, i));

function continues(phrase: readonly Word[], i: number): boolean {
  const word = phrase[i]!;
  const before = phrase[i - 1];
  const isBehindNoun = isNoun(before) || /^(?:it|them)$/u.test(before?.lower ?? '');
  if (TIME.test(word.lower) || isMonth(word.lower) || isWeekday(word.lower)) return false;
  switch (word.pos) {
    case 'NOUN':
    case 'PROPN':
    case 'CCONJ':
      return true;
    case 'ADP':
      return word.lower === 'of' || isCompared(before, word);
    case 'SCONJ':
      return isCompared(before, word);
    case 'PUNCT':
      return /^[,"“”'‘’-]$/u.test(word.text);
    case 'PART':
      return /^['’]s?$/u.test(word.text);
    case 'DET':
      // "the film The Tower", but not "the drug that year".
      return !isBehindNoun || startsWithCapital(word.text);
    case 'NUM':
      return !isBehindNoun || before!.pos === 'PROPN';
    case 'VERB':
      // "the leading firms"
      return /^(?:DET|ADJ)$/u.test(before?.pos ?? '') && isNoun(phrase[i + 1]);
    case 'ADJ':
    case 'ADV':
    case 'PRON':
      return !isBehindNoun && (word.pos !== 'ADV' || i + 1 < phrase.length);
    default:
      return false;
  }
}

const TIME = /^(?:yesterday|today|tonight|tomorrow|once|twice)$/u;

/** "more than 50 films". */
const isCompared = (before: Word | undefined, { lower }: Word) =>
  lower === 'than' && /^(?:more|fewer|less)$/u.test(before?.lower ?? '');
