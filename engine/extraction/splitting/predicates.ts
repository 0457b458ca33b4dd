/** "bought A and sold B", "was born in X and raised in Y": one subject, several predicates. */
import { BE_FORMS, MODALS, type VerbForms } from '#engine/language/verbs.ts';
import type { Word } from '../grammar/parse.ts';
import type { Piece } from '../grammar/pieces.ts';
import { isEndedClause, isNegation, isVerb, opensClause, type VerbGroup, verbGroups } from '../grammar/verb-groups.ts';
import { pick } from './clauses.ts';

/** A predicate, and the words of the sentence it spans (`from` is the first of its own words). */
export interface Predicate {
  pieces: Piece[];
  from: number;
  to: number;
  /** True if it may have been done after what the predicate before it tells. */
  isLater?: boolean;
}

/** Verbs that take no object: after "was born in Paris and", "moved to" is in the past tense, not a participle. */
const INTRANSITIVE = new Set(
  (
    'move die live grow go return retire serve work study graduate compete play remain continue come begin appear attend lie rise fall emerge ' +
    'arrive participate consist happen occur travel act sing dance perform debut star emigrate immigrate migrate settle succeed resign enlist reside'
  ).split(' '),
);

/** Splits `predicate` (indices of `words`, beginning with the verb group); gives one part if a split is uncertain. */
export function splitPredicates(words: readonly Word[], predicate: readonly number[]): Predicate[] {
  const view = pick(words, predicate);
  const groups = verbGroups(view);
  const main = groups[0];
  if (main === undefined) return [asPredicate(predicate, [])];
  const cuts = cutsOf(view, groups, main);
  if (cuts.length === 0) return [asPredicate(predicate, [])];
  const bounds = [...cuts, { at: view.length, next: view.length, shared: [] as number[] }];
  const result: Predicate[] = [asPredicate(predicate.slice(0, bounds[0]!.at), [])];
  for (let i = 0; i + 1 < bounds.length; i++) {
    const { next, shared } = bounds[i]!;
    result.push(
      asPredicate(
        predicate.slice(next, bounds[i + 1]!.at),
        shared.map((at) => predicate[at]!),
      ),
    );
  }
  return result;
}

function asPredicate(own: readonly number[], shared: readonly number[]): Predicate {
  return { pieces: [...shared, ...own], from: own[0]!, to: own.at(-1)! + 1 };
}

interface Cut {
  /** End of the predicate before the cut, and start of the next. */
  at: number;
  next: number;
  /** Positions of the auxiliaries it shares with the first predicate. */
  shared: number[];
}

function cutsOf(view: readonly Word[], groups: readonly VerbGroup[], main: VerbGroup): Cut[] {
  const cuts: Cut[] = [];
  let pendingCommas: Cut[] = [];
  let from = main.end;
  for (let i = main.end; i < view.length; i++) {
    const isComma = view[i]!.text === ',';
    const isJoint =
      /^(?:and|but|yet|then)$/u.test(view[i]!.lower) && (view[i]!.pos === 'CCONJ' || view[i - 1]?.text === ',');
    if (!isComma && !isJoint) continue;
    const width = isComma && /^(?:and|but|yet|then)$/u.test(view[i + 1]?.lower ?? '') ? 2 : 1;
    const cut = cutAt(view, groups, main, from, i, i + width);
    // "went after the ball, missed it": without an "and", only an object shows that the form is finite.
    const isFiniteVerb =
      cut !== null && /^(?:it|them|him)$/u.test(view[cut.next + 1]?.lower ?? '') && !isGerundAt(view, cut);
    if (cut !== null && isComma && width === 1 && !isFiniteVerb) pendingCommas.push(cut);
    else if (cut !== null) {
      cuts.push(...pendingCommas, cut);
      pendingCommas = [];
    }
    if (cut !== null) from = groups.find((group) => group.end > cut.next)?.end ?? from;
    i += width - 1;
  }
  return cuts;
}

