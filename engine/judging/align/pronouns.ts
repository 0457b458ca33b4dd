/** Resolves pronouns that refer to what the text before is about. */
import type { Item } from '#engine/syntax/items.ts';
import { isPersonNoun, PERSON_NOUNS } from '#engine/text/class-nouns.ts';
import { startsWithCapital } from '#engine/text/letters.ts';
import { isNamedBy } from '../read/subject.ts';
import { speaksOfAnother } from './other-subjects.ts';
import type { Arc } from './path.ts';
import { endOfNumbered, hasRival, isSameNaming, lowerWords, nameRuns, PERSONAL, type Referents } from './reference.ts';

/**
 * Arcs from the claim's subject to a pronoun that is the statement's subject, if the text before is about the claim's subject and
 * mentions no other candidate.
 */
export function pronounArcs(claim: readonly Item[], items: readonly Item[], referents: Referents): Arc[] {
  const start = items.findIndex(({ lower, tense }) => PERSONAL.has(lower) || tense !== null);
  const pronoun = items[start];
  if (pronoun === undefined || !PERSONAL.has(pronoun.lower) || nameRuns(items.slice(0, start)).length > 0) return [];
  const { before, document, earlier } = referents;
  if (before === null) return [];
  let verb = claim.findIndex(({ tense }) => tense !== null);
  // Adverbs before the verb don't belong to the subject: "The bittern first bred here."
  while (verb > 1 && (claim[verb - 1]!.pos === 'ADV' || claim[verb - 1]!.quantity?.dimension === 'ordinal')) verb--;
  // For example "The bittern" in "The bittern … It first bred here in 2008."
  const subject = claim.slice(0, Math.max(verb, 0));
  // The document's name may be omitted: "Orrin Marsh dogs", if the document is about Orrin Marsh and the text before has "dogs".
  const named = nameRuns(subject)[0];
  const isOfDocument =
    named?.start === 0 && named.end < subject.length && isNamedBy(document, lowerWords(claim, named));
  const bare = isOfDocument && !speaksOfAnother(referents) ? subject.slice(named.end) : subject;
  const isDefinite =
    subject.length > 0 &&
    /^(?:it|they)$/.test(pronoun.lower) &&
    subject[0]!.article !== 'a' &&
    // Rejected: "No shops closed. They made money."
    !subject.some(({ lower }) => COUNTS.test(lower)) &&
    sameRow(bare, before);
  const own = subject.map(({ lower }) => lower);
  const rivals = (sentence: readonly Item[], words: readonly string[]) =>
    hasRival(sentence, words, pronoun.lower) || mentionsAnother(sentence, own, pronoun.lower);
  if (isDefinite && !bare[0]!.isName && !earlier.some((sentence) => rivals(sentence, [])))
    return [{ claimStart: 0, claimEnd: verb, start, end: start + 1, ground: 'pronoun' }];
  return nameRuns(subject).flatMap(({ start: first, end }) => {
    const run = { start: first, end: endOfNumbered(claim, end) };
    const words = lowerWords(claim, run);
    const isDocument = isNamedBy(document, words);
    const isBefore =
      before.length > 0
        ? isNaming(before) &&
          isSameNaming(
            words,
            before.map(({ lower }) => lower),
          )
        : isDocument;
    const isAuthor = pronoun.lower === 'we' && isDocument;
    // In "He met Hale", "he" is not Hale.
    const isNamed = nameRuns(items).some((other) => lowerWords(items, other).some((part) => words.includes(part)));
    const isContested =
      !isAuthor &&
      earlier.some(
        (sentence) =>
          rivals(sentence, words) ||
          (PERSONAL.has(sentence[0]?.lower ?? '') && sentence.some(({ lower }) => words.includes(lower))),
      );
    if (run.end !== verb || isNamed || isContested || !(isBefore || isAuthor)) return [];
    return [{ claimStart: run.start, claimEnd: run.end, start, end: start + 1, ground: 'pronoun' }];
  });
}

/**
 * Whether the sentence mentions somebody or something else that the pronoun may refer to: "the ferry rammed a trawler", "met a
 * baker", "meet the guides". The complement of "is" doesn't count, nor does a place or time behind a preposition.
 */
function mentionsAnother(items: readonly Item[], own: readonly string[], pronoun: string): boolean {
  const verb = items.findIndex(({ tense }) => tense !== null);
  if (verb < 0 || items[verb]!.key === 'be') return false;
  return items.some(({ pos, key, lower, article, isPlural }, at) => {
    if (at <= verb || pos !== 'NOUN' || own.includes(lower) || /^(?:NOUN|PROPN)$/.test(items[at + 1]?.pos ?? ''))
      return false;
    if (pronoun === 'they') return isPlural;
    if (isPlural) return false;
    if (pronoun !== 'it') return isPersonNoun(key);
    // A unit of time is no candidate: "240 tonnes a day".
    if (article === 'a' && TIME.test(key)) return false;
    return article !== null && !Object.hasOwn(PERSON_NOUNS, key) && items[at - 1]!.pos !== 'ADP';
  });
}

/**
 * Whether the words are a name: "Noll", or "Furnace 4", where "Furnace" looks like a common word at the beginning of a sentence.
 */
function isNaming(before: readonly Item[]): boolean {
  const isNumbered = before.length > 1 && endOfNumbered(before, before.length - 1) === before.length;
  const words = isNumbered ? before.slice(0, -1) : before;
  return words.every(({ isName, text }, at) => isName || (isNumbered && at === 0 && startsWithCapital(text)));
}

const TIME = /^(?:second|minute|hour|day|night|week|month|quarter|season|year)$/;

/** Quantifiers and negations. A pronoun can't refer to a subject that has one of them. */
const COUNTS =
  /^(?:no|none|nobody|nothing|neither|nor|not|never|without|hardly|few|fewer|every|each|any|most|many|much|some|several|all|half|both|only|just|little|less|either|almost|nearly|alone|even)$/;

function sameRow(a: readonly Item[], b: readonly Item[]): boolean {
  return a.length === b.length && a.every(({ lower }, at) => lower === b[at]!.lower);
}
