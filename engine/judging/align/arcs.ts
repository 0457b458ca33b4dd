/** Items of a claim that stand for other items of a statement: names in short, pronouns, dates that say less. */
import { placeKey } from '#engine/language/names.ts';
import type { Item } from '#engine/syntax/items.ts';
import { isCalled, type Subject } from '../read/subject.ts';
import type { Arc, Span } from './path.ts';
import { sameDate } from './same-item.ts';

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
}

/** Runs of capitalised names: [start, end). */
export function nameRuns(items: readonly Item[]): { start: number; end: number }[] {
  const runs: { start: number; end: number }[] = [];
  for (let at = 0; at < items.length; at++) {
    if (!items[at]!.isName) continue;
    let end = at + 1;
    while (end < items.length && (items[end]!.isName || (items[end]!.text === '"' && items[end + 1]?.isName))) end++;
    runs.push({ start: at, end });
    at = end;
  }
  return runs;
}

function lowers(items: readonly Item[], { start, end }: { start: number; end: number }): string[] {
  return items.slice(start, end).flatMap(({ lower, kind }) => (kind === 'mark' ? [] : [lower]));
}

/** "Simon Pegg" for "Simon John Pegg"; the surname for the full name where the passage has no other of that name. */
function isShortOf(short: readonly string[], long: readonly string[], names: Referents['names']): boolean {
  if (short.length === 0 || short.length >= long.length || short.at(-1) !== long.at(-1)) return false;
  if (short.length === 1) {
    return names.every((name) => name.at(-1) !== short[0] || name.length === 1 || name.join(' ') === long.join(' '));
  }
  let at = 0;
  for (const part of long) if (part === short[at]) at++;
  return at === short.length && (short[0] === long[0] || long.slice(-short.length).join(' ') === short.join(' '));
}

function ofNames(claim: readonly Item[], items: readonly Item[], { names }: Referents): Arc[] {
  const arcs: Arc[] = [];
  const theirs = nameRuns(items);
  for (const own of nameRuns(claim)) {
    const words = lowers(claim, own);
    // "Native American" is no longer name of "American".
    if (words.some((word) => placeKey(word) !== null)) continue;
    for (const other of theirs) {
      const found = lowers(items, other);
      const isShort = isShortOf(words, found, names) && words.length > 1;
      // "Guillermo del Toro Gómez (born …)".
      const isBorn =
        items[other.end]?.text === '(' &&
        words.length > 1 &&
        found.length === words.length + 1 &&
        words.every((part, at) => part === found[at]) &&
        items.slice(other.end, other.end + 12).some(({ kind }) => kind === 'date');
      const isLong = isBorn || isShortOf(found, words, names);
      if (isShort || isLong) arcs.push({ claimStart: own.start, claimEnd: own.end, ...other, ground: 'short_name' });
    }
  }
  return arcs;
}