const isGerundAt = (view: readonly Word[], { next }: Cut) => view[next]!.forms?.gerund === true;

function cutAt(
  view: readonly Word[],
  groups: readonly VerbGroup[],
  main: VerbGroup,
  from: number,
  at: number,
  next: number,
): Cut | null {
  const group = groups.find((candidate) => candidate.start === next);
  if (group === undefined || group.end >= view.length + (isVerb(group.head) ? 1 : 0)) return null;
  // "continuing her acting and singing career"
  const isNoun = /\p{L}ing$/u.test(view[at - 1]!.lower) && /^(?:DET|PRON|ADJ)$/u.test(view[at - 2]?.pos ?? '');
  if (isNoun && group.first.forms?.gerund === true) return null;
  if (hasOpenClause(view, from, at) || mayBePlural(view, group, at) || opensSubject(view, groups, group)) return null;
  // "has written and directed films", "ran for and won the seat": the object follows the second verb.
  const sharesObject = (at === from && !INTRANSITIVE.has(main.head.lemma)) || view[at - 1]!.pos === 'ADP';
  if (sharesObject && view[group.end] !== undefined) return null;
  // "never came back, and retired in 2009": behind a comma, "never" holds no longer.
  const isApart = main.negated && view[at]!.text === ',' && isNever(view, main) && formsAgree(main, group);
  const shared = isApart ? [] : sharedAuxiliaries(view, main, group);
  if (shared === null) return null;
  // A verb of the same form in between may be the coordinated one.
  const rival = groups.some(
    (other) => other !== main && other.start >= from && other.end <= at && isRival(other, group, shared.length > 0),
  );
  return rival ? null : { at, next, shared };
}

/** "never came", but not "has never come". */
const isNever = (view: readonly Word[], main: VerbGroup) =>
  view.slice(main.start, main.end).every(({ pos, lower }) => pos === 'VERB' || lower === 'never');

/** True for "and mailed letters are refused": a participle before a noun that has a verb of its own. */
function opensSubject(view: readonly Word[], groups: readonly VerbGroup[], group: VerbGroup): boolean {
  const next = groups.find(({ start, finite }) => finite && start > group.end);
  if (next === undefined || group.first.pos === 'AUX' || group.first.forms?.participle !== true) return false;
  const between = view.slice(group.end, next.start);
  return between.every(({ pos }) => /^(?:NOUN|PROPN|ADJ)$/u.test(pos));
}

/** "lenses and mirrors": after a plural, a third person without an object may be another plural. */
function mayBePlural(view: readonly Word[], group: VerbGroup, joint: number): boolean {
  if (group.first.forms?.thirdPerson !== true) return false;
  const before = view[joint - 1];
  const next = view[group.end];
  const hasObject = next !== undefined && (/^(?:DET|PROPN|PRON)$/u.test(next.pos) || opensQuantity(view, group.end));
  return next === undefined || (before?.pos === 'NOUN' && before.lower.endsWith('s') && !hasObject);
}

/** True if a quantity begins at `at`: "40", "about 310", "at least 8", "only three". */
function opensQuantity(view: readonly Word[], at: number): boolean {
  const after = view.slice(at, at + 4);
  const number = after.findIndex((word) => word.pos === 'NUM' || /^[$€£¥]$/u.test(word.text));
  return (
    number >= 0 &&
    after
      .slice(0, number)
      .every(
        (word) =>
          word.pos === 'ADV' || /^(?:about|around|over|under|up|to|at|least|most|more|less|than)$/u.test(word.lower),
      )
  );
}

/** "along what was left and discovered": such a clause ends with its own verb. */
function hasOpenClause(view: readonly Word[], from: number, at: number): boolean {
  for (let i = from; i < at; i++) if (opensClause(view, i) && !isEndedClause(view, i, at)) return true;
  return false;
}

