/**
 * "She joined the club as a coach in 1998": that she joined as a coach, and that she joined in 1998. Only for single
 * events of the past: "the shop opens on Mondays at ten" doesn't say that it opens at ten.
 */
import { atomWords, partOfAtom, withoutEndMark } from '../grammar/atom-words.ts';
import type { Word } from '../grammar/parse.ts';
import { isPast } from '../grammar/participles.ts';
import { type Atom, range } from '../grammar/pieces.ts';
import { isVerb, mainGroup, opensClause, type VerbGroup, verbGroups } from '../grammar/verb-groups.ts';
import { isRoleAt, leadingDate, type Phrase, phrasesOf } from './event-phrases.ts';
import { TOGETHER } from './lists.ts';
import { isLevel, isScoped } from './scope.ts';

/** Splits what an atom says of the time, place and role of an event; the atom itself if that isn't certain. */
export function splitCircumstances(words: readonly Word[], atom: Atom): Atom[] {
  const pieces = withoutEndMark(words, atom.pieces);
  const view = atomWords(words, pieces);
  const main = mainGroup(view, verbGroups(view));
  if (main === null) return [atom];
  const lead = leadingDate(view);
  if (!isEvent(view, main, lead)) return [atom];
  const parts = partsOf(view, main, lead);
  if (parts.length < 2) return [atom];
  return parts.map((part, order) => {
    const own = part.map((at) => pieces[at]!);
    const added = own.filter((piece) => order === 0 || !parts[0]!.some((at) => pieces[at] === piece));
    return partOfAtom(atom, own, order === parts.length - 1 ? [...added, ...pieces.slice(-1)] : added);
  });
}

/** The positions of each statement's words, the one with what can't be separated first; fewer than two if there is but one. */
function partsOf(view: readonly Word[], main: VerbGroup, lead: number): number[][] {
  const isPassive = /^(?:was|were|been)$/u.test(view[main.end - 2]?.lower ?? '') || view[main.start]!.pos === 'AUX';
  const phrases = phrasesOf(view, main.end, isPassive);
  if (phrases === null || phrases.length === 0) return [];
  const [first] = phrases as [Phrase];
  // "came second in the cup" has none.
  const hasObject = view.slice(main.end, first.from).some(({ pos }) => /^(?:NOUN|PROPN|PRON|NUM)$/u.test(pos));
  // "She died a few days after surgery"
  if (view.slice(main.end, first.from).some(({ lower }) => MEASURE.test(lower))) return [];
  if (!hasObject && isLifeEvent(view, main, lead)) return lifeEvent(view, lead, phrases);
  // "served as a rabbi", "graduated from Leeds": such a phrase is what happened.
  if (!hasObject && first.kind !== 'date') takeIn(first, phrases);
  // "bought a house with a large window": what the object has says which it is.
  const object = view[main.end]!;
  const isKnown = object.pos === 'PROPN' || /^(?:the|his|her|its|their)$/u.test(object.lower);
  for (const phrase of phrases) if (phrase.kind === 'means' && hasObject && !isKnown) return [];
  const apart = phrases.filter(({ kind }) => kind !== 'other');
  const kept = phrases.filter(({ kind }) => kind === 'other');
  // Without an object, the first phrase says what happened: "moved to Leeds in 1998". An agent doesn't.
  const isAgent = view[first.from]!.lower === 'by' && view[main.start]!.pos === 'AUX';
  const needsFirst = !hasObject && kept.length > 0 && !isAgent && !isAge(view, kept[0]);
  if (main.head.pos === 'AUX' && phrases.length === 1) return [range(0, first.from), range(0, view.length)];
  const subject = range(lead, first.from);
  const core = needsFirst ? [...subject, ...span(kept[0]!)] : subject;
  // "signed the pact in 1971" says one thing.
  const dated = lead > 0 && hasObject && (kept.length > 0 || apart.length > 0);
  if (lead > 0 && !dated) return [];
  const separate = apart.length + (dated ? 1 : 0);
  if (separate === 0 || (kept.length === 0 && separate < 2)) return [];
  return [
    ...(kept.length === 0 ? [] : [[...subject, ...kept.flatMap(span)]]),
    ...(dated ? [[...range(0, lead), ...core]] : []),
    ...apart.map((phrase) => [...core, ...span(phrase)]),
  ];
}

/**
 * "She was elected to the council in 1998": to the council, in 1998, and both together. What happens to a person at most a
 * few times in a life is said with any one of its circumstances.
 */
