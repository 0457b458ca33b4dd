/** A claim or a passage as it is compared word for word. */
import type { PartOfSpeech, Token } from '#engine/text/nlp.ts';
import type { DateSpan } from '#engine/values/dates.ts';
import type { Quantity } from '#engine/values/quantities.ts';
import type { Period } from './periods.ts';

/** A word, figure or date that says something by itself. */
export interface Item {
  kind: 'word' | 'figure' | 'date';
  /** Lower-case lemma of a word; as written, of a figure or date. */
  key: string;
  lower: string;
  pos: PartOfSpeech;
  /** Token indices, end exclusive. */
  start: number;
  end: number;
  sentence: number;
  isNegated: boolean;
  quantity: Quantity | null;
  /** Of a figure, what it is given by: "24 euros a year". Null where the words after it don't say, and in other languages than English. */
  period: Period | null;
  date: DateSpan | null;
}

export interface ReadText {
  text: string;
  /** ISO 639-1; 'en' also where it is not known. */
  language: string;
  tokens: readonly Token[];
  sentenceOf: readonly number[];
  items: readonly Item[];
}
