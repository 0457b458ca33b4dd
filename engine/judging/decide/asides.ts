/** What commas set off: comments at the end, participles behind the subject, what is denied beside what is affirmed. */
import type { Item } from '#engine/syntax/items.ts';
import type { Statement } from '../read/sentence.ts';
import { endOfWords, has, type Range } from './clauses.ts';
import { takesBack } from './words.ts';

const SUPPLEMENT = /^(?:against|including|among|compared|namely|worth|payable|up|down)$/;
const POSSESSIVE = /^(?:his|her|its|their|our|my|your)$/;

/** "Lowest", "third", "last": a place in an order. */
function isRank(item: Item | undefined): boolean {
  if (item === undefined) return false;
  return (
    item.quantity?.dimension.startsWith('ordinal') === true ||
    /^(?:first|second|third|last|best|worst|most|least)$/.test(item.lower) ||
    (item.pos === 'ADJ' && item.lower.endsWith('est'))
  );
}

const COMPARED =
  /^(?:more|less|fewer|higher|lower|later|earlier|ahead|behind|longer|shorter|larger|smaller|better|worse)$/;

/** "The lowest since 2007", "her first title", "twice as many as in May", "nine seconds ahead of Lo": of one finished event. */
function opensRanking(items: readonly Item[], at: number): boolean {
  const first = items[at]!;
  if (first.article === 'the') return isRank(first);
  if (POSSESSIVE.test(first.lower)) return isRank(items[at + 1]);
  const from = /^(?:nearly|almost|about|roughly|some|only|just)$/.test(first.lower) ? at + 1 : at;
  const isMany = /^(?:twice|half|double)$/.test(items[from]?.lower ?? '');
  if (isMany) return items[from + 1]?.lower === 'as';
  if (first.lower === 'after') return items[at + 1]?.kind === 'quantity';
  return items[from]?.kind === 'quantity' && COMPARED.test(items[from + 1]?.lower ?? '');
}

function opensSupplement(items: readonly Item[], at: number, isEvent: boolean): boolean {
  const first = items[at];
  if (first === undefined) return false;
  const isOfThem =
    /^(?:one|most|some|many|half|all|both|few|several)$/.test(first.lower) && items[at + 1]?.lower === 'of';
  const isOfAny = first.article === 'a' || isOfThem || SUPPLEMENT.test(first.lower);
  return isOfAny || (isEvent && first.tense === 'gerund');
}

/** Of these, what stands in a supplement stays in it: ", nearly twice as much", ", 9,600 more than a year before". */
const WITHIN = /^(?:than|less|fewer|nearly|almost|even|just)$/;

/** ", a reduction of 64 per cent", ", against 71% a year before": what a comma sets off at the end. */
export function closingComments(statement: Statement): Range[] {
  const { items, groups } = statement;
  const end = endOfWords(items);
  const main = groups.find(({ isTensed }) => isTensed);
  if (main === undefined) return [];
  const isEvent = main.tense === 'past' || main.isPerfect;
  return items.flatMap(({ text }, at) => {
    if (text !== ',' || at < main.end || at >= end) return [];
    if (isEvent && opensRanking(items, at + 1)) return rankings(statement, at, end);
    if (!opensSupplement(items, at + 1, isEvent)) return [];
    const semicolon = items.findIndex((item, i) => i > at && item.text === ';');
    const range = { start: at, end: semicolon < 0 ? end : semicolon };
    const isList = items[at + 1]!.article === 'a' && has(items, range, (lower) => lower === 'and' || lower === 'or');
    const isVerbless = !groups.some(({ start, isTensed }) => isTensed && start > at && start < range.end);
    return isVerbless && !isList && !has(items, range, takesBack) ? [range] : [];
  });
}

/** ", the lowest since 2007", ", twice as many as when it opened": to the next comma, or to the end. */
function rankings({ items, groups }: Statement, at: number, end: number): Range[] {
  const mark = items.findIndex(({ text }, i) => i > at && /^[,;]$/.test(text));
  const range = { start: at, end: mark < 0 ? end : mark };
  const link = items.findIndex(({ lower }, i) => i > at && /^(?:than|as|after|before|since|that|who|to)$/.test(lower));
  const isClause = groups.some(
    ({ start, isTensed }) => isTensed && start > at && start < range.end && (link < 0 || start < link),
  );
  const isOpen = has(
    items,
    range,
    (lower) => (takesBack(lower) && !WITHIN.test(lower)) || lower === 'and' || lower === 'or',
  );
  return isClause || isOpen ? [] : [range];
}

/** ", designed by Barlow,": a participle set off by commas behind the subject. */
export function insertedParticiples(statement: Statement): Range[] {
  const { items, groups } = statement;
  const open = items.findIndex(({ text }) => text === ',');
  const participle = groups.find(({ start, isTensed }) => start === open + 1 && !isTensed);
  const close = items.findIndex(
    ({ text }, at) => at > open && text === ',' && groups.some(({ isTensed, start }) => isTensed && start === at + 1),
  );
  if (open < 1 || participle === undefined || close < 0) return [];
  const range = { start: open, end: close + 1 };
  return has(items, range, takesBack) ? [] : [range];
}

/** ", not Bay 4,": what is denied beside what is affirmed. */
export function contrasts({ items, groups }: Statement): Range[] {
  const end = endOfWords(items);
  return items.flatMap(({ text }, at) => {
    if (text !== ',' || items[at + 1]?.lower !== 'not') return [];
    const close = items.findIndex(({ text: other }, i) => i > at + 1 && other === ',');
    const range = { start: at, end: close < 0 ? end : close + 1 };
    const inner = { start: at + 2, end: close < 0 ? end : close };
    const first = items[inner.start];
    // "…, not before noon" narrows what stands before; "on the lake, not on the river" does not.
    const isLike = first?.pos !== 'ADP' || has(items, { start: 0, end: at }, (lower) => lower === first.lower);
    const isPhrase = isLike && !groups.some(({ start }) => start >= inner.start && start < inner.end);
    return isPhrase && inner.end > inner.start && inner.end - inner.start <= 5 && !has(items, inner, takesBack)
      ? [range]
      : [];
  });
}

/** ", unlike honeybees,": what it is compared with. */
export function comparisons({ items, groups }: Statement): Range[] {
  return items.flatMap(({ text }, at) => {
    if (text !== ',' || items[at + 1]?.lower !== 'unlike') return [];
    const close = items.findIndex(({ text: other }, i) => i > at && other === ',');
    const isPhrase = close > 0 && !groups.some(({ start, isTensed }) => isTensed && start > at && start < close);
    return isPhrase && !has(items, { start: at, end: close }, takesBack) ? [{ start: at, end: close + 1 }] : [];
  });
}
