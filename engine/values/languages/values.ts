/**
 * Dates and quantities of a text in another language than English. Its numbers, months, units and money are written anew as
 * English has them, each at its place, and read by the same rules: so they can be compared with those of any language.
 */
import type { Token } from '#engine/text/nlp.ts';
import { type DateSpan, findDates } from '../dates.ts';
import { findQuantities, type Quantity } from '../quantities.ts';
import { Writer } from './writer.ts';

export interface Values {
  /** Words, marks and values in order; places are those of the text in UTF-16 units. */
  tokens: readonly Token[];
  dates: readonly DateSpan[];
  quantities: readonly Quantity[];
  /** By token: a number that can be read in two ways, as in "1,250 kg" with a decimal comma, or that may be a year. */
  isOpen: readonly boolean[];
}

/** Reads the values of `text`; `language` in ISO 639-1. Linear time. */
export function valuesIn(text: string, language: string): Values {
  const { tokens, isOpen, amounts } = new Writer(text, language).run();
  const isAmount = (start: number, end: number) => tokens.slice(start, end).some((token) => amounts.has(token));
  const dates = findDates(tokens).filter(({ start, end }) => !isOpen[start] && !isAmount(start, end));
  const taken = [...isOpen];
  for (const { start, end } of dates) taken.fill(true, start, end);
  return { tokens, dates, quantities: findQuantities(tokens, taken), isOpen };
}
