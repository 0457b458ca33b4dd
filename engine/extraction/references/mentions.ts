/** Finds the noun phrases of a sentence that a pronoun may refer to, with what the words tell about them. */

import { CLASS_NOUNS, canBePerson, isPersonNoun, PERSON_NOUNS } from '#engine/text/class-nouns.ts';
import { genderOfName } from '#engine/text/given-names.ts';
import { isKnownWord } from '#engine/text/lexicon.ts';
import { isMonth, isWeekday } from '#engine/values/calendar.ts';
import { isTimeWord } from '../claims/scope.ts';
import { type VerbGroup, verbGroups } from '../grammar/verb-groups.ts';
import type { Word } from '../grammar/word.ts';

export type Role = 'subject' | 'object' | 'predicate' | 'oblique' | 'place';

export interface Mention {
  /** Its words in the sentence, end exclusive. */
  from: number;
  to: number;
  /** The text that replaces a pronoun; null if it contains another pronoun. */
  text: string | null;
  /** The same for all mentions of one thing, as far as the words tell. */
  key: string;
  isName: boolean;
  /** null if the words do not tell. */
  isPerson: boolean | null;
  gender: 'male' | 'female' | null;
  isPlural: boolean;
  /** Whether it may be a person if nothing else is known of it: not a name with an ordinary word in it, e.g. "Industrial Air". */
  mayBePerson: boolean;
  role: Role;
}

/** The mentions in order. After them, each "A and B" is a further one. */
export function mentionsIn(words: readonly Word[]): Mention[] {
  const groups = verbGroups(words);
  const mentions: Mention[] = [];
  for (let i = 0; i < words.length; i++) {
    const to = phraseEnd(words, i);
    if (to === i) continue;
    const mention = mentionOf(words, i, to, groups);
    if (mention !== null)
      mentions.push(isApposition(words, mention, mentions) ? { ...mention, role: 'predicate' } : mention);
    i = to - 1;
  }
  return [...mentions, ...pairsOf(words, mentions)];
}

/** Whether the mention only describes the name before it: "Ada Stone, the mill's first director,", "Kubo, a company in Ohio". */
function isApposition(words: readonly Word[], { from, to, isName }: Mention, before: readonly Mention[]): boolean {
  const comma = words.findLastIndex(({ text }, i) => i < from && text === ',');
  const named = before.find((mention) => mention.isName && mention.to === comma);
  const isOne = words.slice(comma + 1, from).every(({ pos }) => /^(?:DET|ADJ|NOUN|PROPN|NUM|PART)$/u.test(pos));
  if (comma < 0 || named === undefined || isName || !isOne) return false;
  return words[to]?.text === ',' || (from === comma + 1 && words[from]!.pos === 'DET');
}

const OPENERS = /^(?:DET|ADJ|NUM|NOUN|PROPN)$/u;
const POSSESSIVE = /^(?:his|her|its|their|our|my|your)$/u;

/** End of the noun phrase that begins at `from`; `from` if none does. */
function phraseEnd(words: readonly Word[], from: number): number {
  const first = words[from]!;
  if (isDate(first) || !(OPENERS.test(first.pos) || POSSESSIVE.test(first.lower))) return from;
  let at = from + 1;
  let end = first.pos === 'NOUN' || first.pos === 'PROPN' ? at : from;
  for (; at < words.length; at++) {
    const { pos, text, start } = words[at]!;
    const isGlued = text === '-' && start === words[at - 1]!.end;
    // "Barlow's bridge", "2019 Kubo" and "the mill Kubo" are two phrases each.
    if (isDate(words[at]!) || pos === 'PART') break;
    if (pos === 'NOUN' || pos === 'PROPN') end = at + 1;
    else if (pos === 'NUM' && end > from) end = at + 1;
    else if (!(isGlued || pos === 'ADJ' || pos === 'NUM')) {
      const joins = /^(?:of|de|van|von|der|la|del|di|da|dos|al|bin|ibn|&)$/u.test(words[at]!.lower);
      if (!(joins && words[at - 1]!.pos === 'PROPN' && words[at + 1]?.pos === 'PROPN')) break;
    }
  }
  return end;
}

/** Whether the word is a date such as "2019" or "May". It is never part of a mention, though "five days" may be. */
const isDate = (word: Word) => (word.pos === 'NUM' || isMonth(word.lower) || isWeekday(word.lower)) && isTimeWord(word);

/** Words of phrases that a later "it" or "they" does not refer to: "no train", "each of them", "hundreds". */
const UNDEFINED =
  /^(?:no|any|every|each|neither|either|few|none|half|hundreds|thousands|dozens|millions|others|lots|lot|time|times|way|course|fact)$/u;