function isRival(other: VerbGroup, group: VerbGroup, sharesAuxiliary: boolean): boolean {
  const mine = group.first.forms;
  const theirs = other.first.forms;
  if (mine === null || theirs === null) return false;
  if (mine.gerund || theirs.gerund) return mine.gerund && theirs.gerund;
  if (mine.participle && theirs.participle) return sharesAuxiliary || !other.finite;
  return mine.base && theirs.base;
}

/** Positions of the main group's auxiliaries that `group` shares; null if they aren't certainly coordinated. */
function sharedAuxiliaries(view: readonly Word[], main: VerbGroup, group: VerbGroup): number[] | null {
  const { forms } = group.first;
  if (group.first.pos === 'AUX') return group.finite ? [] : null;
  if (forms === null) return null;
  const mainWords = view.slice(main.start, main.end);
  const auxiliaries = mainWords
    .map((word, i) => ({ word, at: main.start + i }))
    .filter(({ word }) => word.pos === 'AUX');
  const [aux] = auxiliaries;
  const isCopula = aux !== undefined && main.head.pos === 'AUX';
  const positions = auxiliaries.filter(({ at }) => at < main.end).map(({ at }) => at);
  // "didn't win, yet came second": a form that can't follow "did" is not negated with it.
  if (main.negated) return isOwnForm(aux?.word, forms) ? [] : null;
  if (aux === undefined) return formsAgree(main, group) ? [] : null;
  if (isCopula) return forms.thirdPerson || (forms.past && !isCopulaRival(view, main, group)) ? [] : null;
  if (MODALS.has(aux.word.lower))
    return forms.base ? positions.slice(0, 1) : forms.past && positions.length === 1 ? [] : null;
  if (main.head.forms?.gerund === true) return forms.gerund ? positions : forms.thirdPerson || forms.past ? [] : null;
  if (BE_FORMS.has(aux.word.lower) || auxiliaries.some(({ word }) => word.lower === 'been'))
    return passiveShare(view, group, positions);
  if (/^(?:has|have|had|'ve)$/u.test(aux.word.lower))
    return forms.participle ? positions : forms.thirdPerson ? [] : null;
  return null;
}

function isOwnForm(aux: Word | undefined, { past, thirdPerson, base, gerund }: VerbForms): boolean {
  return aux !== undefined && /^(?:did|does|do)$/u.test(aux.lower) && (past || thirdPerson) && !base && !gerund;
}

function formsAgree(main: VerbGroup, group: VerbGroup): boolean {
  const first = main.first.forms;
  const second = group.first.forms;
  if (first === null || second === null || second.gerund) return false;
  if (second.thirdPerson) return first.thirdPerson || first.past;
  if (second.past) return first.past || first.thirdPerson;
  return second.base && first.base && !first.past;
}

/** "is a city known … and visited": a participle before the joint makes a past form after it ambiguous. */
function isCopulaRival(view: readonly Word[], main: VerbGroup, group: VerbGroup): boolean {
  const isDescribed = view.slice(main.end, group.start).some((word) => word.forms?.participle === true);
  return isDescribed && view[group.end]?.pos === 'ADP';
}

/** After a passive, a bare participle shares the auxiliary unless it has an object or never takes one. */
function passiveShare(view: readonly Word[], group: VerbGroup, positions: number[]): number[] | null {
  const { forms } = group.first;
  if (forms === null) return null;
  if (forms.thirdPerson) return [];
  if (!forms.participle) return forms.past ? [] : null;
  const next = view[group.end];
  const hasObject =
    next !== undefined &&
    (next.pos === 'DET' ||
      next.pos === 'PROPN' ||
      next.pos === 'NUM' ||
      (next.pos === 'PRON' && !isNegation(next)) ||
      next.pos === 'NOUN' ||
      next.pos === 'ADJ');
  if (forms.past && (hasObject || INTRANSITIVE.has(group.first.lemma))) return [];
  // "is known for his films and written works": such a participle describes the noun after it.
  if (next?.pos === 'NOUN' && !forms.past) return null;
  return positions;
}
