/** Cuts readable text into passages of one to three sentences, each a literal substring of the text. */

import { detectLanguage } from '#engine/text/detect-language.ts';
import { isHeadline, isTableRow } from '#engine/text/lines.ts';
import { isRatingAlone, isRatingLabel, rates } from '#engine/text/ratings.ts';
import type { Span } from '#engine/text/sentences.ts';
import { sentencesIn } from '#engine/text/sentences-of-language.ts';
import type { Passage } from '#engine/types/retrieval.ts';

const MAX_SENTENCES = 3;
/** A passage gets no further sentences beyond this length, as it would cover too many subjects. */
const TARGET_LENGTH = 600;
/** Longest passage in UTF-16 units. A longer sentence (a list without full stops, a broken table) is cut at white space. */
export const MAX_PASSAGE_LENGTH = 1_200;
/** Most passages of a page; the rest is left out. */
export const MAX_PASSAGES = 5_000;

/**
 * Beginnings that refer back. The sentence before is added to the passage, because "It was founded in 1999." is not understood
 * alone.
 */
const POINTS_BACK =
  /^["'“‘(]?(?:he|she|it|they|his|her|its|their|this|these|those|that|such|both|however|but|(?:the (?:company|firm|organi[sz]ation|group|study|trial|authors?|court|agency|city|country|team|film|book|law|act|drug|bank)))\b/iu;

/**
 * Passages in text order, at most MAX_PASSAGE_LENGTH UTF-16 units each. A passage doesn't span paragraphs, with exceptions for
 * text that says little alone: a heading and the text under it, table rows, list items. If a passage would begin with a word that
 * refers back, it overlaps with the previous one by a sentence.
 */
export function splitPassages(text: string): Passage[] {
  const units = unitsOf(text);
  const passages: Passage[] = [];
  let first = 0;
  while (first < units.length && passages.length < MAX_PASSAGES) {
    const from = pointsBack(text, units, first) ? first - 1 : first;
    const last = lastOf(units, from, first);
    const passage = text.slice(units[from]!.start, units[last]!.end);
    if (saysSomething(passage)) passages.push({ text: passage, ordinal: passages.length });
    first = last + 1;
  }
  return passages;
}

type UnitKind = 'sentence' | 'row' | 'item' | 'heading';

interface Unit extends Span {
  kind: UnitKind;
  /** True if the unit begins a paragraph. */
  begins: boolean;
  /** True if the unit rates the text before it ("Rating: False"). The two must stay together. */
  rules: boolean;
}

function unitsOf(text: string): Unit[] {
  const spans = sentencesIn(text, detectLanguage(text)).flatMap((span) => cutLong(text, span));
  const begins = spans.map((span, i) => i === 0 || endsParagraph(text, spans[i - 1]!, span));
  const lines = spans.map(({ start, end }, i) => {
    const isAlone = begins[i]! && (i + 1 === spans.length || begins[i + 1]!);
    return isAlone ? lineKind(text.slice(start, end)) : 'sentence';
  });
  const textAt = (i: number) => (spans[i] === undefined ? '' : text.slice(spans[i].start, spans[i].end));
  const labels = (i: number) => isRatingLabel(textAt(i)) && isRatingAlone(textAt(i + 1));
  const rulesAt = (i: number) => rates(textAt(i)) || labels(i) || labels(i - 1);
  return spans.map((span, i) => {
    // A short line before sentences or a table is a heading; before another short line, it is a list item.
    const heads = lines[i] === 'item' && i + 1 < spans.length && lines[i + 1] !== 'item';
    const rules = rulesAt(i);
    return { ...span, begins: begins[i]!, kind: heads ? 'heading' : lines[i]!, rules };
  });
}

function lineKind(line: string): UnitKind {
  if (isTableRow(line)) return 'row';
  return isHeadline(line) ? 'item' : 'sentence';
}

function pointsBack(text: string, units: Unit[], index: number): boolean {
  const unit = units[index]!;
  const previous = units[index - 1];
  return (
    previous !== undefined &&
    !unit.begins &&
    unit.end - previous.start <= MAX_PASSAGE_LENGTH &&
    POINTS_BACK.test(text.slice(unit.start, unit.start + 40))
  );
}

/** Index of the last unit of the passage that begins with unit `from` and contains at least unit `first`. */
function lastOf(units: Unit[], from: number, first: number): number {
  let last = first;
  let counted = first - from + (counts(units[first]!) ? 1 : 0);
  for (let at = last + 1; at < units.length; at++) {
    const next = units[at]!;
    if (next.end - units[from]!.start > TARGET_LENGTH || !goesOn(units[last]!, next)) break;
    if (counts(next)) counted++;
    if (counted > MAX_SENTENCES) break;
    last = at;
  }
  return last;
}

function goesOn({ kind }: Unit, next: Unit): boolean {
  if (!next.begins || next.rules || kind === 'heading') return true;
  return next.kind === kind && kind !== 'sentence';
}

/** Whether the unit counts as a sentence. Table rows and headings don't. */
function counts({ kind }: Unit): boolean {
  return kind === 'sentence' || kind === 'item';
}

function endsParagraph(text: string, before: Span, after: Span): boolean {
  return text.slice(before.end, after.start).split('\n').length > 2;
}

/** In scripts without spaces, this many characters count as content. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]{6}/u;

/** Requires at least two words: a heading of one word, a page number or a row of dashes is not a passage. */
function saysSomething(passage: string): boolean {
  return /[\p{L}\p{N}][^\p{L}\p{N}]+[\p{L}\p{N}]/u.test(passage) || UNSPACED.test(passage);
}

function cutLong(text: string, span: Span): Span[] {
  const units: Span[] = [];
  let start = span.start;
  while (span.end - start > MAX_PASSAGE_LENGTH) {
    const cut = cutPoint(text, start);
    units.push({ start, end: trimEnd(text, start, cut) });
    start = skipSpace(text, cut, span.end);
  }
  if (start < span.end) units.push({ start, end: span.end });
  return units;
}

/** The last white space before the limit, else the limit itself, but never inside a surrogate pair. */
function cutPoint(text: string, start: number): number {
  const limit = start + MAX_PASSAGE_LENGTH;
  for (let at = limit; at > start + MAX_PASSAGE_LENGTH / 2; at--) {
    if (/\s/u.test(text[at]!)) return at;
  }
  return isLowSurrogate(text, limit) ? limit - 1 : limit;
}

function isLowSurrogate(text: string, at: number): boolean {
  return (text.charCodeAt(at) & 0xfc00) === 0xdc00;
}

function trimEnd(text: string, start: number, end: number): number {
  let at = end;
  while (at > start + 1 && /\s/u.test(text[at - 1]!)) at--;
  return at;
}

function skipSpace(text: string, from: number, end: number): number {
  let at = from;
  while (at < end && /\s/u.test(text[at]!)) at++;
  return at;
}
