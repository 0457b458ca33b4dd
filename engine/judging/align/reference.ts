/** Of whom or what is spoken: names in short, pronouns, descriptions, and the document's own subject. */

import type { Item } from '#engine/syntax/items.ts';
import { genderOfName } from '#engine/text/given-names.ts';
import { placeKey } from '#engine/text/names.ts';
import { placeRelation } from '#engine/text/places.ts';
import { isCalled, type Subject } from '../read/subject.ts';
import type { Arc, Span } from './path.ts';
import { plainLetters } from './same-item.ts';

/** What the judge knows of whom or what is spoken of. */
export interface Referents {
  /** What the document is about. */
  document: Subject;
  /** What the text before is about, in its own words; empty at the beginning, null where that is open. */
  before: readonly Item[] | null;
  /** Sentences of the passage before this one. */
  earlier: readonly (readonly Item[])[];
  /** Names of the passage, as runs of lower-case words. */
  names: readonly (readonly string[])[];
  /** Grounds of records that are switched off. */
  without: ReadonlySet<string>;
}

/** The small words within names, and the quotation mark before a nickname. */
function isJoint({ text }: Item): boolean {
  return /^(?:"|de|del|la|le|da|di|van|von|der|den|bin|ibn|al)$/.test(text);
}

/** Runs of capitalised names: [start, end). */
export function nameRuns(items: readonly Item[]): { start: number; end: number }[] {
  const runs: { start: number; end: number }[] = [];
  for (let at = 0; at < items.length; at++) {
    if (!items[at]!.isName) continue;
    let end = at + 1;
    while (end < items.length && (items[end]!.isName || (isJoint(items[end]!) && items[end + 1]?.isName))) end++;
    runs.push({ start: at, end });
    at = end;
  }
  return runs;
}

function lowers(items: readonly Item[], { start, end }: { start: number; end: number }): string[] {
  return items.slice(start, end).flatMap(({ lower, kind }) => (kind === 'mark' ? [] : [plainLetters(lower)]));
}

/** "Jr" and "II" tell one from another of the same name. */
const GENERATION = /^(?:jr|sr|jnr|snr|junior|senior|younger|elder|[ivx]+|\d+)\.?$/;

/** True if both names have the same "Jr", "II" or number, or neither has any. */
function sameGeneration(a: readonly string[], b: readonly string[]): boolean {
  const of = (name: readonly string[]) =>
    name
      .filter((part) => GENERATION.test(part))
      .join(' ')
      .replaceAll('.', '');
  // Kings of one number and another name are others: "John II", "John Paul II".
  return of(a) === of(b) && !(/^[ivx]+$/.test(of(a)) && a.length !== b.length);
}

/** "Simon Pegg" for "Simon John Pegg"; the surname for the full name where the passage has no other of that name. */
function isShortOf(short: readonly string[], long: readonly string[], names: Referents['names']): boolean {
  if (short.length === 0 || short.length >= long.length || short.at(-1) !== long.at(-1)) return false;
  if (!sameGeneration(short, long)) return false;
  if (short.length === 1) {
    // "The Lyon line" is not the Paris-Lyon line; but Sandra Lyon may be called so.
    if (placeRelation(short[0]!, short[0]!) !== null && genderOfName(long[0]!) === undefined) return false;
    return names.every((name) => name.at(-1) !== short[0] || name.length === 1 || name.join(' ') === long.join(' '));
  }
  let at = 0;
  // "Michael B. Jordan" for "Michael Bakari Jordan".
  for (const part of long) if (part === short[at] || (at > 0 && short[at] === `${part[0]}.`)) at++;
  return at === short.length && (short[0] === long[0] || long.slice(-short.length).join(' ') === short.join(' '));
}

/** Dates in brackets behind a name, or the statement that was read out of them. */
function hasLifeDates(items: readonly Item[], at: number): boolean {
  if (items[at]?.text !== '(')
    return /^(?:born|died)$/.test(items[at]?.key === 'be' ? items[at + 1]!.lower : (items[at]?.lower ?? ''));
  const close = items.findIndex(({ text }, i) => i > at && text === ')');
  return items.slice(at, Math.max(close, at)).some(({ kind }) => kind === 'date');
}

const LEGAL_FORM = /^(?:limited|ltd|inc|plc|ag|gmbh|corp|corporation|llc|sa|nv)\.?$/;

function startsWith(long: readonly string[], short: readonly string[]): boolean {
  return short.every((part, at) => part === long[at]);
}

/** "Bell released …" of Drake Bell: a surname that only the sentence's beginning seems to capitalise. */
function opensWithSurname(items: readonly Item[], words: readonly string[]): boolean {
  const [first, next] = items;
  return (
    first?.pos === 'PROPN' &&
    !first.isName &&
    first.article === null &&
    next?.tense != null &&
    words.length > 1 &&
    words.at(-1) === first.lower &&
    genderOfName(words[0]!) !== undefined
  );
}

export function ofNames(claim: readonly Item[], items: readonly Item[], { names }: Referents): Arc[] {
  const arcs: Arc[] = [];
  const theirs = nameRuns(items);
  for (const own of nameRuns(claim)) {
    const words = lowers(claim, own);
    // "Native American" is no longer name of "American".
    const isOfPlace = words.some((word) => placeKey(word) !== null);
    const isOnly = names.every(
      (name) => name.at(-1) !== words.at(-1) || name.length === 1 || name.join(' ') === words.join(' '),
    );
    if (isOnly && opensWithSurname(items, words))
      arcs.push({ claimStart: own.start, claimEnd: own.end, start: 0, end: 1, ground: 'short_name' });
    for (const other of theirs) {
      const found = lowers(items, other);
      const isShort = !isOfPlace && isShortOf(words, found, names) && words.length > 1;
      // "Guillermo del Toro Gómez (born …)".
      const isBorn =
        hasLifeDates(items, other.end) &&
        words.length > 1 &&
        found.length === words.length + 1 &&
        sameGeneration(found, words) &&
        startsWith(found, words);
      const isFirm = found.length === words.length + 1 && LEGAL_FORM.test(found.at(-1)!) && startsWith(found, words);
      const isLong = !isOfPlace && (isBorn || isShortOf(found, words, names));
      if (isShort || isLong || isFirm)
        arcs.push({ claimStart: own.start, claimEnd: own.end, ...other, ground: 'short_name' });
    }
  }
  return arcs;
}

const PERSONAL = new Set(['he', 'she', 'it', 'they', 'we']);

/** Names beside the one that a pronoun may stand for; a place or an office behind its preposition is none. */
function hasRival(items: readonly Item[], words: readonly string[], pronoun: string): boolean {
  return nameRuns(items).some((run) => {
    const isOwn = lowers(items, run).some((part) => words.includes(part));
    const isPlaced = /^(?:in|at|from|of|for|near|to|on)$/.test(items[run.start - 1]?.lower ?? '');
    return !isOwn && !isPlaced && pronoun !== 'they';
  });
}

/** A pronoun that is the subject of the statement, for the claim's subject, if the text before is about it and names no other. */
export function ofPronouns(
  claim: readonly Item[],
  items: readonly Item[],
  { before, document, earlier }: Referents,
): Arc[] {
  const start = items.findIndex(({ lower, tense }) => PERSONAL.has(lower) || tense !== null);
  const pronoun = items[start];
  if (
    before === null ||
    pronoun === undefined ||
    !PERSONAL.has(pronoun.lower) ||
    nameRuns(items.slice(0, start)).length > 0
  )
    return [];
  const verb = claim.findIndex(({ tense }) => tense !== null);
  // "The bittern … It first bred here in 2008."
  const subject = claim.slice(0, Math.max(verb, 0));
  const isDefinite =
    subject.length > 0 &&
    /^(?:it|they)$/.test(pronoun.lower) &&
    subject[0]!.article !== 'a' &&
    sameRow(subject, before);
  if (isDefinite && !subject[0]!.isName && !earlier.some((sentence) => hasRival(sentence, [], pronoun.lower)))
    return [{ claimStart: 0, claimEnd: verb, start, end: start + 1, ground: 'pronoun' }];
  return nameRuns(subject).flatMap((run) => {
    const words = lowers(claim, run);
    const isDocument = isCalled(document, words);
    const isBefore =
      before.length > 0
        ? before.every(({ isName }) => isName) &&
          isSameNaming(
            words,
            before.map(({ lower }) => lower),
          )
        : isDocument;
    const isAuthor = pronoun.lower === 'we' && isDocument;
    // "He met Hale": whoever he is, he is not Hale.
    const isNamed = nameRuns(items).some((other) => lowers(items, other).some((part) => words.includes(part)));
    const isContested =
      !isAuthor &&
      earlier.some(
        (sentence) =>
          hasRival(sentence, words, pronoun.lower) ||
          (PERSONAL.has(sentence[0]?.lower ?? '') && sentence.some(({ lower }) => words.includes(lower))),
      );
    if (run.end !== verb || isNamed || isContested || !(isBefore || isAuthor)) return [];
    return [{ claimStart: run.start, claimEnd: run.end, start, end: start + 1, ground: 'pronoun' }];
  });
}

function sameRow(a: readonly Item[], b: readonly Item[]): boolean {
  return a.length === b.length && a.every(({ lower }, at) => lower === b[at]!.lower);
}

/** The same name, or its last part. */
function isSameNaming(a: readonly string[], b: readonly string[]): boolean {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  return short.length > 0 && short.every((part, at) => part === long[long.length - short.length + at]);
}

const ORGANISATIONS =
  /^(?:company|firm|group|charity|trust|council|bank|retailer|airline|manufacturer|university|club|foundation|maker|operator)$/;

/**
 * "The museum" for "the Tarn Museum" where the document is about it; "the company" where the sentence before is about one.
 */
/** "A museum", "another museum", "two museums": the noun of another thing; but not "the museum". */
function opensAnother(items: readonly Item[], at: number, noun: string, own: readonly string[]): boolean {
  if (items[at]!.isName || items[at]!.key !== noun) return false;
  // "Gulls is a film. The film …": that very one.
  if (items[0]!.lower === own[0] && items.slice(0, at).some(({ key, tense }) => key === 'be' && tense !== null))
    return false;
  let first = at;
  while (first > 0 && items[first]!.article === null && /^(?:ADJ|NOUN|PROPN|NUM)$/.test(items[first - 1]!.pos)) first--;
  return items[first]!.article !== 'the' || first < at - 1;
}

export function ofDescriptions(
  claim: readonly Item[],
  items: readonly Item[],
  { document, before, earlier, names }: Referents,
): Arc[] {
  const arcs: Arc[] = [];
  const verb = items.findIndex(({ tense }) => tense !== null);
  const own = (before ?? []).map(({ lower }) => lower);
  for (const run of nameRuns(claim)) {
    const numbered =
      claim[run.end]?.kind === 'quantity' && document.names.has(claim[run.end]!.text) ? run.end + 1 : run.end;
    const words = lowers(claim, { start: run.start, end: numbered });
    const isDocument = isCalled(document, words);
    items.forEach(({ article, pos, lower }, s) => {
      if (article !== 'the' || pos !== 'NOUN' || isNounLike(items[s + 1])) return;
      // "A museum in Orr draws crowds. The museum …", "… the Hotel Regent. The hotel …"
      const isOther =
        earlier.some((sentence) => sentence.some((_, at) => opensAnother(sentence, at, lower, words))) ||
        names.some((name) => name.includes(lower) && name.join(' ') !== words.join(' '));
      const isKind =
        isDocument &&
        ((words.length > 1 && words.at(-1) === lower) ||
          words.every((word) => document.kinds.get(lower)?.includes(word))) &&
        !isOther;
      const isOrganisation =
        s < verb &&
        before !== null &&
        !earlier.some((sentence) => hasRival(sentence, words, 'it')) &&
        ORGANISATIONS.test(lower) &&
        own.length > 0 &&
        isSameNaming(words, own);
      if (isKind || isOrganisation)
        arcs.push({ claimStart: run.start, claimEnd: numbered, start: s, end: s + 1, ground: 'definite_description' });
    });
  }
  return arcs;
}

function isNounLike(item: Item | undefined): boolean {
  return item !== undefined && /^(?:NOUN|PROPN|NUM)$/.test(item.pos);
}

/** "Rival museums charge nothing.": a sentence about another thing of the document's kind, in a text about "the Tarn Museum". */
function isOfAnother(sentence: readonly Item[], { names }: Subject): boolean {
  const verb = sentence.findIndex(({ tense }) => tense !== null);
  return sentence
    .slice(0, Math.max(verb, 0))
    .some(
      ({ key, lower }, at) =>
        /^(?:another|other|rival|competitor)$/.test(key) ||
        (names.has(key) && opensAnother(sentence, at, key, [lower])),
    );
}

const NAMING = new Set('of at in by for to with from on'.split(' '));

/** Words of a name. Of a row of numbers, each run would be compared with each line otherwise. */
const LONGEST_NAME = 12;

/** Parts of a claim that only name the document's subject: "a *Rolla* booking", "in *the Tarn Museum*", "*Ostrava's* sales". */
export function namedParts(
  claim: readonly Item[],
  items: readonly Item[],
  { document, before, earlier }: Referents,
): Span[] {
  const spans: Span[] = [];
  // The text has come to speak of another.
  if (before === null || before.some(({ isName, lower }) => isName && !document.names.has(lower))) return [];
  if (earlier.some((sentence) => isOfAnother(sentence, document))) return [];
  // What names its subject itself belongs to that. Capitalised at its beginning alone, what the claim writes small is no name.
  const own = items.findIndex(({ tense }) => tense !== null);
  const isCommon = ({ lower }: Item) => claim.some((item) => item.text === lower);
  const subject = items.slice(0, Math.max(own, 0));
  if (subject.some((item, at) => item.isName && !document.names.has(item.lower) && !(at === 0 && isCommon(item))))
    return [];
  const isNaming = (item: Item | undefined) =>
    item !== undefined &&
    (document.names.has(item.lower) || (item.kind === 'quantity' && document.names.has(item.text)));
  for (let start = 0; start < claim.length; start++) {
    // Of a name all parts or none: "Drake" alone doesn't name the bell.
    if (!isNaming(claim[start]) || claim[start - 1]?.isName === true) continue;
    const longest = Math.min(claim.length, start + LONGEST_NAME);
    for (let end = start + 1; end <= longest && isPart(claim[end - 1], isNaming); end++) {
      if (!isNaming(claim[end - 1]) || claim[end]?.isName === true) continue;
      const run = claim.slice(start, end);
      if (!run.some(({ isName, text }) => isName || /^\p{Lu}/u.test(text))) continue;
      if (
        !isCalled(
          document,
          run.map(({ lower }) => lower),
        )
      )
        continue;
      const next = claim[end];
      const isPossessive = next?.lower === "'s" || next?.lower === '’s' || next?.lower === "'";
      if (isPossessive) spans.push({ start, end: end + 1, ground: 'document_subject' });
      else if (next !== undefined && (/^(?:NOUN|ADJ|PROPN|NUM)$/.test(next.pos) || next.tense === 'gerund'))
        spans.push({ start, end, ground: 'document_subject' });
      if (!isPossessive && start > 0 && NAMING.has(claim[start - 1]!.lower))
        spans.push({ start: start - 1, end, ground: 'document_subject' });
    }
  }
  return spans;
}

function isPart(item: Item | undefined, isNaming: (item: Item | undefined) => boolean): boolean {
  return isNaming(item) || item?.lower === 'and' || item?.lower === 'of';
}
