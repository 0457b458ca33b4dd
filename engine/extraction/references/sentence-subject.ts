/** Finds the grammatical subject of a sentence. */

import { isKnownWord } from '#engine/language/lexicon.ts';
import { BE_FORMS } from '#engine/language/verbs.ts';
import { CLASS_NOUNS, isPersonNoun } from '../grammar/class-nouns.ts';
import { labelLength } from '../grammar/labels.ts';
import { asWritten } from '../grammar/noun-phrases.ts';
import type { Word } from '../grammar/parse.ts';
import { isNounInWords } from '../grammar/pronouns.ts';
import { mainGroup, type VerbGroup, verbGroups } from '../grammar/verb-groups.ts';
import { frontedTime } from '../splitting/clauses.ts';
import type { Entity, Mention } from './discourse.ts';

export interface Subject {
  /** Index of its first word. */
  at: number;
  /** Index after its last word. */
  to: number;
  /** Index after the main verb. */
  end: number;
  text: string;
  /** Its head, in lower case; null for a name or a pronoun. */
  noun: string | null;
  /** Null if the subject isn't a name. */
  entity: Entity | null;
  isPlural: boolean;
  /** A common noun without an article: "rain". */
  isBare: boolean;
  isPerson: boolean;
  /** The name it is equated with ("The highest mountain is Olympus Mons"), which isn't a second candidate. */
  equals: Entity | null;
}

function nameAfterCopula(words: readonly Word[], main: VerbGroup, mentions: readonly Mention[]): Entity | null {
  if (!BE_FORMS.has(main.head.lower)) return null;
  const at = words[main.end]?.lower === 'the' ? main.end + 1 : main.end;
  return mentions.find((mention) => mention.from === at)?.entity ?? null;
}

/** "Ginevra Toss, who had led, punctured …": a name with "who" after it is the subject, whatever the main verb is. */
function namedPerson(words: readonly Word[], mentions: readonly Mention[]): Subject | null {
  const first = mentions.find(({ from }) => from === 0);
  if (first === undefined || words[first.to]?.text !== ',' || words[first.to + 1]?.lower !== 'who') return null;
  const { entity } = first;
  return {
    at: 0,
    to: first.to,
    end: first.to,
    text: entity.name,
    noun: null,
    entity,
    isPlural: false,
    isBare: false,
    isPerson: true,
    equals: null,
  };
}

/** Without what follows the subject's own words: "Cassini itself", "The T4 I (would leave aside)". */
function headEnd(words: readonly Word[], from: number, end: number): number {
  const last = words[end - 1];
  const isAddition =
    end - from > 1 && last !== undefined && /^(?:itself|himself|herself|themselves|alone|i|we|you)$/u.test(last.lower);
  const { pos } = words[end - 2] ?? { pos: 'PUNCT' };
  // "Monte Ravo last (erupted)", "The society at (first refused)"
  const isOfVerb = end - from > 1 && /^(?:last|first|once|then|at|in|by|for|since)$/u.test(last?.lower ?? '');
  return (isAddition || isOfVerb) && (pos === 'NOUN' || pos === 'PROPN' || pos === 'PRON') ? end - 1 : end;
}

/** True for "About six in ten of the buyers". */
const isAmount = ([first, second]: readonly Word[]) =>
  /^(?:about|around|over|under|nearly|almost|some)$/u.test(first!.lower) && second?.pos === 'NUM';

/** True for "Fuel", which has its capital only because it opens the sentence. */
const isCommonNoun = ([first, second]: readonly Word[]) => second === undefined && isKnownWord(first!.lower);

/** True for the "and" of "version 4.2 of the Travel and Expenses Policy": what it joins is not the subject itself. */
function isInsideOf(part: readonly Word[], and: number): boolean {
  const of = part.findIndex(({ lower }) => lower === 'of');
  const next = part[and + 1];
  return of > 0 && of < and && next !== undefined && next.pos !== 'DET' && !/^(?:its|their|his|her)$/u.test(next.lower);
}

