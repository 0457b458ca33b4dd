/** What a pronoun may refer to inside its own sentence, decided by the sentence's words and not by earlier text. */
import { canBePerson, PERSON_NOUNS } from '../grammar/class-nouns.ts';
import type { Word } from '../grammar/parse.ts';
import { isNominal } from '../grammar/pronouns.ts';
import { mainGroup, verbGroups } from '../grammar/verb-groups.ts';

const isPluralNoun = (word: Word) =>
  word.pos === 'NOUN' && /(?:[^su]s|^people|men|children|police|staff|geese|feet|mice)$/u.test(word.lower);

/** Indices of the words before `at` that "it" (thing) or "they" (group) may refer to. */
export function anchorsBefore(words: readonly Word[], at: number, pronoun: 'thing' | 'group'): number[] {
  return words.slice(0, at).flatMap((word, i) => {
    if (!isNominal(word)) return [];
    const fits =
      pronoun === 'group'
        ? word.pos === 'PROPN' || isPluralNoun(word)
        : !isPluralNoun(word) && !canBePerson(word.lower);
    return fits ? [i] : [];
  });
}

/** The last common noun before `at` for one person whom "his" or "her" may refer to: "the harbour master". */
export function personBefore(words: readonly Word[], at: number, gender: 'male' | 'female'): number | null {
  const found = words.findLastIndex((word, i) => {
    if (i >= at || word.pos !== 'NOUN' || isPluralNoun(word) || words[i + 1]?.pos === 'NOUN') return false;
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

/**
 * True if a noun other than the subject, before `end`, could be the antecedent of "it" (or "they"): a noun phrase with
 * article that no preposition governs ("flooded the mill, and it …").
 */
export function hasObjectBefore(words: readonly Word[], end: number, pronoun: 'thing' | 'group'): boolean {
  const main = mainGroup(words, verbGroups(words));
  if (main === null) return false;
  for (let i = main.end; i < end; i++) {
    const word = words[i]!;
    if (word.pos !== 'NOUN' || words[i + 1]?.pos === 'NOUN' || isPluralNoun(word) !== (pronoun === 'group')) continue;
    if (pronoun === 'thing' && canBePerson(word.lower)) continue;
    let start = i;
    while (start > main.end && /^(?:NOUN|PROPN|ADJ|NUM)$/u.test(words[start - 1]!.pos)) start--;
    const hasArticle = words[start - 1]?.pos === 'DET' && start - 1 >= main.end;
    if (!hasArticle && pronoun === 'thing') continue;
    const before = words[hasArticle ? start - 2 : start - 1];
    const isPredicate = /^(?:is|was|are|were|be|been|became|becomes)$/u.test(before?.lower ?? '');
    // After a comma it is an apposition: ", a firm in Leeds".
    if (before?.pos !== 'ADP' && before?.text !== ',' && !isPredicate) return true;
  }
  return false;
}

/**
 * The only plural of a sentence that "they" may refer to later ("some 5,600 parcels"); null if there are several, or one
 * that is only counted, such as years.
 */
export function onlyGroup(words: readonly Word[]): string | null {
  const heads = words.flatMap((word, i) => (isPluralNoun(word) && words[i + 1]?.pos !== 'NOUN' ? [i] : []));
  const [head] = heads;
  if (head === undefined || heads.length > 1 || MEASURED.test(words[head]!.lower)) return null;
  if (words.some(({ pos, lower }) => pos === 'PROPN' && lower === 'and')) return null;
  let from = head;
  while (from > 0 && /^(?:NOUN|ADJ|NUM)$/u.test(words[from - 1]!.pos)) from--;
  if (words[from - 1]?.pos === 'DET') from--;
  const text = phraseOf(words.slice(from, head + 1));
  return /^(?:DET)$/u.test(words[from]!.pos) || from === 0 ? text[0]!.toLowerCase() + text.slice(1) : text;
}

/** The plural with a number that a sentence's verb has as its object: "thirty boats"; null if there is none. */
export function countedObject(words: readonly Word[]): string | null {
  const main = mainGroup(words, verbGroups(words));
  if (main === null) return null;
  const head = words.findIndex(
    (word, i) => i > main.end && isPluralNoun(word) && words[i + 1]?.pos !== 'NOUN' && !MEASURED.test(word.lower),
  );
  if (head < 0) return null;
  let from = head;
  while (from > main.end && /^(?:NOUN|ADJ|NUM)$/u.test(words[from - 1]!.pos)) from--;
  const isObject = from === main.end || words[from - 1]!.pos === 'DET' || words[from - 1]!.pos === 'ADV';
  if (!isObject || !words.slice(from, head).some(({ pos }) => pos === 'NUM')) return null;
  return phraseOf(words.slice(from, head + 1));
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
  const [article] = words.slice(main.end);
  if (!/^(?:an?|its|their|another)$/u.test(article?.lower ?? '')) return null;
  let head = main.end + 1;
  while (/^(?:NOUN|ADJ|VERB)$/u.test(words[head + 1]?.pos ?? '') && words[head]!.pos !== 'VERB') head++;
  const noun = words[head];
  if (noun?.pos !== 'NOUN' || isPluralNoun(noun) || !canBePerson(noun.lower)) return null;
  return {
    text: `the ${phraseOf(words.slice(main.end + 1, head + 1))}`,
    noun: noun.lower,
    isAppointed: APPOINTING.test(main.head.lemma),
  };
}

/** The words as they stand in the sentence. */
function phraseOf(words: readonly Word[]): string {
  return words.map((word, i) => (i > 0 && word.start > words[i - 1]!.end ? ' ' : '') + word.text).join('');
}

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

/** True if "this" or "that" at `at` refers to an amount: "That is enough for …", "This is equivalent to …". */
export function refersToAmount(words: readonly Word[], at: number): boolean {
  if (!/^(?:this|that)$/u.test(words[at]!.lower) || !/^(?:is|was|would|['’]s)$/u.test(words[at + 1]?.lower ?? ''))
    return false;
  return words.slice(at + 2, at + 5).some(({ lower }) => /^(?:enough|sufficient|equivalent|equal)$/u.test(lower));
}
