/** What a pronoun may refer to inside its own sentence, decided by the sentence's words and not by earlier text. */
import { isMonth, isWeekday } from '#engine/language/calendar.ts';
import { BE_FORMS } from '#engine/language/verbs.ts';
import { canBePerson, PERSON_NOUNS } from '../grammar/class-nouns.ts';
import { asWritten, isPluralNoun } from '../grammar/noun-phrases.ts';
import type { Word } from '../grammar/parse.ts';
import { isNounInWords, isPossessive } from '../grammar/pronouns.ts';
import { isVerb, mainGroup, verbGroups } from '../grammar/verb-groups.ts';
import { frontedTime } from '../splitting/clauses.ts';

const SEVERAL = /(?:^people|men|children|police|staff|geese|feet|mice)$/u;

/** True for a common noun that means several: a plural, or "people". */
export const namesSeveral = (word: Word) => isPluralNoun(word) || (word.pos === 'NOUN' && SEVERAL.test(word.lower));

/** True for the last noun of a phrase: "mill" in "cotton mill". */
const isHeadNoun = (words: readonly Word[], at: number) =>
  isNounInWords(words[at]!) && !(words[at + 1] !== undefined && isNounInWords(words[at + 1]!));

/** First word of the phrase that ends in the noun at `head`, behind its article. */
function startOfPhrase(words: readonly Word[], head: number): number {
  let from = head;
  while (from > 0 && /^(?:NOUN|ADJ|NUM)$/u.test(words[from - 1]!.pos)) from--;
  return from;
}

/** Indices of the words before `at` that "it" (thing) or "they" (group) may refer to. */
export function anchorsBefore(words: readonly Word[], at: number, pronoun: 'thing' | 'group'): number[] {
  return words.slice(0, at).flatMap((word, i) => {
    if (!isNounInWords(word)) return [];
    const fits =
      pronoun === 'group'
        ? word.pos === 'PROPN' || namesSeveral(word)
        : !namesSeveral(word) && !canBePerson(word.lower);
    return fits ? [i] : [];
  });
}

/** The last common noun before `at` for one person whom "his" or "her" may refer to: "the harbour master". */
export function personBefore(words: readonly Word[], at: number, gender: 'male' | 'female'): number | null {
  const found = words.findLastIndex((word, i) => {
    if (i >= at || word.pos !== 'NOUN' || namesSeveral(word) || words[i + 1]?.pos === 'NOUN') return false;
    // "your four-year-old"
    if (word.lower === 'year' && words[i + 1]?.text === '-' && words[i + 2]?.lower === 'old')
      return words[i + 3]?.pos !== 'NOUN';
    let start = i;
    while (start > 0 && /^(?:NOUN|ADJ|DET|NUM)$/u.test(words[start - 1]!.pos)) start--;
    // "As a member of the board, she …" says what she is, not who.
    if (words[start - 1]?.lower === 'as') return false;
    const nounGender = Object.hasOwn(PERSON_NOUNS, word.lower) ? PERSON_NOUNS[word.lower] : null;
    return canBePerson(word.lower) && (nounGender === null || nounGender === gender);
  });
  return found < 0 ? null : found;
}

/** True if the pronoun opens a coordinated clause: ", and it …", ", so its …". */
export function opensCoordinate(words: readonly Word[], at: number): boolean {
  const before = words[at - 1];
  return (
    before !== undefined &&
    (before.pos === 'CCONJ' || before.text === ';' || (before.lower === 'so' && words[at - 2]?.text === ','))
  );
}

const SUBORDINATE =
  /^(?:though|although|while|whereas|because|since|until|before|after|when|once|if|unless|so|and|but|or|yet)$/u;

/**
 * True if the word stands in a clause after the main one, in which nothing else before it could be meant: "The engine was
 * raised, although the drivers were afraid to use it". `from`: the end of the main clause's verb.
 */
export function isInLaterClause(words: readonly Word[], from: number, at: number): boolean {
  const joint = words.findLastIndex(
    (word, i) => i >= from && i < at && (/^[;:]$/u.test(word.text) || SUBORDINATE.test(word.lower)),
  );
  if (joint < 0) return false;
  const between = words.slice(joint + 1, at);
  if (between.some((word, i) => isNounInWords(word) && !namesSeveral(word) && !canBePerson(between[i]!.lower)))
    return false;
  // "…; to use it you need the hub"
  if (between.length === 2 && between[0]!.lower === 'to' && between[1]!.pos === 'VERB') return true;
  const isSubject = between.every(({ pos }) => pos === 'ADV');
  const clause = words.slice(joint + 1);
  return verbGroups(clause).some(
    ({ start, end, finite }) => finite && start > 0 && (isSubject || end <= between.length),
  );
}