/** Length of "At night" before "the motor is quieter" and "For the full year" before "the company …"; else 0. */
function frontedPhrase(words: readonly Word[]): number {
  if (words[0]?.pos !== 'ADP') return 0;
  const noun = words.findIndex(({ pos }, i) => pos === 'NOUN' && words[i + 1]?.pos === 'DET');
  if (noun > 0 && words.slice(1, noun).every(({ pos }) => /^(?:DET|ADJ|NUM|NOUN)$/u.test(pos))) return noun + 1;
  // "On average the pump", "As usual the lift"
  return words[1]?.pos === 'ADJ' && words[2]?.pos === 'DET' ? 2 : 0;
}

/** "Clerks" at the beginning, where a capital makes no name; nobody means the lots that are drawn. */
const isCommonPlural = ({ lower }: Word) =>
  lower !== 'lots' && isKnownWord(lower.replace(/(?<=[^aeiou])ies$/u, 'y').replace(/s$/u, ''));

/** "The prize, worth 40,000 francs, was endowed": what stands between the commas says more of the phrase before them. */
function isDescribedBetweenCommas(words: readonly Word[], comma: number, end: number): boolean {
  const phrase = words.slice(0, comma);
  const insert = words.slice(comma + 1, end);
  return (
    words[end]?.text === ',' &&
    phrase[0]?.pos === 'DET' &&
    phrase.slice(1).every(({ pos }) => /^(?:ADJ|NOUN|PROPN|NUM)$/u.test(pos)) &&
    isNounInWords(phrase.at(-1)!) &&
    !/^(?:DET|PROPN|NUM|PRON)$/u.test(insert[0]?.pos ?? 'PRON') &&
    !insert.some(({ text, pos }) => text === ',' || pos === 'CCONJ')
  );
}

const LONGEST_PLAIN_SUBJECT = 10;
const LONGEST_SUBJECT = 14;

/** Where "who make more than six trips a year" begins behind a subject's noun; its length if nothing does. */
function describedUpTo(part: readonly Word[]): number {
  const at = part.findIndex(({ lower }, i) => i > 0 && /^(?:who|that)$/u.test(lower) && isNounInWords(part[i - 1]!));
  return at > 0 && !part.some(({ text }) => text === ',') ? at : part.length;
}

/** True for "frigate" before "Hesper" and "island of" before "Elba", but not for "museum in" before "Hull". */
function isNameOfPhrase(before: readonly Word[]): boolean {
  const preposition = before.findIndex(({ pos }) => pos === 'ADP');
  if (preposition < 0) return true;
  const noun = before[preposition - 1];
  const isLast = preposition === before.length - 1 && before[preposition]!.lower === 'of';
  return isLast && noun?.pos === 'NOUN' && Object.hasOwn(CLASS_NOUNS, noun.lower);
}

/** The words before the main verb if they are a plain noun phrase, a pronoun or a list of names, else null. */
export function subjectOf(words: readonly Word[], mentions: readonly Mention[]): Subject | null {
  const main = mainGroup(words, verbGroups(words));
  if (main === null) return namedPerson(words, mentions);
  const [from, to] = rangeBefore(words, main, mentions);
  const part = words.slice(from, to);
  if (part.length === 0 || part.length > LONGEST_SUBJECT) return null;
  const described = describedUpTo(part);
  if (!isPlainPhrase(part, described)) return null;
  const mention = mentionOf(words, from, to, mentions);
  const phrase = part.slice(0, described);
  const isJoined = phrase.some((word, i) => word.lower === 'and' && !isInsideOf(phrase, i));
  const head = headOf(phrase);
  // "The sundial that lay beside it" is the sundial later on; "clerks who make six trips" are no others.
  const isKnown = part[0]!.lower === 'the';
  return {
    at: from,
    to,
    end: main.end,
    text: laterText(isKnown ? phrase : part),
    noun: head.pos === 'NOUN' ? head.lower : null,
    entity: isJoined ? null : (mention?.entity ?? null),
    isPlural:
      isJoined ||
      (/[^sui]s$/u.test(head.lower) && (head.pos === 'NOUN' || (mention === undefined && isCommonPlural(head)))) ||
      /^(?:they|these|those|we)$/u.test(head.lower),
    isBare: mention === undefined && (part[0]!.pos === 'PROPN' ? isCommonNoun(part) : part[0]!.pos !== 'DET'),
    equals: nameAfterCopula(words, main, mentions),
    isPerson:
      mention?.entity.kind === 'person' ||
      /^(?:he|she)$/u.test(head.lower) ||
      (mention === undefined && head.pos === 'NOUN' && isPersonNoun(head.lower)),
  };
}

