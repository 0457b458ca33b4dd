/** Checks whether a claim that a model has written says exactly what the words that it was made from say, no more and no less. */
import { isDerivedForm } from '#engine/text/morphology.ts';
import { wordSet } from '#engine/text/word-lists.ts';
import { compareDates } from '#engine/values/date-agreement.ts';
import { type DateSpan, findDates } from '#engine/values/dates.ts';
import { valueOfDigit } from '#engine/values/languages/numerals.ts';
import { valuesIn } from '#engine/values/languages/values.ts';
import { findQuantities, type Quantity } from '#engine/values/quantities.ts';
import { hasSameRelations, hasSameTense, isInOrder } from './relations.ts';
import { hasSameRoles } from './roles.ts';
import { isContent, type Language, plainWords, type ReadWord } from './words.ts';

/** The text around a statement, from which a claim may take names, figures and words. */
export interface Around {
  /** In lower case, in all forms that are used for comparison. */
  words: ReadonlySet<string>;
}

/** Reads the text around the statements of a stretch. */
export function aroundOf(text: string, isEnglish: boolean): Around {
  const words = plainWords(text, isEnglish ? null : 'und');
  return { words: new Set(words.flatMap(({ lower, lemma, forms }) => [lower, lemma, ...forms])) };
}

/** Words that link a sentence to the one before. A claim may drop them. */
const CONNECTIVE = wordSet(
  'also however moreover therefore meanwhile then additionally furthermore thus too besides here',
);
/**
 * Words that link members to their group. A reader accepts a claim without them: "films, including Tides" makes "Tides is a
 * film".
 */
const OF_MEMBERS = new Set(['including', 'such']);
const DEFINITE = /^(?:the|this|that|these|those|its|their|his|her|our|such)$/;

/**
 * True if the claim says what its own words say and adds only what the text around them has. `language` in ISO 639-1; null:
 * English. `isRead`: a reader judges whether the claim relates its parts as the sentence does, so that only exchanged parts are
 * looked for here.
 */
export function isFaithful(
  claim: readonly ReadWord[],
  own: readonly ReadWord[],
  around: Around,
  { language, isRead = false }: { language: Language; isRead?: boolean },
): boolean {
  const isEnglish = language === null;
  return (
    hasSameMarks(claim, own) &&
    (!isEnglish || ((isRead || hasSameRelations(claim, own)) && hasSameTense(claim, own))) &&
    (isEnglish ? hasSameValues(claim, own, around) : hasSameValuesIn(language, claim, own, around)) &&
    hasSameNames(claim, own, around) &&
    (isEnglish ? hasSameContent(claim, own, around, isRead) : hasNearContent(claim, own, around)) &&
    (isRead ? hasSameRoles(claim, own) : isInOrder(claim, own))
  );
}

/** Whether the claim has each negation, quantifier, bound, modal, attribution and time of its own words, and no others. */
function hasSameMarks(claim: readonly ReadWord[], own: readonly ReadWord[]): boolean {
  const wanted = marksIn(own);
  const said = marksIn(claim);
  // A name that replaces "it" may contain such a word: "First Bank".
  const saidPlainly = marksIn(claim.filter(({ isCapitalised }, at) => at === 0 || !isCapitalised));
  const isKept = [...wanted].every(([word, count]) => (said.get(word) ?? 0) >= count);
  return isKept && [...saidPlainly].every(([word, count]) => (wanted.get(word) ?? 0) >= count);
}

/** Counts each word that changes what a statement says. */
function marksIn(words: readonly ReadWord[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { form } of words.flatMap(({ marks }) => marks)) counts.set(form, (counts.get(form) ?? 0) + 1);
  return counts;
}

interface Values {
  dates: DateSpan[];
  quantities: Quantity[];
}

function valuesOf(words: readonly ReadWord[]): Values {
  const dates = findDates(words);
  const taken = new Array<boolean>(words.length).fill(false);
  for (const { start, end } of dates) taken.fill(true, start, end);
  return { dates, quantities: findQuantities(words, taken) };
}