/** True in ", it …" after words without a verb of their own: "Launched from Florida, it …", "On Christmas Day 2004 it …". */
export function followsAdjunct(words: readonly Word[], at: number): boolean {
  if (at > 0 && frontedTime(words) === at) return true;
  const [first] = words;
  const opensAdjunct =
    /^(?:in|on|at|after|during|by|since|until|from|within)$/u.test(first?.lower ?? '') ||
    first?.forms?.participle === true ||
    first?.forms?.gerund === true;
  if (!opensAdjunct || words[at - 1]?.text !== ',') return false;
  const before = words.slice(0, at - 1);
  return (
    !before.some(({ pos }) => pos === 'AUX' || pos === 'PRON') &&
    mainGroup(before.slice(1), verbGroups(before.slice(1))) === null
  );
}

/** True inside double quotation marks: whom the quoted words mean, the text around them doesn't say. */
export function isQuoted(words: readonly Word[], at: number): boolean {
  let isOpen = false;
  for (const { text } of words.slice(0, at))
    if (/^["“”]$/u.test(text)) isOpen = text === '“' || (text === '"' && !isOpen);
  return isOpen;
}

const TIME_OR_SHARE =
  /^(?:second|minute|hour|day|night|morning|evening|afternoon|week|weekend|fortnight|month|quarter|season|spring|summer|autumn|winter|year|decade|century|time|halves|thirds|quarters|fifths|tenths)$/u;
const OTHERS = /^(?:all|both|some|many|most|few|others|those|these|they)$/u;

/**
 * The only thing (or things) of the clauses before the pronoun's that it can mean, as said later: "the app" in "You don't
 * have to use the app, and its tracking is free". Null if there are several, none or only a kind of thing ("by card").
 */
export function onlyThingBefore(
  words: readonly Word[],
  at: number,
  pronoun: 'thing' | 'group',
  subject: { at: number; to: number; text: string; isPlural: boolean } | null,
): string | null {
  const joint = words.findLastIndex(
    (word, i) => i < at && (word.text === ';' || (word.text === ',' && words[i + 1]?.pos === 'CCONJ')),
  );
  if (joint < 0) return null;
  const heads = anchorsBefore(words, at, pronoun).filter((i) => isHeadNoun(words, i));
  const [head] = heads;
  if (head === undefined || heads.length > 1 || head > joint) return null;
  const { pos, lower } = words[head]!;
  const isOfSubject = subject !== null && head >= subject.at && head < subject.to;
  const isPlural = isOfSubject && subject.isPlural && pronoun === 'group';
  if ((pos !== 'NOUN' && !isPlural) || MEASURED.test(lower) || TIME_OR_SHARE.test(lower)) return null;
  // "it must decide an application; if it fails to, the application …": what is named again isn't the pronoun's.
  if (words.some((word, i) => i > at && word.lower === lower)) return null;
  const between = words.slice(joint + 1, at);
  // "and all left with their weapons", "those with an illness … prevents them"
  if (isPossessive(words, at) && between.some(isVerb)) return null;
  if (pronoun === 'group' && between.some((word) => OTHERS.test(word.lower))) return null;
  // "Requests above the rate are answered …, and nobody pays for them"
  if (isPlural) return head === 0 && words[0]!.text !== words[0]!.lower ? lowered(subject.text) : subject.text;
  if (pronoun === 'group' && /^(?:of|with|without|above|below|over|under)$/u.test(words[head + 1]?.lower ?? ''))
    return null;
  const from = startOfPhrase(words, head);
  const article = words[from - 1];
  // "Grinding tablets"
  if (article?.pos === 'VERB') return null;
  if (/^(?:no|any|every|each|another)$/u.test(article?.lower ?? '')) return null;
  const text = asWritten(words.slice(from, head + 1));
  const hasArticle = /^(?:an?|the|this|that|these|those)$/u.test(article?.lower ?? '');
  if (pronoun === 'thing') return hasArticle ? `the ${text}` : null;
  return hasArticle ? `the ${text}` : from === 0 ? lowered(text) : text;
}

/** "of" before `at` and an amount before that, up to the word where the phrase begins: "nearly all of (them)". */
export function partitiveStart(words: readonly Word[], at: number): number {
  if (words[at - 1]?.lower !== 'of') return at;
  let start = at - 1;
  while (start > 0 && at - start < 6 && /^(?:ADV|DET|NUM|ADJ|PRON)$/u.test(words[start - 1]!.pos)) start--;
  return start;
}

/**
 * True if a noun other than the subject, before `end`, could be the antecedent of "it" (or "they"): a noun phrase with
 * article that no preposition governs ("flooded the mill, and it …").
 */
export function hasObjectBefore(words: readonly Word[], end: number, pronoun: 'thing' | 'group'): boolean {
  const main = mainGroup(words, verbGroups(words));
  if (main === null) return false;
  for (let i = main.end; i < end; i++) {
    const word = words[i]!;
    if (word.pos !== 'NOUN' || words[i + 1]?.pos === 'NOUN' || namesSeveral(word) !== (pronoun === 'group')) continue;
    if (pronoun === 'thing' && canBePerson(word.lower)) continue;
    let start = i;
    while (start > main.end && /^(?:NOUN|PROPN|ADJ|NUM)$/u.test(words[start - 1]!.pos)) start--;
    const hasArticle = words[start - 1]?.pos === 'DET' && start - 1 >= main.end;
    if (!hasArticle && pronoun === 'thing') continue;
    const before = words[hasArticle ? start - 2 : start - 1];
    // "when the vans came": the subject of a later clause is no object.
    if (/^(?:when|while|because|since|as|until|after|before|although|though)$/u.test(before?.lower ?? '')) continue;
    const isPredicate = /^(?:is|was|are|were|be|been|became|becomes)$/u.test(before?.lower ?? '');
    if (before !== undefined && (isAmount(before) || isPartOfVerb(before, word))) continue;
    // After a comma it is an apposition: ", a firm in Leeds".
    if (before?.pos !== 'ADP' && before?.text !== ',' && !isPredicate) return true;
  }
  return false;
}

/** "four times the load" is how much, not what. */
const isAmount = ({ lower }: Word) => /^(?:times|twice|half|double|triple)$/u.test(lower);

/** "takes the place of", "plays a part in" */
const isPartOfVerb = (verb: Word, { lower }: Word) =>
  /^(?:take|play|make|have|give)$/u.test(verb.lemma) &&
  /^(?:place|part|role|form|shape|side|lead|way|use)$/u.test(lower);

/**
 * The only plural of a sentence that "they" may refer to later ("some 5,600 parcels"); null if there are several, or one
 * that is only counted, such as years.
 */
export function onlyGroup(words: readonly Word[]): string | null {
  const heads = words.flatMap((word, i) => (namesSeveral(word) && words[i + 1]?.pos !== 'NOUN' ? [i] : []));
  const [head] = heads;
  if (head === undefined || heads.length > 1 || MEASURED.test(words[head]!.lower)) return null;
  if (words.some(({ pos, lower }) => pos === 'PROPN' && lower === 'and')) return null;
  let from = startOfPhrase(words, head);
  if (words[from - 1]?.pos === 'DET') from--;
  const text = asWritten(words.slice(from, head + 1));
  return /^(?:DET)$/u.test(words[from]!.pos) || from === 0 ? text[0]!.toLowerCase() + text.slice(1) : text;
}

/** The only plural with a number after a sentence's verb: "counted thirty boats", "sat in the two towers". */
export function countedGroup(words: readonly Word[]): string | null {
  const main = mainGroup(words, verbGroups(words));
  if (main === null) return null;
  const counted = words.flatMap((word, head) => {
    if (head <= main.end || !namesSeveral(word) || words[head + 1]?.pos === 'NOUN' || MEASURED.test(word.lower))
      return [];
    let from = head;
    while (from > main.end && /^(?:NOUN|ADJ|NUM)$/u.test(words[from - 1]!.pos)) from--;
    if (!words.slice(from, head).some(({ pos }) => pos === 'NUM')) return [];
    return [asWritten(words.slice(words[from - 1]?.lower === 'the' ? from - 1 : from, head + 1))];
  });
  return counted.length === 1 ? counted[0]! : null;
}

/** Somebody whom a sentence brings in by what they are: "appointed a chief executive". */
export interface Introduced {
  /** As said of them later: "the chief executive". */
  text: string;
  noun: string;
  /** True if the verb gives them an office or work: its subject need not be a person. */
  isAppointed: boolean;
}

const APPOINTING = /^(?:appoint|hire|employ|elect|recruit|engage|name|install|promote|dismiss|sack|replace)$/u;

/** The object with "a", "its" or "their" that is one person; null if there is none. */
export function introducedPerson(words: readonly Word[]): Introduced | null {
  const main = mainGroup(words, verbGroups(words));
  if (main === null) return null;
  // "Ada Stone is a lawyer" brings in nobody else.
  if (BE_FORMS.has(main.head.lower) || /^(?:become|remain|stay)$/u.test(main.head.lemma)) return null;
  const [article] = words.slice(main.end);
  if (!/^(?:an?|its|their|another)$/u.test(article?.lower ?? '')) return null;
  let head = main.end + 1;
  while (/^(?:NOUN|ADJ|VERB)$/u.test(words[head + 1]?.pos ?? '') && words[head]!.pos !== 'VERB') head++;
  const noun = words[head];
  if (noun?.pos !== 'NOUN' || namesSeveral(noun) || !canBePerson(noun.lower)) return null;
  return {
    text: `the ${asWritten(words.slice(main.end + 1, head + 1))}`,
    noun: noun.lower,
    isAppointed: APPOINTING.test(main.head.lemma),
  };
}

const lowered = (text: string) => text[0]!.toLowerCase() + text.slice(1);

const MEASURED =
  /^(?:seconds|minutes|hours|days|weeks|months|years|decades|centuries|times|met(?:re|er)s|kilomet(?:re|er)s|miles|feet|inches|tonnes|tons|kilos|litres|gallons|degrees|points|percent|euros|dollars|pounds|cents|marks|francs|others)$/u;

const MOST_MEASURE_WORDS = 12;

/**
 * Word indices of the quantity that ends the sentence as the object of its last verb ("generates about 310
 * gigawatt-hours a year"); null if there is none.
 */
export function closingMeasure(words: readonly Word[]): { from: number; to: number } | null {
  let to = words.length;
  while (to > 0 && words[to - 1]!.pos === 'PUNCT') to--;
  const last = verbGroups(words).findLast((group) => group.finite);
  if (last === undefined) return null;
  const object = words.slice(last.end, to);
  const number = object.findIndex((word) => word.pos === 'NUM');
  const isMeasure =
    number >= 0 &&
    object.length <= MOST_MEASURE_WORDS &&
    object
      .slice(0, number)
      .every((word) => word.pos === 'ADV' || /^(?:about|around|over|some|up|to)$/u.test(word.lower)) &&
    object.slice(number + 1).some((word) => word.pos === 'NOUN') &&
    object.every((word) => /^(?:NUM|NOUN|ADJ|ADV|DET|ADP|PROPN)$/u.test(word.pos) || /^[-%]$/u.test(word.text));
  return isMeasure ? { from: last.end, to } : null;
}

/** The only thing with an article that a sentence names: "the lounge" in "He can join you in the lounge". */
export function onlyThing(words: readonly Word[]): string | null {
  const heads = words.flatMap((word, i) => (isHeadNoun(words, i) && !namesSeveral(word) ? [i] : []));
  const things = heads.filter(
    (i) =>
      !canBePerson(words[i]!.lower) &&
      !TIME_OR_SHARE.test(words[i]!.lower) &&
      !isMonth(words[i]!.lower) &&
      !isWeekday(words[i]!.lower),
  );
  const [head] = things;
  if (head === undefined || things.length > 1 || words[head]!.pos !== 'NOUN') return null;
  // "`max_jobs` sets …", "Prune the shrub right after it has flowered"
  if (words.some(({ text }) => /[_`]/u.test(text)) || words[head]!.lower === 'right') return null;
  const from = startOfPhrase(words, head);
  const article = words[from - 1];
  if (!/^(?:an?|the|this|that)$/u.test(article?.lower ?? '')) return null;
  if (isPartOfVerb(words[from - 2] ?? article!, words[head]!)) return null;
  return `the ${asWritten(words.slice(from, head + 1))}`;
}

/** True if "this" or "that" at `at` refers to an amount: "That is enough for …", "This is equivalent to …". */
export function refersToAmount(words: readonly Word[], at: number): boolean {
  if (!/^(?:this|that)$/u.test(words[at]!.lower) || !/^(?:is|was|would|['’]s)$/u.test(words[at + 1]?.lower ?? ''))
    return false;
  return words.slice(at + 2, at + 5).some(({ lower }) => /^(?:enough|sufficient|equivalent|equal)$/u.test(lower));
}