function lifeEvent(view: readonly Word[], lead: number, phrases: readonly Phrase[]): number[][] {
  if (phrases.length < 2 && lead === 0) return [];
  const core = range(lead, phrases[0]!.from);
  const each = phrases.map((phrase) => [...core, ...span(phrase)]);
  const dated = lead === 0 ? [] : [[...range(0, lead), ...core]];
  return [...each, ...dated, range(0, view.length)];
}

function isLifeEvent(view: readonly Word[], main: VerbGroup, lead: number): boolean {
  return isPersons(view.slice(lead, main.start)) && LIFE_EVENTS.has(main.head.lemma);
}

/** "she", "Ada Stone". */
const isPersons = (subject: readonly Word[]) =>
  (subject.length === 1 && /^(?:he|she)$/u.test(subject[0]!.lower)) ||
  (subject.length < 5 && subject.every(({ pos }) => pos === 'PROPN'));

const LIFE_EVENTS = new Set(
  (
    'graduate retire elect re-elect induct draft diagnose arrest release appoint debut surrender resign marry knight ordain ' +
    'execute imprison baptise baptize enlist emigrate immigrate'
  ).split(' '),
);

/** "He was a member of the council from 1998 to 2001": an office and its term. */
function isTerm(view: readonly Word[], main: VerbGroup, lead: number): boolean {
  const last = phrasesOf(view, main.end)?.at(-1);
  return lead === 0 && main.first.lower === 'was' && last?.kind === 'span' && isPersons(view.slice(lead, main.start));
}

/** "served as the ambassador to Japan": what follows the first phrase without a time of its own belongs to it. */
function takeIn(first: Phrase, phrases: Phrase[]): void {
  first.kind = 'other';
  if (phrases[1]?.kind !== 'other') return;
  first.to = phrases[1].to;
  phrases.splice(1, 1);
}

/** "died at the age of 91 in 1962": neither is needed to say the other. */
const isAge = (view: readonly Word[], phrase: Phrase | undefined) =>
  phrase !== undefined && view.slice(phrase.from, phrase.to).some(({ lower }) => /^(?:age|aged)$/u.test(lower));

const span = ({ from, to }: Phrase) => range(from, to);

const MEASURE =
  /^(?:minutes?|hours?|days?|weeks?|months?|years?|decades?|metres?|meters?|miles?|feet|km|kilometres?|kilometers?)$/u;

/** What is counted or compared holds only for its own time and place. */
const MEASURED =
  /^(?:percent|per|%|average|total|more|less|fewer|most|least|every|each|all|first|last|than|as|again|still|already|usually|often|always|sometimes|until|while|when|because|so|times|rose|fell|grew|increased|decreased|declined|cost|costs)$/u;

/** "before switching subjects". */
const isDeed = (words: readonly Word[], at: number) =>
  words[at]!.forms?.gerund === true && words[at - 1]?.pos === 'ADP';

/** "her first single". */
const isOwnFirst = (words: readonly Word[], at: number) =>
  /^(?:first|last)$/u.test(words[at]!.lower) && /^(?:his|her|its|their)$/u.test(words[at - 1]?.lower ?? '');

function isEvent(view: readonly Word[], main: VerbGroup, lead: number): boolean {
  if (main.negated || main.start === 0 || view.some(isScoped)) return false;
  const isPerfect = /^(?:has|have|had)$/u.test(main.first.lower) && main.first !== main.head;
  const isCopula = main.head.pos === 'AUX' && !isTerm(view, main, lead);
  if (isCopula || !(isPast(main) || isPerfect) || main.first.lower === 'did') return false;
  const subject = view.slice(lead, main.start);
  if (subject.length === 0 || subject.some((word) => word.text === ',' || isVerb(word) || word.pos === 'ADP'))
    return false;
  const rest = view.slice(main.end);
  if (view.slice(main.start, main.end).some(({ lower }) => MEASURED.test(lower))) return false;
  // "his acting career" has no verb.
  if (!isLevel(rest) || verbGroups(rest).length > 0 || rest.some((_, i) => isDeed(rest, i))) return false;
  return !rest.some(
    (word, i) =>
      /^[,;:—–]$/u.test(word.text) ||
      word.pos === 'CCONJ' ||
      TOGETHER.test(word.lower) ||
      (MEASURED.test(word.lower) && !(word.lower === 'as' && isRoleAt(rest, i)) && !isOwnFirst(rest, i)) ||
      opensClause(rest, i),
  );
}