/** A date that says less: "in 1999" for "on 3 May 1999". */
function ofDates(claim: readonly Item[], items: readonly Item[]): Arc[] {
  const arcs: Arc[] = [];
  claim.forEach((item, c) => {
    // "Born December 14, 1971".
    if (item.date === null || claim[c - 1]?.pos !== 'VERB') return;
    items.forEach((other, s) => {
      if (items[s - 1]?.lower === 'on' && other.date !== null && sameDate(item.date!, other.date))
        arcs.push({ claimStart: c, claimEnd: c + 1, start: s - 1, end: s + 1, ground: 'less_precise_date' });
    });
  });
  claim.forEach(({ date }, c) => {
    if (date === null || date.relation !== 'in' || claim[c - 1]?.lower !== 'in' || date.isPeriod) return;
    items.forEach(({ date: other }, s) => {
      if (other === null || other.relation !== 'in' || other.isPeriod || other.approximate) return;
      if (!/^(?:in|on)$/.test(items[s - 1]?.lower ?? '')) return;
      const isWithin =
        other.first >= date.first && other.last <= date.last && date.year !== null && other.year !== null;
      if (isWithin)
        arcs.push({ claimStart: c - 1, claimEnd: c + 1, start: s - 1, end: s + 1, ground: 'less_precise_date' });
    });
  });
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
function ofPronouns(claim: readonly Item[], items: readonly Item[], { before, document, earlier }: Referents): Arc[] {
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
function ofDescriptions(
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
        earlier.some((sentence) => sentence.some((item) => item.lower === lower && !item.isName)) ||
        names.some((name) => name.includes(lower) && name.join(' ') !== words.join(' '));
      const isKind = isDocument && words.length > 1 && words.at(-1) === lower && !isOther;
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

const DETERMINERS = new Set(['our', 'its', 'their']);

/** "Our test machine" for "the test machine". */
function ofDeterminers(claim: readonly Item[], items: readonly Item[]): Arc[] {
  const arcs: Arc[] = [];
  items.forEach(({ lower }, s) => {
    if (!DETERMINERS.has(lower)) return;
    const next = items[s + 1];
    claim.forEach((item, c) => {
      if (item.article === 'the' && item.lower === next?.lower)
        arcs.push({ claimStart: c, claimEnd: c + 1, start: s, end: s + 2, ground: 'definite_article' });
    });
  });
  return arcs;
}

/** "Was cut" for "has been cut", "won" for "has won": what has happened happened. */
function ofPerfects(claim: readonly Item[], items: readonly Item[]): Arc[] {
  const arcs: Arc[] = [];
  items.forEach(({ key, tense }, s) => {
    if (key !== 'have' || tense !== 'present') return;
    const isPassive = items[s + 1]?.lower === 'been';
    const verb = items[isPassive ? s + 2 : s + 1];
    if (verb?.pos !== 'VERB') return;
    claim.forEach((item, c) => {
      const isSame = isPassive
        ? /^(?:was|were)$/.test(item.lower) && claim[c + 1]?.lower === verb.lower
        : item.pos === 'VERB' && item.tense === 'past' && item.key === verb.key && claim[c - 1]?.pos !== 'AUX';
      if (isSame)
        arcs.push({
          claimStart: c,
          claimEnd: isPassive ? c + 2 : c + 1,
          start: s,
          end: isPassive ? s + 3 : s + 2,
          ground: 'perfect',
        });
    });
  });
  return arcs;
}

/** "Has to" for "must". */
function ofForce(claim: readonly Item[], items: readonly Item[]): Arc[] {
  const arcs: Arc[] = [];
  const find = (row: readonly Item[]) =>
    row.flatMap(({ lower, key, tense }, at) => {
      if (lower === 'must' || lower === 'shall') return [{ start: at, end: at + 1 }];
      // "Has to be used", "is to be used".
      const isDuty =
        (key === 'have' || (key === 'be' && row[at + 2]?.lower === 'be')) &&
        tense === 'present' &&
        row[at + 1]?.lower === 'to';
      return isDuty ? [{ start: at, end: at + 2 }] : [];
    });
  for (const own of find(claim))
    for (const other of find(items)) arcs.push({ claimStart: own.start, claimEnd: own.end, ...other, ground: 'force' });
  return arcs;
}

/** Phrases of one meaning, word by word. */
const PHRASES: readonly (readonly [readonly string[], readonly string[]])[] = [
  [['free'], ['free', 'of', 'charge']],
  [['everyone'], ['everybody']],
  [['currently'], ['at', 'present']],
  [['now'], ['at', 'present']],
  [['now'], ['currently']],
  [['no', 'one'], ['nobody']],
  [['because'], ['since']],
  [['in', 'order', 'to'], ['to']],
  [['as', 'well', 'as'], ['and']],
];

function occurs(row: readonly Item[], at: number, words: readonly string[]): boolean {
  return words.every((word, i) => row[at + i]?.lower === word);
}

/** "Free" for "free of charge"; "some 140" for "about 140". */
function ofPhrases(claim: readonly Item[], items: readonly Item[]): Arc[] {
  const arcs: Arc[] = [];
  const add = (own: readonly string[], other: readonly string[]) => {
    for (let c = 0; c < claim.length; c++) {
      if (!occurs(claim, c, own)) continue;
      for (let s = 0; s < items.length; s++) {
        if (occurs(items, s, other))
          arcs.push({ claimStart: c, claimEnd: c + own.length, start: s, end: s + other.length, ground: 'equivalent' });
      }
    }
  };
  for (const [one, other] of PHRASES) {
    add(one, other);
    add(other, one);
  }
  const isAbout = (row: readonly Item[], at: number) =>
    /^(?:some|about|around|roughly|approximately)$/.test(row[at]!.lower) && row[at + 1]?.quantity?.bound === 'about';
  claim.forEach((_, c) => {
    if (!isAbout(claim, c)) return;
    items.forEach((_, s) => {
      if (isAbout(items, s)) arcs.push({ claimStart: c, claimEnd: c + 1, start: s, end: s + 1, ground: 'equivalent' });
    });
  });
  return arcs;
}

export function arcsBetween(claim: readonly Item[], items: readonly Item[], referents: Referents): Arc[] {
  return [
    ...ofNames(claim, items, referents),
    ...ofDates(claim, items),
    ...ofPronouns(claim, items, referents),
    ...ofDeterminers(claim, items),
    ...ofForce(claim, items),
    ...ofPerfects(claim, items),
    ...ofDescriptions(claim, items, referents),
    ...ofPhrases(claim, items),
  ];
}

const NAMING = new Set(['of', 'at', 'in', 'by', 'for', 'to', 'with', 'from', 'on']);

/** Parts of a claim that only name the document's subject: "a *Rolla* booking", "in *the Tarn Museum*", "*Ostrava's* sales". */
export function namedParts(claim: readonly Item[], items: readonly Item[], { document, before }: Referents): Span[] {
  const spans: Span[] = [];
  // The text has come to speak of another.
  if (before === null || before.some(({ isName, lower }) => isName && !document.names.has(lower))) return [];
  // What names its subject itself belongs to that.
  const own = items.findIndex(({ tense }) => tense !== null);
  if (items.slice(0, Math.max(own, 0)).some(({ isName, lower }) => isName && !document.names.has(lower))) return [];
  const isNaming = (item: Item | undefined) =>
    item !== undefined &&
    (document.names.has(item.lower) || (item.kind === 'quantity' && document.names.has(item.text)));
  for (let start = 0; start < claim.length; start++) {
    // Of a name all parts or none: "Drake" alone doesn't name the bell.
    if (!isNaming(claim[start]) || claim[start - 1]?.isName === true) continue;
    for (let end = start + 1; end <= claim.length && isPart(claim[end - 1], isNaming); end++) {
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
      else if (next !== undefined && /^(?:NOUN|ADJ|PROPN|NUM)$/.test(next.pos))
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
