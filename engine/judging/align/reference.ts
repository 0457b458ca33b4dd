/** Resolves references: short forms of names, and descriptions such as "the museum". */

import type { Item } from '#engine/syntax/items.ts';
import { genderOfName, isShortGivenName } from '#engine/text/given-names.ts';
import { namesPlace, placeKey } from '#engine/text/names.ts';
import { placeRelation } from '#engine/text/places.ts';
import { isNamedBy, type Subject } from '../read/subject.ts';
import type { Arc } from './path.ts';
import { plainLetters } from './same-item.ts';

/** What a sentence may refer to. */
export interface Referents {
  /** What the document is about. */
  document: Subject;
  /** What the text before is about, in its own words. Empty at the beginning, null if unclear. */
  before: readonly Item[] | null;
  /** The sentences before this one in the passage. */
  earlier: readonly (readonly Item[])[];
  /** The sentences behind this one in the passage. */
  later: readonly (readonly Item[])[];
  /** The names in the passage and the document's opening, each as a list of lower-case words. */
  names: readonly (readonly string[])[];
  /** Codes of the rules that are switched off. */
  without: ReadonlySet<string>;
}

type Named = Pick<Referents, 'names' | 'document'>;

/** Whether the item is a small word within a name, or a quotation mark around a nickname. */
function isJoint({ text }: Item): boolean {
  return /^(?:"|de|del|la|le|da|di|van|von|der|den|bin|ibn|al)$/.test(text);
}

/** The names among the items, as ranges [start, end). */
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

/** The end of a name including a number behind it, as in "Furnace 4". `end` if there is none. */
export function endOfNumbered(items: readonly Item[], end: number): number {
  return /^\d{1,3}$/.test(items[end]?.text ?? '') ? end + 1 : end;
}

/** The words of a range in lower case and without accents. */
export function lowerWords(items: readonly Item[], { start, end }: { start: number; end: number }): string[] {
  return items.slice(start, end).flatMap(({ lower, kind }) => (kind === 'mark' ? [] : [plainLetters(lower)]));
}

/** Suffixes that distinguish people with the same name: "Jr", "II". */
const GENERATION = /^(?:jr|sr|jnr|snr|junior|senior|younger|elder|[ivx]+|\d+)\.?$/;

/** True if both names have the same suffix ("Jr", "II" or a number), or neither has one. */
function sameGeneration(a: readonly string[], b: readonly string[]): boolean {
  const of = (name: readonly string[]) =>
    name
      .filter((part) => GENERATION.test(part))
      .join(' ')
      .replaceAll('.', '');
  // The same number with a different name means another person: "John II", "John Paul II".
  return of(a) === of(b) && !(/^[ivx]+$/.test(of(a)) && a.length !== b.length);
}

/** True if no other name in the passage, title or headings has the same last part. */
function isOnlyOfItsLast(words: readonly string[], { names, document }: Named): boolean {
  const whole = words.join(' ');
  // A short given name is the same person: "Timothy Moore" in a text about Tim Moore.
  const isOwn = (name: string) =>
    words.includes(name) || isShortGivenName(name, words[0]!) || isShortGivenName(words[0]!, name);
  const isOther = (line: readonly string[]) =>
    line.some((word, at) => word === words.at(-1) && document.names.has(line[at - 1] ?? '') && !isOwn(line[at - 1]!));
  // In a text about Pierre Curie, "Curie died in 1906" is not about Marie Curie.
  if (
    words.length > 1 &&
    document.lines.some((line) => isOther(line) && !words.slice(0, -1).some((word) => line.includes(word)))
  )
    return false;
  return names.every((name) => name.at(-1) !== words.at(-1) || name.length === 1 || name.join(' ') === whole);
}

/**
 * Whether one name is the other with a short given name: "Tim Moore" for "Timothy Simon Moore", if the passage has nobody else
 * called Moore.
 */
function isFamiliarOf(short: readonly string[], long: readonly string[], referents: Named): boolean {
  return (
    short.length === 2 &&
    long.length > 1 &&
    short[1] === long.at(-1) &&
    isShortGivenName(short[0]!, long[0]!) &&
    isOnlyOfItsLast(long, referents) &&
    !referents.names.some(
      ([first]) => first !== long[0] && (first === short[0] || isShortGivenName(short[0]!, first ?? '')),
    )
  );
}

/**
 * Whether one name is a shorter form of the other: "Simon Pegg" for "Simon John Pegg", or the surname for the full name if nobody
 * else in the passage has it.
 */
function isShortOf(short: readonly string[], long: readonly string[], referents: Named): boolean {
  // An initial for a name: "Michael B. Jordan" for "Michael Bakari Jordan".
  const isSpeltOut = short.length === long.length && short.slice(1).some((part, at) => part === `${long[at + 1]![0]}.`);
  if (short.length === 0 || short.length > long.length || short.at(-1) !== long.at(-1)) return false;
  if (short.length === long.length && !isSpeltOut) return false;
  if (!sameGeneration(short, long)) return false;
  if (short.length === 1) {
    // A place name is no short form: "the Lyon line" is not the Paris-Lyon line. But Sandra Lyon may be called "Lyon".
    if (placeRelation(short[0]!, short[0]!) !== null && genderOfName(long[0]!) === undefined) return false;
    return isOnlyOfItsLast(long, referents);
  }
  let at = 0;
  for (const part of long) if (part === short[at] || (at > 0 && short[at] === `${part[0]}.`)) at++;
  return at === short.length && (short[0] === long[0] || long.slice(-short.length).join(' ') === short.join(' '));
}

/** Whether dates in brackets follow the name, or the statement that was derived from them. */
function hasLifeDates(items: readonly Item[], at: number): boolean {
  if (items[at]?.text !== '(') return /^(?:born|died)$/.test(items[items[at]?.key === 'be' ? at + 1 : at]?.lower ?? '');
  const close = items.findIndex(({ text }, i) => i > at && text === ')');
  return items.slice(at, Math.max(close, at)).some(({ kind }) => kind === 'date');
}

const LEGAL_FORM = /^(?:limited|ltd|inc|plc|ag|gmbh|corp|corporation|llc|sa|nv)\.?$/;

function startsWith(long: readonly string[], short: readonly string[]): boolean {
  return short.every((part, at) => part === long[at]);
}

/**
 * Whether the sentence begins with the surname of the person, which looks like a common word there: "Bell released …" for Drake
 * Bell.
 */
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

/** The nickname in quotation marks, e.g. "Scotty" in 'Winfield Scott "Scotty" Moore III'. Null if there is none. */
function nicknameIn(items: readonly Item[], { start, end }: { start: number; end: number }): string | null {
  const run = items.slice(start, end);
  const open = run.findIndex(({ text }) => text === '"');
  return open > 0 && run[open + 2]?.text === '"' ? run[open + 1]!.lower : null;
}

/** Whether the short name is the nickname with the surname: "Scotty Moore", regardless of a suffix such as "III". */
function isNicknameOf(short: readonly string[], nickname: string | null, long: readonly string[]): boolean {
  const surname = long.findLast((part) => !GENERATION.test(part));
  return nickname !== null && short.length === 2 && short[0] === nickname && short[1] === surname;
}

export function nameArcs(claim: readonly Item[], items: readonly Item[], referents: Referents): Arc[] {
  const arcs: Arc[] = [];
  const theirs = nameRuns(items).map((run) => ({ run, found: lowerWords(items, run) }));
  for (const own of nameRuns(claim)) {
    const words = lowerWords(claim, own);
    // "Native American" is not a longer form of the name "American".
    const isPerson = genderOfName(words[0]!) !== undefined && !namesPlace(words[0]!);
    const isOfPlace = words.some((word) => placeKey(word) !== null) && !isPerson;
    if (opensWithSurname(items, words) && isOnlyOfItsLast(words, referents))
      arcs.push({ claimStart: own.start, claimEnd: own.end, start: 0, end: 1, ground: 'short_name' });
    for (const { run, found } of theirs) {
      const isNick = isNicknameOf(words, nicknameIn(items, run), found);
      const isShort =
        !isOfPlace &&
        words.length > 1 &&
        (isNick || isShortOf(words, found, referents) || isFamiliarOf(words, found, referents));
      // A second surname before life dates: "Guillermo del Toro Gómez (born …)".
      const isBorn =
        words.length > 1 &&
        found.length === words.length + 1 &&
        startsWith(found, words) &&
        sameGeneration(found, words) &&
        hasLifeDates(items, run.end);
      const isFirm = found.length === words.length + 1 && LEGAL_FORM.test(found.at(-1)!) && startsWith(found, words);
      const isLong = !isOfPlace && (isBorn || isShortOf(found, words, referents));
      if (isShort || isLong || isFirm)
        arcs.push({ claimStart: own.start, claimEnd: own.end, ...run, ground: 'short_name' });
    }
  }
  return arcs;
}

/** Pronouns that the judge resolves. */
export const PERSONAL = new Set(['he', 'she', 'it', 'they', 'we']);

/**
 * Whether the sentence has another name that the pronoun may refer to. A place behind its preposition doesn't count. Any name
 * behind "in", "at" or "near" is taken for a place.
 */
export function hasRival(items: readonly Item[], words: readonly string[], pronoun: string): boolean {
  return nameRuns(items).some((run) => {
    const name = lowerWords(items, run);
    const isOwn = name.some((part) => words.includes(part));
    const before = items[run.start - 1]?.lower ?? '';
    const isPlaced =
      /^(?:in|at|near)$/.test(before) || (/^(?:from|of|for|to|on)$/.test(before) && namesPlace(name.join(' ')));
    return !isOwn && !isPlaced && pronoun !== 'they';
  });
}

/** Whether both are the same name, or one is the last part of the other. */
export function isSameNaming(a: readonly string[], b: readonly string[]): boolean {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  return short.length > 0 && short.every((part, at) => part === long[long.length - short.length + at]);
}

const ORGANISATIONS =
  /^(?:company|firm|group|charity|trust|council|bank|retailer|airline|manufacturer|university|club|foundation|maker|operator)$/;

/** Whether the noun introduces another thing: "a museum", "another museum", "two museums". Not "the museum". */
export function introducesOther(items: readonly Item[], at: number, noun: string, own: readonly string[]): boolean {
  if (items[at]!.isName || items[at]!.key !== noun) return false;
  // Not in a definition, which introduces the same thing: "Gulls is a film. The film …".
  if (items[0]!.lower === own[0] && items.slice(0, at).some(({ key, tense }) => key === 'be' && tense !== null))
    return false;
  let first = at;
  while (first > 0 && items[first]!.article === null && /^(?:ADJ|NOUN|PROPN|NUM)$/.test(items[first - 1]!.pos)) first--;
  return items[first]!.article !== 'the' || first < at - 1;
}

/** Whether the sentence has the noun other than as the complement of "is", as in "Orme is a firm". */
function mentions(items: readonly Item[], at: number, noun: string): boolean {
  const isSaidToBe = items.slice(0, at).some(({ key, tense }) => key === 'be' && tense !== null);
  return items[at]!.key === noun && !items[at]!.isName && !isSaidToBe;
}

/** Extends a name over "and" and "of" if the document has that name: "Travel and Expenses Policy". */
function wholeName(claim: readonly Item[], run: { start: number; end: number }, document: Subject) {
  let { start } = run;
  while (/^(?:and|of)$/.test(claim[start - 1]?.lower ?? '') && claim[start - 2]?.isName) start -= 2;
  return isNamedBy(document, lowerWords(claim, { start, end: run.end })) ? { start, end: run.end } : run;
}

/**
 * Arcs from names to descriptions: "the museum" for "the Tarn Museum" if the document is about it, "the company" if the text
 * before is about that organisation.
 */
export function descriptionArcs(claim: readonly Item[], items: readonly Item[], referents: Referents): Arc[] {
  const arcs: Arc[] = [];
  if (!items.some((_, at) => isDescription(items, at))) return arcs;
  const { document, before, earlier, names } = referents;
  const verb = items.findIndex(({ tense }) => tense !== null);
  const own = (before ?? []).map(({ lower }) => lower);
  for (const each of nameRuns(claim)) {
    const run = wholeName(claim, each, document);
    const numbered =
      claim[run.end]?.kind === 'quantity' && document.names.has(claim[run.end]!.text) ? run.end + 1 : run.end;
    const words = lowerWords(claim, { start: run.start, end: numbered });
    const isDocument = isNamedBy(document, words);
    items.forEach((item, s) => {
      if (!isDescription(items, s)) return;
      const { lower } = item;
      // Another thing was mentioned: "A museum in Orr draws crowds. The museum …", "… the Hotel Regent. The hotel …".
      const isOther =
        earlier.some((sentence) => sentence.some((_, at) => introducesOther(sentence, at, lower, words))) ||
        names.some((name) => name.includes(lower) && name.join(' ') !== words.join(' '));
      const isKind =
        isDocument &&
        ((words.length > 1 && words.at(-1) === lower) ||
          words.every((word) => document.kinds.get(lower)?.includes(word))) &&
        !isOther;
      const isOrganisation =
        s < verb &&
        before !== null &&
        !isOther &&
        // Another organisation was mentioned: "Orme bought a firm. The firm …", "Orme left the club. The club …".
        !earlier.some((sentence) => sentence.some((_, at) => mentions(sentence, at, lower))) &&
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

/** Whether the item is a description by itself: "the museum", but not in "the museum shop". */
export function isDescription(items: readonly Item[], at: number): boolean {
  const { article, pos } = items[at]!;
  return article === 'the' && pos === 'NOUN' && !isNounLike(items[at + 1]);
}

export function isNounLike(item: Item | undefined): boolean {
  return item !== undefined && /^(?:NOUN|PROPN|NUM)$/.test(item.pos);
}