/** The numbers of a text without thousands separators: "1,250" becomes "1250", "2.5" stays. */
function digitsOf(text: string): string[] {
  const plain = text.replaceAll(/\p{Nd}/gu, (digit) => String(valueOfDigit(digit)));
  return [...plain.matchAll(/\d+(?:[.,'’\u00a0\u202f ]\d+)*/g)].map(([number]) =>
    number.replaceAll(/[.,'’\u00a0\u202f ](?=\d{3}(?!\d))/g, ''),
  );
}

const equals = (a: Quantity, b: Quantity) =>
  a.bound === b.bound && a.dimension === b.dimension && a.low === b.low && a.high === b.high;

const saysDate = (said: DateSpan, wanted: DateSpan) =>
  said.relation === wanted.relation && /^(?:equal|contained)$/.test(compareDates(wanted, said));

function hasSameValues(claim: readonly ReadWord[], own: readonly ReadWord[], around: Around): boolean {
  const textOf = (words: readonly ReadWord[]) => words.map(({ text }) => text).join(' ');
  const inClaim = new Set(digitsOf(textOf(claim)));
  const inOwn = new Set(digitsOf(textOf(own)));
  const inAround = new Set([...around.words].flatMap(digitsOf));
  const of = { claim: valuesOf(claim), own: valuesOf(own) };
  const isKept =
    of.own.quantities.every((wanted) => of.claim.quantities.some((said) => equals(said, wanted))) &&
    of.own.dates.every((wanted) => of.claim.dates.some((said) => saysDate(said, wanted)));
  if (!isKept) return false;
  return [...inClaim].every((number) => {
    if (inOwn.has(number) || inAround.has(number)) return true;
    // The claim may write a value in another way: "3" for "three", "2019-06-14" for "14 June 2019".
    return (
      of.claim.quantities.some(
        (said) => digitsOf(said.text).includes(number) && of.own.quantities.some((wanted) => equals(said, wanted)),
      ) ||
      of.claim.dates.some(
        (said) =>
          digitsOf(said.text).includes(number) && of.own.dates.some((wanted) => compareDates(wanted, said) === 'equal'),
      )
    );
  });
}

/** The same in other languages: each number must appear as written or in another form of the same figure or date. */
function hasSameValuesIn(
  language: string,
  claim: readonly ReadWord[],
  own: readonly ReadWord[],
  around: Around,
): boolean {
  const [said, wanted] = [claim, own].map((words) => {
    const text = asWritten(words);
    return { ...valuesIn(text, language), numbers: new Set(digitsOf(text)) };
  });
  const inAround = new Set([...around.words].flatMap(digitsOf));
  const isKept =
    wanted!.quantities.every((value) => said!.quantities.some((other) => equals(other, value))) &&
    wanted!.dates.every((date) => said!.dates.some((other) => saysDate(other, date)));
  if (isKept && wanted!.isOpen.every((is) => !is) && said!.isOpen.every((is) => !is)) {
    return [...said!.numbers].every(
      (number) =>
        wanted!.numbers.has(number) ||
        inAround.has(number) ||
        said!.quantities.some((value) =>
          wanted!.quantities.some((other) => equals(value, other) && hasNumber(value, number)),
        ) ||
        said!.dates.some((date) =>
          wanted!.dates.some((other) => compareDates(other, date) === 'equal' && hasNumber(date, number)),
        ),
    );
  }
  return (
    [...wanted!.numbers].every((number) => said!.numbers.has(number)) &&
    [...said!.numbers].every((number) => wanted!.numbers.has(number) || inAround.has(number))
  );
}

/** Whether a value, written in English notation, contains the number as another language writes it, e.g. "1250,50". */
function hasNumber({ text }: Pick<Quantity, 'text'>, number: string): boolean {
  const plain = Number(number.replace(',', '.'));
  return [...text.matchAll(/\d+(?:\.\d+)?/g)].some(([written]) => Number(written) === plain);
}

/** The words as one string, with a space wherever two of them do not touch. */
function asWritten(words: readonly ReadWord[]): string {
  return words.map(({ text, start }, at) => (at > 0 && words[at - 1]!.end < start ? ` ${text}` : text)).join('');
}

const bare = (word: ReadWord) => word.forms.join(' ');

/** Whether the claim has all capitalised words of the pieces, and all of its own are in the pieces or in the text around them. */
function hasSameNames(claim: readonly ReadWord[], own: readonly ReadWord[], around: Around): boolean {
  const claimed = new Set(claim.flatMap((word) => [word.lower, word.lemma, bare(word)]));
  const given = new Set(own.flatMap((word) => [word.lower, word.lemma, bare(word)]));
  const isName = (word: ReadWord, at: number) => word.isCapitalised && (at > 0 || word.pos === 'PROPN');
  const isKept = own.every((word, at) => !isName(word, at) || claimed.has(word.lower) || claimed.has(bare(word)));
  return (
    isKept &&
    claim.every(
      (word, at) =>
        !isName(word, at) ||
        given.has(bare(word)) ||
        given.has(word.lower) ||
        around.words.has(word.lower) ||
        around.words.has(bare(word)),
    )
  );
}

const saysSame = (a: ReadWord, b: ReadWord) =>
  a.lemma === b.lemma || a.lower === b.lower || isDerivedForm(a.lower, b.lower);

function hasSameContent(
  claim: readonly ReadWord[],
  own: readonly ReadWord[],
  around: Around,
  isRead: boolean,
): boolean {
  const ownContent = own.filter(isContent);
  const isGiven = (word: ReadWord) => {
    if (own.some((other) => saysSame(word, other))) return true;
    return word.pos !== 'VERB' && (around.words.has(word.lower) || around.words.has(word.lemma));
  };
  if (!claim.filter(isContent).every(isGiven)) return false;
  const lost = ownContent.filter(
    (word) =>
      !CONNECTIVE.has(word.lower) &&
      !(isRead && OF_MEMBERS.has(word.lower)) &&
      !claim.some((other) => saysSame(other, word)),
  );
  return lost.length === 0 || isReplaced(lost, claim, own);
}

/**
 * Whether the lost words are a noun phrase such as "the company", which the claim replaces with a name that its own words lack.
 */
function isReplaced(lost: readonly ReadWord[], claim: readonly ReadWord[], own: readonly ReadWord[]): boolean {
  const noun = lost.at(-1)!;
  if (lost.length > 2 || lost.some(({ pos }) => pos !== 'ADJ' && pos !== 'NOUN') || noun.pos !== 'NOUN') return false;
  const at = own.indexOf(lost[0]!);
  if (!DEFINITE.test(own[at - 1]?.lower ?? '') || own[at + lost.length - 1] !== noun) return false;
  return claim.some(
    (word) => word.isCapitalised && word.pos === 'PROPN' && !own.some((other) => saysSame(word, other)),
  );
}

/** In languages that are not analysed, shorter words are ignored. */
const SHORTEST = 4;
/** Words with the same first letters, this many, count as forms of one word. */
const STEM = 5;
/** The share of the pieces' words that may be missing from the claim, as their forms may differ altogether. */
const MOST_LOST = 0.25;

/** The same for languages that are not analysed, by comparing letters. */
function hasNearContent(claim: readonly ReadWord[], own: readonly ReadWord[], around: Around): boolean {
  const isLong = ({ text, isWord }: ReadWord) => isWord && (text.length >= SHORTEST || /\p{Lo}/u.test(text));
  const stem = (word: string) => word.slice(0, STEM);
  const stems = (words: Iterable<string>) => new Set([...words].map(stem));
  const inOwn = stems(own.map(({ lower }) => lower));
  const inAround = stems(around.words);
  const inClaim = stems(claim.map(({ lower }) => lower));
  if (!claim.filter(isLong).every(({ lower }) => inOwn.has(stem(lower)) || inAround.has(stem(lower)))) return false;
  const wanted = own.filter(isLong);
  const lost = wanted.filter(({ lower }) => !inClaim.has(stem(lower)));
  return lost.length <= MOST_LOST * wanted.length;
}
