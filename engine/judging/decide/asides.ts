/**
 * Finds asides that commas set off and that a claim may omit: closing comments, participles behind the subject, contrasts and
 * comparisons. Also clauses that share an introductory phrase.
 */
import type { Item } from '#engine/syntax/items.ts';
import { PRIVATIVE } from '#engine/text/privative.ts';
import { REPORTING_LEMMAS } from '#engine/text/verbs.ts';
import { isOwnWord } from '../read/main-name.ts';
import type { Statement } from '../read/sentence.ts';
import { has, isFullClause, joints, type Range, reaches, tellsAnotherTime } from './clauses.ts';
import { endBeforeFinalMark, isQuantifier, isSubordinator, isWordForUntruth, takesBack, undoes } from './words.ts';

const SUPPLEMENT = /^(?:against|including|among|compared|namely|worth|payable|enough|up|down)$/;
const TIME = /^(?:second|minute|hour|day|night|week|fortnight|month|season|year|decade|century)$/;

/** Verbs for exceptions: "sold its mills, keeping two". */
const LEAVES = /^(?:keep|leave|spare|save|retain|bar|exempt|assume)$/;

function isOfThem(items: readonly Item[], at: number): boolean {
  return /^(?:one|most|some|many|half|all|both|few|several)$/.test(items[at]!.lower) && items[at + 1]?.lower === 'of';
}

function opensSupplement(items: readonly Item[], at: number, isEvent: boolean): boolean {
  const first = items[at];
  if (first === undefined) return false;
  // Rejected, because it is a bound: "up to 2 tonnes".
  if (/^(?:up|down)$/.test(first.lower) && items[at + 1]?.lower === 'to') return false;
  // Rejected: "an hour later on Sundays".
  const isThing = first.article === 'a' && !TIME.test(first.key);
  return (
    isThing ||
    isOfThem(items, at) ||
    SUPPLEMENT.test(first.lower) ||
    (isEvent && first.tense === 'gerund' && !LEAVES.test(first.key))
  );
}

/**
 * True if the range has no prepositional phrase that may be a condition, such as "for members". Allowed: "of 64 per cent", "from
 * £8", "with a year before" behind "compared".
 */
function keepsConditions(items: readonly Item[], { start, end }: Range): boolean {
  for (let at = start + 1; at < end; at++) {
    const { pos, lower } = items[at]!;
    if (pos === 'SCONJ') return false;
    if (pos !== 'ADP' || lower === 'of' || (lower === 'before' && at === end - 1)) continue;
    if (lower === 'in' && items[at + 1]?.lower === 'advance') continue;
    const isValue = items[at + 1]?.kind === 'quantity' || items[at + 1]?.kind === 'date';
    if (/^(?:from|to|by|than|between)$/.test(lower) && isValue && at + 1 < end) continue;
    if (/^(?:with|to)$/.test(lower) && items[at - 1]!.lower === 'compared') continue;
    if (lower === 'for' && items[at - 1]!.lower === 'enough') continue;
    return false;
  }
  return true;
}

/** True if the range calls what comes before it untrue, undone, or only partly true. */
function takesBackWhole(items: readonly Item[], range: Range): boolean {
  const inner = items.slice(range.start, range.end);
  return inner.some(
    ({ key, lower }) => takesBack(lower) || isWordForUntruth(key) || undoes(key) || PRIVATIVE.has(lower),
  );
}

/**
 * Comments behind a comma at the end: ", a reduction of 64 per cent", ", against 71% a year before", ", including two of wine".
 */
export function closingComments(statement: Statement): Range[] {
  const { items, groups } = statement;
  const end = endBeforeFinalMark(items);
  const main = groups.find(({ isTensed }) => isTensed);
  if (main === undefined) return [];
  const isEvent = main.tense === 'past' || main.isPerfect;
  return items.flatMap(({ text }, at) => {
    if (text !== ',' || at < main.end || at >= end || !opensSupplement(items, at + 1, isEvent)) return [];
    const semicolon = items.findIndex((item, i) => i > at && item.text === ';');
    const range = { start: at, end: semicolon < 0 ? end : semicolon };
    const isList = items[at + 1]!.article === 'a' && has(items, range, (lower) => lower === 'and' || lower === 'or');
    const rest = { start: at + 1, end: range.end };
    const isVerbless = !items.slice(at + 2, range.end).some(({ pos, tense }) => pos === 'VERB' || tense !== null);
    // Rejected, because they restrict the statement: "most of them", "most of them twice".
    const isPart =
      isOfThem(items, at + 1) &&
      (range.end <= at + 4 || items.slice(at + 4, range.end).some(({ pos }) => pos === 'ADV'));
    const isKept = isVerbless && !isPart && keepsConditions(items, rest) && !takesBackWhole(items, range);
    return isKept && !isList ? [range] : [];
  });
}