/** Where the subject stands before the main verb: without what opens the sentence, and without an insert behind it. */
function rangeBefore(
  words: readonly Word[],
  main: VerbGroup,
  mentions: readonly Mention[],
): [from: number, to: number] {
  let end = main.start;
  while (end > 0 && words[end - 1]!.text === ',') end--;
  const comma = words.findIndex((word, i) => i < end && word.text === ',');
  const isNamed = mentions.some((mention) => mention.from <= 1 && mention.to === comma);
  // "A defect, which would have garbled the data, had been found."
  const isClosed =
    /^(?:who|which|whose|where)$/u.test(words[comma + 1]?.lower ?? '') && words[main.start - 1]!.text === ',';
  const isInsert = comma > 0 && (isNamed || isClosed || isDescribedBetweenCommas(words, comma, end));
  let from = isInsert || comma < 0 ? 0 : words.slice(0, end).findLastIndex((word) => word.text === ',') + 1;
  from = Math.max(from, labelLength(words));
  while (/^(?:PUNCT|CCONJ|INTJ)$/u.test(words[from]?.pos ?? '') && from < end) from++;
  from += frontedTime(words.slice(from, end));
  from += frontedPhrase(words.slice(from, end));
  if (/^(?:only|even)$/u.test(words[from]?.lower ?? '') && words[from + 1]?.pos === 'DET') from++;
  return [from, headEnd(words, from, isInsert ? comma : end)];
}

/** True for a noun phrase or pronoun; `described`: where a clause that describes it begins. */
function isPlainPhrase(part: readonly Word[], described: number): boolean {
  if (described === part.length && part.length > LONGEST_PLAIN_SUBJECT) return false;
  if (part[0]!.pos === 'ADP' && !isAmount(part)) return false;
  if (part.some(({ lower }) => /^(?:wherever|whenever)$/u.test(lower))) return false;
  const mayStand = (word: Word, i: number) =>
    /^(?:NOUN|PROPN|ADJ|ADV|DET|NUM|PRON|CCONJ|ADP|PART|PUNCT)$/u.test(word.pos) ||
    (i === part.length - 1 && part[i - 1]?.pos === 'NOUN' && word.forms?.participle === true);
  return part.slice(0, described).every(mayStand) && part.some((word) => isNounInWords(word) || word.pos === 'PRON');
}

/** The mention that is all of [from, to): "Ada Stone", "Ada Stone (1871–1934)", "the frigate Hesper". */
function mentionOf(
  words: readonly Word[],
  from: number,
  to: number,
  mentions: readonly Mention[],
): Mention | undefined {
  const bracket = words[to - 1]!.text === ')' ? words.slice(from, to).findIndex(({ text }) => text === '(') : -1;
  const nameEnd = bracket > 0 ? from + bracket : to;
  return mentions.find(
    (mention) =>
      mention.from >= from &&
      mention.to === nameEnd &&
      (mention.from === from || (words[from]!.lower === 'the' && isNameOfPhrase(words.slice(from + 1, mention.from)))),
  );
}

/** The noun that heads the phrase; its last word where it has none. */
function headOf(phrase: readonly Word[]): Word {
  const [first, second] = phrase;
  // "Requests above the rate"
  if (second?.pos === 'ADP' && isCommonPlural(first!) && /[^su]s$/u.test(first!.lower)) return first!;
  const isPossessor = (i: number) => /^['’]s?$/u.test(phrase[i + 1]?.text ?? '');
  const noun = phrase.find((word, i) => word.pos === 'NOUN' && phrase[i + 1]?.pos !== 'NOUN' && !isPossessor(i));
  return noun ?? phrase.at(-1)!;
}

/** What the next sentences call it: "the sundial" for "A sundial (1821)". */
function laterText(phrase: readonly Word[]): string {
  const text = asWritten(phrase)
    .replace(/["“”]/gu, '')
    .replace(/(?<=\S) \([^()]*\)/gu, '');
  if (/^an?$/u.test(phrase[0]!.lower)) return `the ${text.replace(/^\S+\s/u, '')}`;
  return phrase[0]!.pos === 'PROPN' ? text : text[0]!.toLowerCase() + text.slice(1);
}
