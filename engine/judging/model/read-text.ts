/** The form in which claims and passages are compared word for word. */
import type { PartOfSpeech, Token } from '#engine/text/nlp.ts';
import type { DateSpan } from '#engine/values/dates.ts';
import type { Quantity } from '#engine/values/quantities.ts';
import type { Period } from './periods.ts';

/** A content word, a figure or a date. */
export interface Item {
  kind: 'word' | 'figure' | 'date';
  /** Lower-case lemma of a word; the original text of a figure or date. */
  key: string;
  lower: string;
  pos: PartOfSpeech;
  /** Token indices, end exclusive. */
  start: number;
  end: number;
  sentence: number;
  isNegated: boolean;
  quantity: Quantity | null;
  /** The period of a figure that is a rate: "24 euros a year". Null if no period follows, and in languages other than English. */
  period: Period | null;
  date: DateSpan | null;
}

export interface ReadText {
  text: string;
  /** ISO 639-1; 'en' also if it is unknown. */
  language: string;
  tokens: readonly Token[];
  sentenceOf: readonly number[];
  items: readonly Item[];
}
