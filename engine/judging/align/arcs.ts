/**
 * Collects all arcs between a claim and a statement: items of the claim that may replace different items of the statement because
 * they say the same or less.
 */
import type { Item } from '#engine/syntax/items.ts';
import { kindArcs } from './kinds.ts';
import { headedArcs } from './named-parts.ts';
import type { Arc } from './path.ts';
import { pronounArcs } from './pronouns.ts';
import { descriptionArcs, nameArcs, type Referents } from './reference.ts';
import { sameDate } from './same-item.ts';

/** A less precise date: "in 1999" for "on 3 May 1999". */
function ofDates(claim: readonly Item[], items: readonly Item[]): Arc[] {
  const arcs: Arc[] = [];
  if (!claim.some(({ date }) => date !== null)) return arcs;
  const isPast = claim.some(({ tense }) => tense === 'past') && !claim.some(({ tense }) => tense === 'present');
  claim.forEach((item, c) => {
    // The preposition may be left out: "born December 14, 1971".
    if (item.date === null || claim[c - 1]?.pos !== 'VERB') return;
    items.forEach((other, s) => {
      if (items[s - 1]?.lower === 'on' && other.date !== null && sameDate(item.date!, other.date))
        arcs.push({ claimStart: c, claimEnd: c + 1, start: s - 1, end: s + 1, ground: 'less_precise_date' });
    });
  });
  claim.forEach(({ date }, c) => {
    // A day without a year, in a claim about the past: "born on 14 April". There was only one such day.
    if (date === null || !isPast || date.day === null || date.year !== null || claim[c - 1]?.lower !== 'on') return;
    items.forEach(({ date: other }, s) => {
      const isDay = other?.day === date.day && other.month === date.month && other.relation === 'in' && !other.isPeriod;
      if (isDay && !other.approximate && items[s - 1]?.lower === 'on')
        arcs.push({ claimStart: c - 1, claimEnd: c + 1, start: s - 1, end: s + 1, ground: 'less_precise_date' });
    });
  });
  claim.forEach(({ date }, c) => {
    if (date === null || date.relation !== 'in' || claim[c - 1]?.lower !== 'in') return;
    // A month without a year, in a claim about the past: "born in March".
    const isMonth = date.year === null && date.month !== null && date.day === null && isPast;
    // A decade or century: "the 1970s", "the 19th century". Not "the 1900s", which may mean ten years or a hundred.
    const isAge = date.year === null && date.month === null && !/00['’]?s/.test(date.text);
    if (date.isPeriod) return;
    items.forEach(({ date: other }, s) => {
      if (other === null || other.relation !== 'in' || other.isPeriod || other.approximate) return;
      if (!/^(?:in|on)$/.test(items[s - 1]?.lower ?? '')) return;
      const isWithin = isMonth
        ? other.month === date.month && other.year !== null
        : other.first >= date.first && other.last <= date.last && (date.year !== null || isAge) && other.year !== null;
      if (isWithin)
        arcs.push({ claimStart: c - 1, claimEnd: c + 1, start: s - 1, end: s + 1, ground: 'less_precise_date' });
    });
  });
  return arcs;
}

const DETERMINERS = new Set(['our', 'its', 'their']);

/** An article for a possessive: "the test machine" for "our test machine". */
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

/** The past tense for the present perfect: "was cut" for "has been cut", "won" for "has won". */
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

/** Expressions of obligation for each other: "has to" for "must". */
function ofForce(claim: readonly Item[], items: readonly Item[]): Arc[] {
  const arcs: Arc[] = [];
  const find = (row: readonly Item[]) =>
    row.flatMap(({ lower, key, tense }, at) => {
      if (lower === 'must' || lower === 'shall') return [{ start: at, end: at + 1 }];
      // Other expressions of obligation: "has to be used", "is to be used".
      const isDuty =
        (key === 'have' || (key === 'be' && row[at + 2]?.lower === 'be')) &&
        tense === 'present' &&
        row[at + 1]?.lower === 'to';
      return isDuty ? [{ start: at, end: at + 2 }] : [];
    });
  const theirs = find(items);
  if (theirs.length === 0) return arcs;
  for (const own of find(claim))
    for (const other of theirs) arcs.push({ claimStart: own.start, claimEnd: own.end, ...other, ground: 'force' });
  return arcs;
}

/** Pairs of phrases with the same meaning, split into words. */
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

/** The pairs in both directions, grouped by the first word of the claim's phrase. A claim contains few of these words. */
const PHRASES_BY_FIRST = Map.groupBy(
  PHRASES.flatMap(([one, other]) => [
    { own: one, other },
    { own: other, other: one },
  ]),
  ({ own }) => own[0]!,
);

function occurs(row: readonly Item[], at: number, words: readonly string[]): boolean {
  return words.every((word, i) => row[at + i]?.lower === word);
}

/** Equivalent phrases: "free" for "free of charge", "some 140" for "about 140". */
function ofPhrases(claim: readonly Item[], items: readonly Item[]): Arc[] {
  const arcs: Arc[] = [];
  for (let c = 0; c < claim.length; c++) {
    for (const { own, other } of PHRASES_BY_FIRST.get(claim[c]!.lower) ?? []) {
      if (!occurs(claim, c, own)) continue;
      for (let s = 0; s < items.length; s++) {
        if (occurs(items, s, other))
          arcs.push({ claimStart: c, claimEnd: c + own.length, start: s, end: s + other.length, ground: 'equivalent' });
      }
    }
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

/** Conjunctions between clauses that both hold: "…, although the test is short" for "…; the test is short". */
function ofConcessions(claim: readonly Item[], items: readonly Item[]): Arc[] {
  // Both sides need a verb. Rejected: "all but the stairs".
  const hasVerb = (row: readonly Item[]) => row.some(({ tense }) => /^(?:present|past|modal)$/.test(tense ?? ''));
  const places = (row: readonly Item[], test: RegExp) =>
    row.flatMap(({ lower }, at) =>
      test.test(lower) && hasVerb(row.slice(0, at)) && hasVerb(row.slice(at + 1)) ? [at] : [],
    );
  const own = places(claim, /^(?:although|though|but)$/);
  if (own.length === 0) return [];
  return own.flatMap((c) =>
    places(items, /^(?:although|though|but|;)$/).map((s) => ({
      claimStart: c,
      claimEnd: c + 1,
      start: s,
      end: s + 1,
      ground: 'equivalent',
    })),
  );
}

const COUNTING = /^(?:all|both|each|every|few|half|many|most|no|none|only|several|some)$/;

/** "And" for the comma in a longer list: "a singer and songwriter" for "a singer, songwriter, and actress". */
function ofLists(claim: readonly Item[], items: readonly Item[]): Arc[] {
  const arcs: Arc[] = [];
  // A claim that counts the members depends on the whole list.
  if (claim.some(({ quantity, lower }) => quantity !== null || COUNTING.test(lower))) return arcs;
  claim.forEach(({ lower }, c) => {
    if (lower !== 'and' || claim[c - 1]?.pos !== 'NOUN') return;
    items.forEach(({ text }, s) => {
      if (text === ',' && items[s - 1]!.key === claim[c - 1]!.key && isListed(items, s + 1))
        arcs.push({ claimStart: c, claimEnd: c + 1, start: s, end: s + 1, ground: 'equivalent' });
    });
  });
  return arcs;
}

/** Whether the rest of a list follows: nouns separated by commas, with "and" before the last one. */
function isListed(items: readonly Item[], from: number): boolean {
  let at = from;
  while (/^(?:NOUN|PROPN|ADJ)$/.test(items[at]?.pos ?? '') || items[at]?.text === ',') at++;
  return at > from && items[at]?.lower === 'and' && /^(?:NOUN|PROPN|ADJ)$/.test(items[at + 1]?.pos ?? '');
}

export function arcsBetween(claim: readonly Item[], items: readonly Item[], referents: Referents): Arc[] {
  return [
    ...nameArcs(claim, items, referents),
    ...ofDates(claim, items),
    ...pronounArcs(claim, items, referents),
    ...ofDeterminers(claim, items),
    ...ofForce(claim, items),
    ...ofPerfects(claim, items),
    ...descriptionArcs(claim, items, referents),
    ...headedArcs(claim, items, referents),
    ...ofPhrases(claim, items),
    ...ofConcessions(claim, items),
    ...ofLists(claim, items),
    ...kindArcs(claim, items),
  ];
}