/** Where the owner of the noun phrase begins; `from` if it has none. */
function ownerBegin(words: readonly Word[], from: number): number {
  let at = from;
  while (/^['’]s?$/u.test(words[at - 1]?.text ?? '')) {
    at -= 2;
    while (OPENERS.test(words[at - 1]?.pos ?? '') || POSSESSIVE.test(words[at - 1]?.lower ?? '')) at--;
  }
  return Math.max(at, 0);
}

const isOfPlace = (words: readonly Word[], from: number) =>
  words[from - 1]?.pos === 'ADP' && PLACE.test(words[from - 1]!.lower);

/** Words that are capitalised only because a sentence or a contraction begins with them, so they are not names. */
const NO_NAME = /^(?:(?:every|some|any|no)(?:thing|one|body)|\p{L}+['’](?:m|d|ll|re|ve))$/u;

function mentionOf(words: readonly Word[], from: number, to: number, groups: readonly VerbGroup[]): Mention | null {
  const head = words[to - 1]!;
  const phrase = words.slice(from, to);
  const isName = head.pos === 'PROPN' || (head.pos === 'NUM' && words[to - 2]?.pos === 'PROPN');
  const own = phrase.filter(({ pos }) => pos !== 'DET');
  if (UNDEFINED.test(phrase[0]!.lower) || UNDEFINED.test(head.lower) || NO_NAME.test(head.lower)) return null;
  // "The members' meeting" includes its owner in its text and takes its role from where the owner stands.
  const begin = ownerBegin(words, from);
  const role = roleOf(words, isOfPlace(words, begin) ? begin : from, to, groups);
  return {
    from,
    to,
    text: textOf(words, begin, to, role, groups),
    key: own.map(({ lower }) => lower).join(' '),
    isName,
    ...(isName && isWho(words, to) ? PERSON : kindOf(own, isName, phrase[0]!.lower === 'the')),
    isPlural: isPlural(phrase, isName),
    mayBePerson: !isName || !own.some(({ lower }) => isKnownWord(lower)),
    role,
  };
}

/** The text that replaces a pronoun. It includes what stands between a subject and its verb, and has "the" for "a". */
function textOf(
  words: readonly Word[],
  from: number,
  to: number,
  role: Role,
  groups: readonly VerbGroup[],
): string | null {
  const verb = groups.find(({ start, finite }) => finite && start >= to);
  const isShort = role === 'subject' && verb !== undefined && verb.start - from <= LONGEST_SUBJECT;
  const isPlain =
    isShort && words.slice(to, verb.start).every(({ pos }) => /^(?:ADP|DET|ADJ|NOUN|PROPN|NUM)$/u.test(pos));
  const phrase = words.slice(from, isPlain ? verb.start : to);
  if (phrase.some(({ lower }) => POSSESSIVE.test(lower)))
    return /^(?:your)$/u.test(phrase[0]!.lower) ? asWritten(phrase) : null;
  return asWritten(phrase).replace(/^(?:an?|the|some|one|that|this) (?=\p{L})/iu, (article) =>
    /^(?:some|one) $/iu.test(article) ? article : 'the ',
  );
}

const LONGEST_SUBJECT = 8;

/** Whether the first word is capitalised only because it begins a sentence. */
const opensInLower = (phrase: readonly Word[]) =>
  phrase[0]!.pos === 'DET' ||
  POSSESSIVE.test(phrase[0]!.lower) ||
  (phrase.at(-1)!.pos === 'NOUN' && isKnownWord(phrase[0]!.lower));

const asWritten = (words: readonly Word[]) =>
  words
    .map(
      (word, i) =>
        (i > 0 && word.start > words[i - 1]!.end ? ' ' : '') +
        (i === 0 && opensInLower(words) ? word.lower : word.text),
    )
    .join('');

const PERSON = { isPerson: true, gender: null } as const;

/** Whether "who" follows, which makes it a person: "Raffles, who governed Java". */
const isWho = (words: readonly Word[], to: number) => words[words[to]?.text === ',' ? to + 1 : to]?.lower === 'who';

function kindOf(own: readonly Word[], isName: boolean, hasArticle: boolean): Pick<Mention, 'isPerson' | 'gender'> {
  const head = own.at(-1)!;
  if (!isName) {
    const gender = Object.hasOwn(PERSON_NOUNS, head.lower) ? PERSON_NOUNS[head.lower]! : null;
    if (isPersonNoun(head.lower)) return { isPerson: true, gender };
    return { isPerson: canBePerson(head.lower) ? null : false, gender };
  }
  const [first] = own;
  const title = /^(?:mr|mrs|ms|miss|dr|sir|dame|lady|lord|king|queen|prince|princess|pope|saint)\.?$/u.exec(
    first!.lower,
  );
  if (title !== null) return { isPerson: true, gender: genderOfTitle(title[0]) };
  const gender = genderOfName(first!.text);
  if (gender !== undefined && own.length > 1 && !isKind(head)) return { isPerson: true, gender };
  if (hasArticle || isKind(head) || own.some(({ text }) => /\d/u.test(text))) return { isPerson: false, gender: null };
  if (own.every(({ lower }) => isKnownWord(lower)) && gender === undefined) return { isPerson: false, gender: null };
  if (own.some(({ lower }) => lower === 'of' || lower === '&')) return { isPerson: false, gender: null };
  return { isPerson: gender === undefined ? null : true, gender: gender ?? null };
}

function genderOfTitle(title: string): 'male' | 'female' | null {
  if (/^(?:mrs|ms|miss|dame|lady|queen|princess)/u.test(title)) return 'female';
  return /^(?:mr|sir|lord|king|prince|pope)/u.test(title) ? 'male' : null;
}

/** "Mill", "University", "Ltd": what the name says that it is. */
const isKind = ({ lower }: Word) =>
  CLASS_NOUNS.has(lower) ||
  /^(?:ltd|inc|plc|gmbh|ag|corp|co|llc|marine|motors|works|trust|society|council)\.?$/u.test(lower);

function isPlural(phrase: readonly Word[], isName: boolean): boolean {
  const head = phrase.at(-1)!;
  // "Twenty Valves"
  if (isName) return phrase[0]!.pos === 'NUM' && phrase.length === 2 && /[^su]s$/u.test(head.lower);
  if (/^(?:(?:\p{L}*people)|men|women|children|police|mice|feet|teeth|staff)$/u.test(head.lower)) return true;
  const one = head.lower.slice(0, -1);
  return head.pos === 'NOUN' && /[^su]s$/u.test(head.lower) && (head.lemma !== head.lower || isKnownWord(one));
}

const PLACE =
  /^(?:in|at|on|near|of|from|during|since|until|after|before|under|over|along|through|across|into|onto|around|between|among|behind|beyond|inside|outside|within|about|despite|without|except|per|as)$/u;

function roleOf(words: readonly Word[], from: number, to: number, groups: readonly VerbGroup[]): Role {
  const before = words[from - 1];
  if (before?.pos === 'ADP' || (before?.lower === 'to' && before.pos === 'PART'))
    return PLACE.test(before.lower) ? 'place' : 'oblique';
  const verb = groups.find(({ start, finite }) => finite && start >= to);
  const isSubject =
    verb !== undefined &&
    words
      .slice(to, verb.start)
      .every(({ pos, text }) => /^(?:ADV|ADP|DET|ADJ|NUM|NOUN|PROPN|PART|PRON)$/u.test(pos) || /^[(),]$/u.test(text));
  const governing = groups.findLast(({ end }) => end <= from);
  const between = governing === undefined ? [] : words.slice(governing.end, from);
  const isOwned = /^['’]s?$/u.test(before?.text ?? '');
  const joins = isOwned ? /^(?:ADV|ADJ|DET|NOUN|PROPN|PART)$/u : /^(?:ADV|ADJ|DET)$/u;
  const isJoined = governing !== undefined && between.every(({ pos }) => joins.test(pos));
  if (isJoined) return /^(?:be|become|remain)$/u.test(governing.head.lemma) ? 'predicate' : 'object';
  if (isSubject) return 'subject';
  return governing === undefined ? 'oblique' : 'object';
}

/** Pairs that "they" may refer to: "Ada Stone and Karl Weiss". */
function pairsOf(words: readonly Word[], mentions: readonly Mention[]): Mention[] {
  return mentions.flatMap((mention, i): Mention[] => {
    const next = mentions[i + 1];
    if (next === undefined || next.from !== mention.to + 1 || words[mention.to]!.lower !== 'and') return [];
    if (mention.isPlural !== next.isPlural) return [];
    const isPerson = mention.isPerson === next.isPerson ? mention.isPerson : null;
    const text = mention.text === null || next.text === null ? null : `${mention.text} and ${next.text}`;
    const role = next.role === 'subject' ? 'subject' : mention.role;
    return [
      {
        ...mention,
        to: next.to,
        text,
        key: `${mention.key} and ${next.key}`,
        isPerson,
        gender: null,
        isPlural: true,
        role,
      },
    ];
  });
}
