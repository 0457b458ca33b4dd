/** Computes the age at which somebody died from the dates of birth and death. English only. */
import { DAYS_OF_YEAR } from '#engine/values/date-agreement.ts';
import type { DateSpan } from '#engine/values/dates.ts';
import type { Quantity } from '#engine/values/quantities.ts';
import type { ReadText } from './read-text.ts';

const DIED = new Set(['die', 'dead', 'death']);

/**
 * True if the claim gives `age` as somebody's age at death and the evidence's only life span, e.g. "(21 May 1799 – 9 March
 * 1847)", confirms it.
 */
export function isAgeAtDeath(age: Quantity, claim: ReadText, evidence: ReadText): boolean {
  if (claim.language !== 'en' || evidence.language !== 'en' || age.low !== age.high || age.bound !== 'exact')
    return false;
  const [before, last] = [claim.tokens[age.start - 2]?.lower, claim.tokens[age.start - 1]?.lower];
  const isAge = last === 'aged' || (last === 'of' && before === 'age');
  if (!isAge || !claim.tokens.some(({ lemma }) => DIED.has(lemma))) return false;
  const [life, ...others] = evidence.items.flatMap(({ date }) => (date !== null && isLife(date) ? date : []));
  return life !== undefined && others.length === 0 && Math.floor((life.last - life.first) / DAYS_OF_YEAR) === age.low;
}

/** Whether the period runs from one day to another, as a life span does, rather than between months or years. */
function isLife({ isPeriod, text }: DateSpan): boolean {
  return isPeriod && (text.match(/\b\d{1,2}\b/g) ?? []).length === 2;
}
