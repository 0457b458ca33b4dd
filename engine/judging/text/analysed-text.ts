/**
 * The analysis of a text for judging: terms (words, names, quantities, dates), each with its clause frame and negation,
 * and the sentences' hedges and quantifiers.
 */
import type { DateSpan } from '#engine/language/dates.ts';
import type { HedgeStrength, QuantifierUse } from '#engine/language/modality.ts';
import type { PartOfSpeech, Word } from '#engine/language/nlp.ts';
import type { PhraseUse } from '#engine/language/phrases.ts';
import type { Quantity } from '#engine/language/quantities.ts';
import type { Frame } from './frames.ts';

export type TermKind = 'word' | 'name' | 'quantity' | 'date';
export type Role = 'subject' | 'predicate' | 'rest';

export interface Term {
  kind: TermKind;
  /** Lower-case lemma of a word, lower-case form of a name, text of a quantity or date. */
  key: string;
  surface: string;
  pos: PartOfSpeech;
  /** The phrasal verb that it begins ("put_out"), if the lexicon has it. */
  phrase: string | null;
  /** First token, and the token after the last. */
  start: number;
  end: number;
  sentence: number;
  /** Index into `frames`, -1 if the sentence has no verb. */
  frame: number;
  role: Role;
  negated: boolean;
  /** Index into `names`; -1 for other kinds. */
  name: number;
  /** Says little by itself (light verbs, "also", class nouns before a name); the evidence need not have it. */
  light: boolean;
  /** The lower-case preposition right before its phrase ("in", "by"), or ''. */
  preposition: string;
  quantity: Quantity | null;
  date: DateSpan | null;
}

export interface AnalysedText {
  text: string;
  tokens: readonly Word[];
  /** UTF-16 offset of each token in the text. */
  starts: readonly number[];
  sentenceOf: readonly number[];
  sentences: number;
  terms: readonly Term[];
  frames: readonly Frame[];
  /** Names as runs of terms: indices into `terms`. */
  names: readonly (readonly number[])[];
  negated: readonly boolean[];
  quantifiers: readonly QuantifierUse[];
  phrases: readonly PhraseUse[];
  /** Per sentence. */
  hedges: readonly HedgeStrength[];
  /** True if the text was too long and its end was left out. */
  cut: boolean;
}

/** UTF-16 offset of the end of token `at`. */
export function endOf({ tokens, starts }: AnalysedText, at: number): number {
  return starts[at]! + tokens[at]!.text.length;
}

/** True for a term that names something; figures and dates have the tag of numbers. */
export function isNameOrNoun({ kind, pos }: Term): boolean {
  return pos === 'NOUN' || kind === 'name';
}

/** The text of the tokens [start, end). */
export function textBetween(text: AnalysedText, start: number, end: number): string {
  return end === start + 1 ? text.tokens[start]!.text : text.text.slice(text.starts[start], endOf(text, end - 1));
}

/** First token of a sentence and the token after its last. */
export function sentenceRange({ sentenceOf }: AnalysedText, sentence: number): [start: number, end: number] {
  const start = sentenceOf.indexOf(sentence);
  return start < 0 ? [0, 0] : [start, sentenceOf.lastIndexOf(sentence) + 1];
}