/**
 * Whether the subject is a single thing or person, and not any of a kind: "the old mill", "the mill at Orley", "Orley Museum",
 * "Noll".
 */
function isOne(subject: readonly Item[]): boolean {
  const preposition = subject.findIndex(({ pos }) => pos === 'ADP');
  const phrase = preposition < 0 ? subject : subject.slice(0, preposition);
  const last = phrase.at(-1);
  const isThe = phrase.findLast(({ article }) => article !== null)?.article === 'the';
  const isNamed = last?.pos === 'PROPN' && phrase.some(({ lower }) => isOwnWord(lower));
  return last?.isPlural === false && (isThe || isNamed);
}

/** Participles between commas behind the subject: ", designed by Barlow,". */
export function insertedParticiples(statement: Statement): Range[] {
  const { items, groups } = statement;
  const open = items.findIndex(({ text }) => text === ',');
  const participle = groups.find(({ start, isTensed }) => start === open + 1 && !isTensed);
  const close = items.findIndex(
    ({ text }, at) => at > open && text === ',' && groups.some(({ isTensed, start }) => isTensed && start === at + 1),
  );
  if (open < 1 || participle === undefined || close < 0) return [];
  // In a rule, the participle is a condition: "Dogs, kept on a lead, are allowed".
  if (groups.find(({ start }) => start === close + 1)?.tense !== 'past' && !isOne(items.slice(0, open))) return [];
  const range = { start: open, end: close + 1 };
  return has(items, range, takesBack) ? [] : [range];
}

/** Contrasts that deny something else: ", not Bay 4,". */
export function contrasts({ items, groups }: Statement): Range[] {
  const end = endBeforeFinalMark(items);
  return items.flatMap(({ text }, at) => {
    if (text !== ',' || items[at + 1]?.lower !== 'not') return [];
    const close = items.findIndex(({ text: other }, i) => i > at + 1 && other === ',');
    const range = { start: at, end: close < 0 ? end : close + 1 };
    const inner = { start: at + 2, end: close < 0 ? end : close };
    const first = items[inner.start];
    // Rejected: "not in full", "not on most". A prepositional phrase must repeat a preposition from before, so that only another
    // place or time is denied.
    const isOther = first?.pos !== 'ADP' || items.slice(0, at).some(({ lower }) => lower === first.lower);
    const isPhrase =
      isOther &&
      !groups.some(({ start }) => start >= inner.start && start < inner.end) &&
      !has(items, inner, (lower) => isQuantifier(lower) || lower === 'full');
    return isPhrase && inner.end > inner.start && inner.end - inner.start <= 5 && !has(items, inner, takesBack)
      ? [range]
      : [];
  });
}

/** Comparisons: ", unlike honeybees,". */
export function comparisons({ items, groups }: Statement): Range[] {
  return items.flatMap(({ text }, at) => {
    if (text !== ',' || items[at + 1]?.lower !== 'unlike') return [];
    const close = items.findIndex(({ text: other }, i) => i > at && other === ',');
    const isPhrase = close > 0 && !groups.some(({ start, isTensed }) => isTensed && start > at && start < close);
    return isPhrase && !has(items, { start: at, end: close }, takesBack) ? [{ start: at, end: close + 1 }] : [];
  });
}

/**
 * Clauses without a verb about everybody else: ", *all others with the next*". The subject must be restricted, so that "all
 * others" are the rest.
 */
