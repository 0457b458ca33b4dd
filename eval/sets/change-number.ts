/** Falsifies a claim by changing a number in it. */

import { analyse } from '#engine/text/nlp.ts';
import { findDates } from '#engine/values/dates.ts';
import { findQuantities } from '#engine/values/quantities.ts';

/** The claim with its first year raised by 7 or its first number by about a third; null if it has neither. */
export function changeNumber(claim: string): string | null {
  const tokens = analyse(claim);
  const dates = findDates(tokens);
  const taken = new Array<boolean>(tokens.length).fill(false);
  for (const date of dates) taken.fill(true, date.start, date.end);
  const values = [...dates, ...findQuantities(tokens, taken)];
  for (const value of values) {
    const token = tokens.slice(value.start, value.end).find(({ text }) => /^\d+(?:,\d{3})*(?:\.\d+)?$/.test(text));
    if (token === undefined) continue;
    const number = Number(token.text.replaceAll(',', ''));
    const isYear = /^[12]\d{3}$/.test(token.text);
    const changed = isYear ? number + 7 : Math.ceil(number * 1.34) + 1;
    return claim.slice(0, token.start) + String(changed) + claim.slice(token.end);
  }
  return null;
}
