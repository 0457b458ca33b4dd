/**
 * Reads the dates and quantities of a text in a language other than English. Numbers, months, units and currencies are rewritten
 * in English, keeping their offsets, and then read by the same rules as English. This makes values of all languages comparable.
 */
import type { Token } from '#engine/text/nlp.ts';
import { type DateSpan, findDates } from '../dates.ts';
import { findQuantities, type Quantity } from '../quantities.ts';
import { Writer } from './writer.ts';

export interface Values {
  /** Words, marks and values in order. Offsets refer to the text, in UTF-16 units. */
  tokens: readonly Token[];
  dates: readonly DateSpan[];
  quantities: readonly Quantity[];
  /**
   * For each token, whether it is an ambiguous number: "1,250 kg" in a language with a decimal comma, or a number that may be a
   * year.
   */
  isOpen: readonly boolean[];
}

/** Reads the dates and quantities of `text`; `language` in ISO 639-1. Linear time. */
export function valuesIn(text: string, language: string): Values {
  const { tokens, isOpen, amounts } = new Writer(text, language).run();
  const isAmount = (start: number, end: number) => tokens.slice(start, end).some((token) => amounts.has(token));
  const dates = findDates(tokens).filter(({ start, end }) => !isOpen[start] && !isAmount(start, end));
  const taken = [...isOpen];
  for (const { start, end } of dates) taken.fill(true, start, end);
  return { tokens, dates, quantities: findQuantities(tokens, taken), isOpen };
}
