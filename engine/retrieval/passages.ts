/** Cuts readable text into passages of one to three sentences, each a literal substring of the text. */
import { type Span, sentences } from '#engine/language/sentences.ts';
import type { Passage } from '#engine/types.ts';

const MAX_SENTENCES = 3;
/** Sentences are added to a passage while it stays within this length; more text would blur what it speaks of. */
const TARGET_LENGTH = 600;
/** A longer sentence (a list without full stops, a broken table) is cut at white space. In UTF-16 units. */
export const MAX_PASSAGE_LENGTH = 1_200;
/** A page with more is no page to read; later passages are left out. */
export const MAX_PASSAGES = 5_000;

/** Such a beginning points back, so the sentence before it comes along: "It was founded in 1999." says nothing alone. */
const POINTS_BACK =
  /^["'“‘(]?(?:he|she|it|they|his|her|its|their|this|these|those|that|such|both|however|but|(?:the (?:company|firm|organi[sz]ation|group|study|trial|authors?|court|agency|city|country|team|film|book|law|act|drug|bank)))\b/iu;

/**
 * Passages in text order, never across a blank line, at most MAX_PASSAGE_LENGTH UTF-16 units each. They overlap by one
 * sentence where a passage would otherwise begin with a word that points back.
 */
export function splitPassages(text: string): Passage[] {
  const spans = sentences(text).flatMap((span) => cutLong(text, span));
  const passages: Passage[] = [];
  let first = 0;
  while (first < spans.length && passages.length < MAX_PASSAGES) {
    const from = pointsBack(text, spans, first) ? first - 1 : first;
    const last = lastOf(text, spans, from, first);
    const passage = text.slice(spans[from]!.start, spans[last]!.end);
    if (saysSomething(passage)) passages.push({ text: passage, ordinal: passages.length });
    first = last + 1;
  }
  return passages;
}

function pointsBack(text: string, spans: Span[], index: number): boolean {
  const span = spans[index]!;
  const previous = spans[index - 1];
  return (
    previous !== undefined &&
    !endsParagraph(text, previous, span) &&
    span.end - previous.start <= MAX_PASSAGE_LENGTH &&
    POINTS_BACK.test(text.slice(span.start, span.start + 40))
  );
}

/** Index of the last sentence of the passage that begins with sentence `from` and holds at least sentence `first`. */
function lastOf(text: string, spans: Span[], from: number, first: number): number {
  let last = first;
  while (last + 1 < spans.length && last + 1 - from < MAX_SENTENCES) {
    const next = spans[last + 1]!;
    if (next.end - spans[from]!.start > TARGET_LENGTH || endsParagraph(text, spans[last]!, next)) break;
    last++;
  }
  return last;
}

function endsParagraph(text: string, before: Span, after: Span): boolean {
  return text.slice(before.end, after.start).split('\n').length > 2;
}

/** Two words at least: a heading of one word, a page number or a row of dashes is no passage. */
function saysSomething(passage: string): boolean {
  return /[\p{L}\p{N}][^\p{L}\p{N}]+[\p{L}\p{N}]/u.test(passage);
}

function cutLong(text: string, span: Span): Span[] {
  const pieces: Span[] = [];
  let start = span.start;
  while (span.end - start > MAX_PASSAGE_LENGTH) {
    const cut = cutPoint(text, start);
    pieces.push({ start, end: trimEnd(text, start, cut) });
    start = skipSpace(text, cut, span.end);
  }
  if (start < span.end) pieces.push({ start, end: span.end });
  return pieces;
}

/** The last white space in reach, else the limit, never inside a surrogate pair. */
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
