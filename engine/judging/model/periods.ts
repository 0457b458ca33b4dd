/** Reads rates: figures per day, week, month, quarter or year. English only. */
import type { Token } from '#engine/text/nlp.ts';
import type { Quantity } from '#engine/values/quantities.ts';

const PERIODS = ['day', 'week', 'month', 'quarter', 'year'] as const;
export type Period = (typeof PERIODS)[number];

const ADVERBS: Readonly<Record<string, Period>> = {
  daily: 'day',
  weekly: 'week',
  monthly: 'month',
  quarterly: 'quarter',
  yearly: 'year',
  annually: 'year',
};

const EACH = /^(?:an?|per|each|every|\/)$/;
/** Words that show that the phrase is no rate: "a year ago", "a month earlier", "a day trip". */
const NO_RATE = /^(?:ago|later|earlier|before|after|afterwards|old|long)$/;

/** The period of a rate: "24 euros a year", "900 visitors every day". Null if no period follows the figure. */
export function periodAfter(tokens: readonly Token[], { end, counted }: Quantity): Period | null {
  let at = end;
  while (at < end + counted.length && counted.includes(tokens[at]?.lemma.toLowerCase() ?? '')) at++;
  const first = tokens[at];
  if (first === undefined) return null;
  const adverb = ADVERBS[first.lower];
  if (adverb !== undefined) return adverb;
  const period = PERIODS.find((name) => name === tokens[at + 1]?.lower);
  const next = tokens[at + 2];
  if (period === undefined || !EACH.test(first.lower)) return null;
  return next !== undefined && (NO_RATE.test(next.lower) || next.pos === 'NOUN') ? null : period;
}

/** Numbers of shorter periods in a longer one. A month has no fixed number of days or weeks, so it isn't listed with them. */
const FIXED: readonly (readonly [longer: Period, shorter: Period, many: number])[] = [
  ['year', 'quarter', 4],
  ['year', 'month', 12],
  ['quarter', 'month', 3],
  ['year', 'week', 52],
  ['year', 'day', 365],
  ['week', 'day', 7],
];

/** Words of work, pay and opening hours. What happens on working days only can't be multiplied by all the days of a year. */
const ON_SOME_DAYS =
  /\b(?:earn(?:s|ed|ings?)?|wages?|salar(?:y|ies)|work(?:s|ed|ers?|ing)?|shifts?|opens?|opening|weekdays?|schools?|seasons?|at (?:most|least))\b/i;

/**
 * Converts a value per `given` into one per `wanted`. Null if the periods have no fixed ratio, or if `text`, where the value
 * stands, suggests that it holds on some days only.
 */
export function perPeriod(value: number, given: Period, wanted: Period, text: string): number | null {
  if (given === wanted) return value;
  if ([given, wanted].some((period) => period === 'day' || period === 'week') && ON_SOME_DAYS.test(text)) return null;
  for (const [longer, shorter, many] of FIXED) {
    if (longer === wanted && shorter === given) return value * many;
    if (longer === given && shorter === wanted) return value / many;
  }
  return null;
}
