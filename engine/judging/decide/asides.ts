/** What commas set off: comments at the end, participles behind the subject, what is denied beside what is affirmed. */
import type { Item } from '#engine/syntax/items.ts';
import type { Statement } from '../read/sentence.ts';
import { endOfWords, has, type Range } from './clauses.ts';
import { takesBack } from './words.ts';

const SUPPLEMENT = /^(?:against|including|among|compared|namely|worth|payable|up|down)$/;

function opensSupplement(items: readonly Item[], at: number, isEvent: boolean): boolean {
  const first = items[at];
  if (first === undefined) return false;
  const isOfThem =
    /^(?:one|most|some|many|half|all|both|few|several)$/.test(first.lower) && items[at + 1]?.lower === 'of';
  return first.article === 'a' || isOfThem || SUPPLEMENT.test(first.lower) || (isEvent && first.tense === 'gerund');
}

/** ", a reduction of 64 per cent", ", against 71% a year before", ", including two of wine": what a comma sets off at the end. */
export function closingComments(statement: Statement): Range[] {
  const { items, groups } = statement;
  const end = endOfWords(items);
  const main = groups.find(({ isTensed }) => isTensed);
  if (main === undefined) return [];
  const isEvent = main.tense === 'past' || main.isPerfect;
  return items.flatMap(({ text }, at) => {
    if (text !== ',' || at < main.end || at >= end || !opensSupplement(items, at + 1, isEvent)) return [];
    const semicolon = items.findIndex((item, i) => i > at && item.text === ';');
    const range = { start: at, end: semicolon < 0 ? end : semicolon };
    const isList = items[at + 1]!.article === 'a' && has(items, range, (lower) => lower === 'and' || lower === 'or');
    const isVerbless = !groups.some(({ start, isTensed }) => isTensed && start > at && start < range.end);
    return isVerbless && !isList && !has(items, range, takesBack) ? [range] : [];
  });
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
    const isPhrase = !groups.some(({ start }) => start >= inner.start && start < inner.end);
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
