/**
 * "One turned up in 2008, in excellent condition" says that one turned up. What it adds can be wrong alone, but not be
 * judged alone: so the whole is a statement too, whose span is the addition.
 */
import { atomWords, withoutEndMark } from '../grammar/atom-words.ts';
import { isNoun, isPluralNoun } from '../grammar/noun-phrases.ts';
import type { Word } from '../grammar/parse.ts';
import { isPast } from '../grammar/participles.ts';
import type { Atom, Piece } from '../grammar/pieces.ts';
import { isVerb, mainGroup, type VerbGroup, verbGroups } from '../grammar/verb-groups.ts';
import { addsCircumstance, addsClause, addsRelative, addsWhile } from './addition-kinds.ts';
import { attributionAt, leadLength } from './clauses.ts';
import { isLevel } from './scope.ts';

/** Where a statement may end: at `at`, in the words of an atom; what is added begins at `next`. */
interface Cut {
  at: number;
  next: number;
}

/** The statement without what is added at its end, and with each of the additions; the atom itself if there are none. */
export function splitAdditions(words: readonly Word[], atom: Atom): Atom[] {
  const { pieces } = atom;
  const view = atomWords(words, withoutEndMark(words, pieces));
  const cuts = cutsOf(atom, view);
  if (cuts.length === 0) return [atom];
  const starts = [atom.from, ...cuts.map(({ next }) => pieces[next] as number)];
  return starts.map((from, i) => {
    const cut = cuts[i];
    const part = cut === undefined ? atom : { ...atom, pieces: pieces.slice(0, cut.at), to: pieces[cut.at] as number };
    const absolute = i === 0 ? null : absoluteStatement(view, pieces, cuts[i - 1]!.next, cut?.at ?? view.length);
    return absolute === null ? { ...part, from, added: i > 0 } : { ...part, pieces: absolute, from };
  });
}

/** ", its mission being extended twice" as "its mission was extended twice", in the time of the statement; else null. */
function absoluteStatement(view: readonly Word[], pieces: readonly Piece[], from: number, to: number): Piece[] | null {
  const verb = view.findIndex(({ lower }, i) => i > from && i < to && /^(?:being|having)$/u.test(lower));
  const main = mainGroup(view, verbGroups(view));
  const subject = view.slice(from, verb);
  if (verb < 0 || main === null || subject.length > LONGEST_SUBJECT || !isNoun(subject.at(-1))) return null;
  // "one of them being new", "Joseph being the younger": without the rest, nobody knows of which.
  const isElliptic = /^(?:one|two|some|most|all|both|many|each|none|part|half)$/u.test(subject[0]!.lower);
  const isCompared = view[verb + 1]?.lower === 'the' && /^\p{L}+er$/u.test(view[verb + 2]?.lower ?? '');
  if (isElliptic || isCompared || subject.some((word) => isVerb(word) || word.text === ',')) return null;
  const isPlural = isPluralNoun(subject.at(-1)!);
  const tense = isPast(main) ? (isPlural ? 'were' : 'was') : isPlural ? 'are' : 'is';
  const perfect = isPast(main) ? 'had' : isPlural ? 'have' : 'has';
  const finite = view[verb]!.lower === 'being' ? tense : perfect;
  const owner = /^(?:its|his|her|their)$/u.test(subject[0]!.lower) ? ownerOf(view, pieces, main) : null;
  return [...(owner ?? [pieces[from]!]), ...pieces.slice(from + 1, verb), finite, ...pieces.slice(verb + 1, to)];
}

/** "Its mission" is that of the statement's subject, where that is a short noun phrase: "Kubo’s". */
function ownerOf(view: readonly Word[], pieces: readonly Piece[], main: VerbGroup): Piece[] | null {
  const start = leadLength(view);
  const isReflexive = /^(?:itself|himself|herself|themselves)$/u.test(view[main.start - 1]?.lower ?? '');
  const end = isReflexive ? main.start - 1 : main.start;
  const words = view.slice(start, end);
  const isPlain =
    words.length > 0 &&
    words.length <= LONGEST_SUBJECT &&
    words.every(({ pos }) => /^(?:DET|ADJ|NOUN|PROPN)$/u.test(pos));
  if (!isPlain || !isNoun(words.at(-1))) return null;
  const last = words.at(-1)!.text;
  return [...pieces.slice(start, end - 1), `${last}${last.endsWith('s') ? '’' : '’s'}`];
}

const LONGEST_SUBJECT = 4;

function cutsOf(atom: Atom, view: readonly Word[]): Cut[] {
  const cuts: Cut[] = [];
  if (attributionAt(view) !== null || view.some(({ lower }) => lower === 'respectively')) return cuts;
  const lead = leadLength(view);
  // With a comma that opens no addition, the next one may be that of a list.
  let isPlain = true;
  for (let at = Math.max(lead, 2); at + 2 < view.length; at++) {
    const { text, lower } = view[at]!;
    if (text !== ',' && lower !== 'while') continue;
    const cut = { at, next: text === ',' && view[at + 1]!.pos === 'CCONJ' ? at + 2 : at + 1 };
    if (isLiteral(atom, cut) && adds(view, cut, isPlain)) cuts.push(cut);
    else if (text === ',') isPlain = false;
  }
  return cuts;
}

function adds(view: readonly Word[], { at, next }: Cut, isPlain: boolean): boolean {
  const [main, rest] = [view.slice(0, at), view.slice(next)];
  if (rest.length < 2 || !standsAlone(main) || !isLevel(main) || !isLevel(rest)) return false;
  // "developed, and sold, the drug", "It ran for, and won, the seat".
  if (isVerb(rest[0]) && (isVerb(main.at(-1)) || main.at(-1)!.pos === 'ADP')) return false;
  if (view[at]!.lower === 'while') return addsWhile(main, rest);
  if (next === at + 1 && addsRelative(rest)) return true;
  if (!isPlain) return false;
  return next === at + 2 ? addsClause(view, at) : addsCircumstance(main, rest);
}

/** True for a subject with its verb, however short: "The dam held". */
function standsAlone(main: readonly Word[]): boolean {
  const verb = mainGroup(main, verbGroups(main));
  return verb !== null && verb.start > 0 && main.length > 2;
}

/** True if the joint and what follows it are words of the sentence that follow each other, inside the atom's span. */
function isLiteral({ pieces, from, to }: Atom, { at, next }: Cut): boolean {
  const [joint, after] = [pieces[at], pieces[next]];
  if (typeof joint !== 'number' || typeof after !== 'number') return false;
  return after === joint + next - at && joint > from && after < to;
}
