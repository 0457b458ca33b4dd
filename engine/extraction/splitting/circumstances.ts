/**
 * "She joined the club as a coach in 1998": that she joined as a coach, and that she joined in 1998. Only for single
 * events of the past: "the shop opens on Mondays at ten" doesn't say that it opens at ten.
 */
import { isMonth } from '#engine/language/calendar.ts';
import { atomWords, partOfAtom, withoutEndMark } from '../grammar/atom-words.ts';
import type { Word } from '../grammar/parse.ts';
import { isPast } from '../grammar/participles.ts';
import type { Atom } from '../grammar/pieces.ts';
import { isVerb, mainGroup, opensClause, type VerbGroup, verbGroups } from '../grammar/verb-groups.ts';
import { TOGETHER } from './lists.ts';
import { isScoped } from './scope.ts';

/** A prepositional phrase after the verb; positions in the atom's words. */
interface Phrase {
  from: number;
  to: number;
  kind: 'date' | 'place' | 'role' | 'other';
}

/** Splits what an atom says of the time, place and role of an event; the atom itself if that isn't certain. */
export function splitCircumstances(words: readonly Word[], atom: Atom): Atom[] {
  const pieces = withoutEndMark(words, atom.pieces);
  const view = atomWords(words, pieces);
  const main = mainGroup(view, verbGroups(view));
  if (main === null || !isEvent(view, main)) return [atom];
  const phrases = phrasesOf(view, main.end);
  if (phrases === null || phrases.length === 0) return [atom];
  const [first] = phrases as [Phrase];
  const hasObject = first.from > main.end;
  // "served as a rabbi": the role is what happened.
  if (!hasObject && first.kind === 'role') first.kind = 'other';
  const apart = phrases.filter(({ kind }) => kind === 'date' || kind === 'role');
  const kept = phrases.filter((phrase) => !apart.includes(phrase));
  // Without an object, the first phrase says what happened: "moved to Leeds in 1998".
  const core = [...Array(first.from).keys(), ...(hasObject || kept.length === 0 ? [] : span(kept[0]!))];
  // "signed the pact in 1971" says one thing.
  if (apart.length === 0 || (kept.length === 0 && apart.length < 2)) return [atom];
  const whole = [...Array(first.from).keys(), ...kept.flatMap(span)];
  const parts = [
    ...(kept.length === 0 ? [] : [whole]),
    ...apart.map((phrase) => [...(isAge(view, kept[0]) ? core.slice(0, first.from) : core), ...span(phrase)]),
  ];
  if (parts.length < 2) return [atom];
  return parts.map((part, order) => {
    const own = part.map((at) => pieces[at]!);
    const added = own.filter((piece) => order === 0 || !parts[0]!.some((at) => pieces[at] === piece));
    return partOfAtom(atom, own, order === parts.length - 1 ? [...added, ...pieces.slice(-1)] : added);
  });
}

/** "died at the age of 91 in 1962": neither is needed to say the other. */
const isAge = (view: readonly Word[], phrase: Phrase | undefined) =>
  phrase !== undefined && view.slice(phrase.from, phrase.to).some(({ lower }) => /^(?:age|aged)$/u.test(lower));

const span = ({ from, to }: Phrase) => Array.from({ length: to - from }, (_, i) => from + i);

/** What is counted or compared holds only for its own time and place. */
const MEASURED =
  /^(?:percent|per|%|average|total|more|less|fewer|most|least|every|each|all|first|last|than|as|again|still|already|usually|often|always|sometimes|until|while|when|because|so|times|rose|fell|grew|increased|decreased|declined|cost|costs)$/u;

function isEvent(view: readonly Word[], main: VerbGroup): boolean {
  if (main.negated || main.start === 0 || view.some(isScoped)) return false;
  const isPerfect = /^(?:has|have|had)$/u.test(main.first.lower) && main.first !== main.head;
  const isCopula = main.head.pos === 'AUX';
  if (isCopula || !(isPast(main) || isPerfect) || main.first.lower === 'did') return false;
  const subject = view.slice(0, main.start);
  if (subject.some((word) => word.text === ',' || isVerb(word) || word.pos === 'ADP')) return false;
  const rest = view.slice(main.end);
  if (view.slice(main.start, main.end).some(({ lower }) => MEASURED.test(lower))) return false;
  return !rest.some(
    (word, i) =>
      isVerb(word) ||
      /^[,;:()"“”—–]$/u.test(word.text) ||
      word.pos === 'CCONJ' ||
      TOGETHER.test(word.lower) ||
      (MEASURED.test(word.lower) && !(word.lower === 'as' && isRole(rest, i))) ||
      opensClause(rest, i),
  );
}

const isRole = (words: readonly Word[], at: number) =>
  /^(?:an?|the|its|his|her|their)$/u.test(words[at + 1]?.lower ?? '');

/** The phrases that fill the rest of the words; null if one isn't plain. */
function phrasesOf(view: readonly Word[], from: number): Phrase[] | null {
  const starts: number[] = [];
  for (let i = from; i < view.length; i++) if (view[i]!.pos === 'ADP' && view[i]!.lower !== 'of') starts.push(i);
  const phrases: Phrase[] = [];
  for (const [order, start] of starts.entries()) {
    const to = starts[order + 1] ?? view.length;
    if (to - start < 2) return null;
    const kind = kindOf(view.slice(start, to));
    const before = phrases.at(-1);
    // What isn't a time or role belongs to what stands before it.
    if (kind === 'other' && before?.kind === 'other') before.to = to;
    else phrases.push({ from: start, to, kind });
  }
  return phrases;
}

function kindOf(phrase: readonly Word[]): Phrase['kind'] {
  const [first, ...rest] = phrase as [Word, ...Word[]];
  if (/^(?:in|on|since|during|by|at)$/u.test(first.lower) && isDate(rest)) return 'date';
  if (first.lower === 'as' && isRole(phrase, 0)) return 'role';
  return 'other';
}

/** "1998", "12 May 2003", "the 1970s", "the summer of 2001". */
function isDate(words: readonly Word[]): boolean {
  const hasTime = words.some(({ text, lower }) => /^(?:1\d{3}|20\d{2})s?$/u.test(text) || isMonth(lower));
  return (
    hasTime &&
    words.every(
      ({ pos, lower }) =>
        pos === 'NUM' ||
        isMonth(lower) ||
        /^(?:the|year|early|late|mid|summer|winter|spring|autumn|fall|of|‚|\d+s|\d{1,2}(?:st|nd|rd|th)|-|ad|bc)$/u.test(
          lower,
        ),
    )
  );
}