export function gappedClauses({ items, groups }: Statement): Range[] {
  const end = endBeforeFinalMark(items);
  const verb = groups.find(({ isTensed, start }) => isTensed && !isRelativeAt(items, start));
  const at = items.findIndex(
    ({ text }, i) => /^[,;]$/.test(text) && items[i + 1]?.lower === 'all' && items[i + 2]?.lower === 'others',
  );
  if (verb === undefined || verb.isNegated || at < verb.end) return [];
  // Rejected: "claims are paid in May, all others in June", where not all claims are paid in May.
  const isRestricted = items
    .slice(1, verb.start)
    .some(({ pos, lower }) => pos === 'VERB' || /^(?:who|that)$/.test(lower));
  const tail = items.slice(at + 3, end);
  const isPlain = tail.every(
    ({ pos, text, lower }) => pos !== 'VERB' && pos !== 'AUX' && text !== ',' && !takesBack(lower),
  );
  return isRestricted && tail.length > 0 && isPlain ? [{ start: at, end }] : [];
}

function isRelativeAt(items: readonly Item[], at: number): boolean {
  return /^(?:who|which|that)$/.test(items[at - 1]?.lower ?? '');
}

/**
 * Where the main clauses begin behind an introductory condition, time or place: "if two are present, | infection is likely, and
 * …", "in 2024 | five males were heard and …". Null if there is none.
 */
function startBehindFront(statement: Statement, end: number): number | null {
  const { items } = statement;
  const close = items.findLastIndex(({ text }) => text === ')');
  const first = items[0]?.lower ?? '';
  if (/^(?:if|when|once)$/.test(first)) {
    const isEnd = ({ text }: Item, at: number) =>
      at > close && text === ',' && isFullClause(statement, { start: at + 1, end });
    const comma = items.findIndex(isEnd);
    return comma < 0 ? null : comma + 1;
  }
  if (!/^(?:in|on|at|during)$/.test(first)) return null;
  const next = items.findIndex(
    ({ article, kind, text }, at) => at > 1 && (article !== null || kind !== 'word' || text === ','),
  );
  return next < 0 || next > 4 ? null : items[next]!.text === ',' ? next + 1 : next;
}

/**
 * One of two clauses that share an introductory condition, time or place: ", and treatment may begin" behind "if two are present,
 * infection is likely". Not if the second has a time or place of its own.
 */
export function sharedFronts(statement: Statement): Range[] {
  const { items, groups } = statement;
  const end = endBeforeFinalMark(items);
  const start = startBehindFront(statement, end);
  if (start === null) return [];
  const [joint, ...others] = joints(items, end).filter((each) => each.start > start);
  if (joint === undefined || others.length > 0 || items[joint.end - 1]!.lower !== 'and') return [];
  const clauses = [
    { start, end: joint.start },
    { start: joint.end, end },
  ];
  const isTwo = clauses.every(
    (range) =>
      isFullClause(statement, range) &&
      !has(items, range, (lower) => (takesBack(lower) && lower !== 'without') || isSubordinator(lower)) &&
      !items.slice(range.start, range.end).some(({ pos, text }) => pos === 'PRON' || text === ','),
  );
  const isSaid = groups.some(
    ({ head, start: at, isPassive }) => at >= start && !isPassive && REPORTING_LEMMAS.has(items[head]!.key),
  );
  if (!isTwo || isSaid || has(items, clauses[0]!, reaches)) return [];
  const tenses = groups.filter(({ isTensed, start: at }) => isTensed && at >= start).map(({ tense }) => tense);
  const second = items.slice(joint.end, end);
  const be = second.findIndex(({ tense }) => tense !== null);
  const isState =
    second[be]?.key === 'have' ||
    (second[be]?.key === 'be' &&
      (second[be + 1]?.article != null ||
        second[be + 1]?.quantity != null ||
        /^(?:NOUN|PROPN)$/.test(second[be + 1]?.pos ?? '')));
  const isApart =
    isState ||
    second.some(tellsAnotherTime) ||
    (items[0]!.pos === 'ADP' &&
      second.some(({ lower }) => /^(?:in|on|at|to|from|over|until|since|during|of|year|night)$/.test(lower))) ||
    (items[0]!.pos === 'ADP' && new Set(tenses).size > 1);
  return isApart
    ? []
    : [
        { start, end: joint.end },
        { start: joint.start, end },
      ];
}
