/** "The motor is covered for three years, and the frame for life": a second subject whose verb is left out. */
import { singularForm } from '#engine/language/verbs.ts';
import { atomWords, partOfAtom, withoutEndMark } from '../grammar/atom-words.ts';
import { isNoun, isPluralNoun } from '../grammar/noun-phrases.ts';
import type { Word } from '../grammar/parse.ts';
import type { Atom, Piece } from '../grammar/pieces.ts';
import { isVerb, mainGroup, opensClause, type VerbGroup, verbGroups } from '../grammar/verb-groups.ts';
import { isScoped } from './scope.ts';

/** Splits an atom at an "and" behind which the verb is left out, and gives it back; the atom itself if there is none. */
export function splitGap(words: readonly Word[], atom: Atom): Atom[] {
  const pieces = withoutEndMark(words, atom.pieces);
  const view = atomWords(words, pieces);
  const main = mainGroup(view, verbGroups(view));
  if (main === null || !/^(?:is|are|was|were)$/u.test(main.first.lower) || view.some(limits)) return [atom];
  // "At 20 °C traffic is possible …": what opens without a comma may hold for both.
  if (view[leadOf(view, main)]!.pos === 'ADP') return [atom];
  const and = view.findIndex(({ lower, pos }, i) => i > main.end && lower === 'and' && pos === 'CCONJ');
  if (and < 0) return [atom];
  const end = view[and - 1]!.text === ',' ? and - 1 : and;
  const first = phraseAfter(view, main.end, end);
  const subject = subjectAt(view, and + 1);
  if (first === null || subject === null || view[first]!.lower !== view[subject]!.lower) return [atom];
  if (!isParallel(view, { main, first, end, and, subject })) return [atom];
  const verb = agreeing(view, main, view.slice(and + 1, subject));
  const lead = leadOf(view, main);
  const own = pieces.slice(and + 1);
  const second: Piece[] = [
    ...pieces.slice(0, lead),
    ...pieces.slice(and + 1, subject),
    verb ?? pieces[main.start]!,
    ...pieces.slice(main.start + 1, first),
    ...pieces.slice(subject),
    // "for three years, and the hose for ten"
    ...(view.at(-1)!.pos === 'NUM' && view[end - 1]!.pos === 'NOUN' ? [pieces[end - 1]!] : []),
  ];
  return [
    partOfAtom(atom, pieces.slice(0, end)),
    partOfAtom(atom, second, [...own, ...atom.pieces.slice(pieces.length)]),
  ];
}

/** "no matter how often" limits nothing. */
const limits = (word: Word, at: number, view: readonly Word[]) => isScoped(word) && view[at + 1]?.lower !== 'matter';

/** Position of the preposition that follows the verb, or the adjective behind it; null if anything else does. */
function phraseAfter(view: readonly Word[], from: number, end: number): number | null {
  const at = view.findIndex(({ pos }, i) => i >= from && i < end && pos === 'ADP');
  const isPlain = at >= from && view.slice(from, at).every(({ pos }) => pos === 'ADJ' || pos === 'ADV');
  const phrase = view.slice(at, end);
  return isPlain && !phrase.some((word, i) => isVerb(word) || word.text === ',' || opensClause(phrase, i)) ? at : null;
}

/** Position of the preposition behind a noun phrase at `from`, where no verb follows before a comma; else null. */
function subjectAt(view: readonly Word[], from: number): number | null {
  const comma = view.findIndex(({ text }, i) => i > from && text === ',');
  const part = view.slice(from, comma < 0 ? view.length : comma);
  const at = part.findIndex(({ pos, lower }) => pos === 'ADP' && lower !== 'of');
  if (at < 1 || at + 1 >= part.length || part.some((word) => isVerb(word) || word.pos === 'CCONJ')) return null;
  const phrase = part.slice(0, at);
  const isPhrase = phrase.every(
    ({ pos, lower }) => /^(?:DET|ADJ|NOUN|PROPN)$/u.test(pos) || /^(?:of|its|his|her|their)$/u.test(lower),
  );
  return isPhrase && isNoun(phrase.at(-1)) ? from + at : null;
}

/** True if the second noun phrase can't be part of the phrase before the "and": "for fire and theft for two years". */
function isParallel(
  view: readonly Word[],
  { main, first, end, and, subject }: { main: VerbGroup; first: number; end: number; and: number; subject: number },
): boolean {
  const isAmount = view.slice(first, end).some(({ pos }) => pos === 'NUM');
  if (!isAmount) return false;
  const opener = view[leadOf(view, main)]!;
  const isOpened = view[and + 1]!.pos === 'DET' && /^(?:DET|PRON)$/u.test(opener.pos);
  return first > main.end || isOpened || view.slice(subject).some(({ pos }) => pos === 'NUM');
}

/** Where the subject begins: behind "At 20 °C," and "In London,". */
const leadOf = (view: readonly Word[], main: VerbGroup) =>
  view.findLastIndex(({ text }, i) => i < main.start && /^[,:]$/u.test(text)) + 1;

/** The verb's first word in the number of the subject; null if it has it already. */
function agreeing(view: readonly Word[], main: VerbGroup, subject: readonly Word[]): string | null {
  const isPlural = isPluralNoun(subject.at(-1)!);
  const verb = view[main.start]!.lower;
  if (isPlural) return verb === 'is' ? 'are' : verb === 'was' ? 'were' : null;
  return singularForm(verb);
}
