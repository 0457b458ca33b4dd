/**
 * Splits running text into sentences in one pass. Every step moves the cursor forward, and look-behind and look-ahead are
 * bounded, so the time stays proportional to the length of the text.
 */
import { LEADING_ABBREVIATIONS, SENTENCE_STARTERS, TRAILING_ABBREVIATIONS, UNIT_SYMBOLS } from './abbreviations.ts';

/** A range of UTF-16 offsets, end exclusive, without white space at either end. */
export interface Span {
  start: number;
  end: number;
}

/** An open bracket or quotation keeps its sentence together for at most this many characters. */
const LONGEST_ENCLOSURE = 400;
/** A shorter line without final punctuation may be a separate line (title, verse, address). */
const SHORTEST_WRAPPED_LINE = 50;
/** Narrowest column at which prose is assumed to be wrapped. */
const NARROWEST_COLUMN = 30;
/** Longest word that is read to decide on a sentence boundary. */
const LONGEST_WORD = 40;

const SPACE = /\s/u;
const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;
const LOWER = /\p{Ll}/u;
const UPPER = /\p{Lu}/u;
const CLOSER = /[)\]}"'”’»*_`]/u;
const OPENERS = new Map([
  ['(', ')'],
  ['[', ']'],
  ['“', '”'],
  ['«', '»'],
]);

/**
 * The sentences of `text` in order; together they cover everything but white space. A blank line always ends a sentence, a single
 * line break only if the line doesn't look wrapped. Abbreviations, decimals, initials, ellipses, URLs and emoji don't end one.
 */
export function sentences(text: string): Span[] {
  const spans: Span[] = [];
  let start = skipSpace(text, 0);
  let cursor = start;
  let enclosure = new Enclosure();
  const finish = (end: number) => {
    const trimmed = trimEnd(text, start, end);
    if (trimmed > start) spans.push({ start, end: trimmed });
    start = skipSpace(text, end);
    cursor = start;
    enclosure = new Enclosure();
  };
  let lineStart = cursor;
  let column = columnAt(text, cursor);
  while (cursor < text.length) {
    const char = text[cursor]!;
    if (char === '\n' || char === '\r') {
      const next = skipSpace(text, cursor);
      if (isHardBreak(text, { start: lineStart, end: cursor }, next, column.width)) finish(cursor);
      else cursor = next;
      lineStart = cursor;
      if (cursor >= column.end) column = columnAt(text, cursor);
      continue;
    }
    const stop = terminatorAt(text, cursor);
    if (stop === 0) {
      enclosure.see(text, cursor, start);
      cursor++;
      continue;
    }
    const after = skipClosers(text, cursor + stop);
    for (let i = cursor; i < after; i++) enclosure.see(text, i, start);
    if (!enclosure.holds(after) && endsSentence(text, start, cursor, stop, after)) finish(skipEmoji(text, after));
    else cursor = after;
  }
  finish(text.length);
  return spans;
}

/** Tracks one open bracket or quotation: a full stop inside it does not end the sentence around it. */
class Enclosure {
  #closer: string | null = null;
  #openedAt = 0;

  see(text: string, at: number, sentenceStart: number): void {
    const char = text[at]!;
    if (this.#closer !== null) {
      if (char === this.#closer) this.#closer = null;
      else if (at - this.#openedAt > LONGEST_ENCLOSURE) this.#closer = null;
      return;
    }
    // A sentence that is itself in brackets or quotation marks may be followed by another one inside them.
    if (at === sentenceStart) return;
    const closer = char === '"' ? '"' : OPENERS.get(char);
    if (closer === undefined || (char === '"' && !SPACE.test(text[at - 1]!) && !OPENERS.has(text[at - 1]!))) return;
    this.#closer = closer;
    this.#openedAt = at;
  }

  holds(at: number): boolean {
    return this.#closer !== null && at - this.#openedAt <= LONGEST_ENCLOSURE;
  }
}

/** Length of the terminator at `at` (`.`, `!`, `?`, `…`, runs of them, and their East Asian forms), 0 if there is none. */
function terminatorAt(text: string, at: number): number {
  let end = at;
  while (end < text.length && '.!?…。！？؟।'.includes(text[end]!)) end++;
  return end - at;
}

function endsSentence(text: string, start: number, at: number, length: number, after: number): boolean {
  const mark = text.slice(at, Math.min(at + length, at + 4));
  if (/[。！？]/u.test(mark)) return true;
  if (after < text.length && !SPACE.test(text[after]!)) return isMissingSpace(text, at, after);
  const next = skipSpace(text, after);
  if (next >= text.length) return true;
  const word = wordAt(text, next);
  if (LOWER.test(word.charAt(0))) return false;
  if (mark.startsWith('…') || mark.startsWith('..')) return SENTENCE_STARTERS.has(word);
  if (mark !== '.') return true;
  return !isAbbreviation(text, start, at, word, text[next]!);
}

/**
 * Detects a missing space as in "…of Naples.These were…". Only a common first word counts, so that `Node.Js` and `example.Com`
 * stay whole.
 */
function isMissingSpace(text: string, at: number, after: number): boolean {
  const before = wordBefore(text, at);
  return (
    after === at + 1 && before.length > 2 && LOWER.test(before.at(-1)!) && SENTENCE_STARTERS.has(wordAt(text, after))
  );
}

function isAbbreviation(text: string, start: number, at: number, nextWord: string, nextChar: string): boolean {
  const word = wordBefore(text, at);
  if (word === '') return false;
  const lower = word.toLowerCase();
  const wordStart = at - word.length;
  if (/^\d+$/u.test(word)) return wordStart === start && word.length <= 3;
  if (/^(no|nos|art|fig|sec|ch|p|pp|op|v|c|b|d|m|r|mar|sat|in|am)$/u.test(lower)) {
    return /\d/u.test(nextChar) || (word.length <= 2 && word !== lower && !SENTENCE_STARTERS.has(nextWord));
  }
  if (UNIT_SYMBOLS.has(lower) && /\d\s?$/u.test(text.slice(Math.max(start, wordStart - 2), wordStart))) return false;
  if (LEADING_ABBREVIATIONS.has(lower)) return true;
  const isInitials = /^(?:\p{L}\.)*\p{Lu}$/u.test(word);
  if (isInitials || TRAILING_ABBREVIATIONS.has(lower)) return !SENTENCE_STARTERS.has(nextWord);
  return false;
}

/** The word before `at`: letters, digits and inner full stops, at most LONGEST_WORD characters. */
function wordBefore(text: string, at: number): string {
  let begin = at;
  const limit = Math.max(0, at - LONGEST_WORD);
  while (begin > limit && (LETTER_OR_DIGIT.test(text[begin - 1]!) || text[begin - 1] === '.')) begin--;
  while (text[begin] === '.') begin++;
  return text.slice(begin, Math.max(begin, at));
}

/** The first word from `at` on, after opening brackets, quotation marks and emphasis; or one non-letter. */
function wordAt(text: string, at: number): string {
  let begin = at;
  while (begin < at + 4 && begin < text.length && '"\'“‘«([*_`'.includes(text[begin]!)) begin++;
  let end = begin;
  while (end < text.length && end - begin < LONGEST_WORD && /[\p{L}\p{M}]/u.test(text[end]!)) end++;
  return text.slice(begin, Math.max(end, begin + 1));
}

/**
 * Whether a line break ends a sentence. It does before a blank line. It also does after a short line without a final comma or
 * semicolon, if a capital or a symbol follows and the next word would have fitted on the line: otherwise, the line was wrapped.
 */
function isHardBreak(text: string, line: Span, next: number, width: number): boolean {
  if (next >= text.length) return true;
  if (countLineBreaks(text, line.end, next) > 1) return true;
  const last = text[trimEnd(text, line.start, line.end) - 1];
  if (last === ',' || last === ';') return false;
  const word = wordAt(text, skipQuoteMarkers(text, next));
  const length = line.end - line.start;
  if (length >= SHORTEST_WRAPPED_LINE) return false;
  const isFull = width >= NARROWEST_COLUMN && length + 1 + word.length > width;
  return !isFull && (UPPER.test(word.charAt(0)) || !LETTER_OR_DIGIT.test(word.charAt(0)));
}

/** For the paragraph at `at`: its end (a blank line or the text's end) and the length of its longest line. */
function columnAt(text: string, at: number): { end: number; width: number } {
  let width = 0;
  let lineStart = at;
  for (let i = at; i <= text.length; i++) {
    if (i < text.length && text[i] !== '\n' && text[i] !== '\r') continue;
    width = Math.max(width, trimEnd(text, lineStart, i) - lineStart);
    lineStart = skipSpace(text, i);
    if (i === text.length || countLineBreaks(text, i, lineStart) > 1) return { end: lineStart, width };
    i = lineStart - 1;
  }
  return { end: text.length, width };
}

/** Skips the ">" markers of a quoted line. */
function skipQuoteMarkers(text: string, at: number): number {
  let cursor = at;
  while (cursor < at + 16 && (text[cursor] === '>' || (cursor > at && text[cursor] === ' '))) cursor++;
  return cursor;
}

function countLineBreaks(text: string, from: number, to: number): number {
  let count = 0;
  for (let i = from; i < to && count < 2; i++) {
    const char = text[i]!;
    if (char === '\n' || char === '\u2029' || (char === '\r' && text[i + 1] !== '\n')) count++;
  }
  return count;
}

/** Skips closing marks and footnote numbers: `."`, `.)`, `.[12]`. */
function skipClosers(text: string, at: number): number {
  let end = at;
  while (end < text.length) {
    const note = text[end] === '[' ? /^\[\w{1,4}\]/u.exec(text.slice(end, end + 6)) : null;
    if (note) end += note[0].length;
    else if (CLOSER.test(text[end]!)) end++;
    else break;
  }
  return end;
}

const EMOJI = /\p{Extended_Pictographic}|[\u200d\ufe0f]|[\u{1f3fb}-\u{1f3ff}]|[\u{1f1e6}-\u{1f1ff}]/u;

/** An emoji after the full stop on the same line belongs to the sentence before it. */
function skipEmoji(text: string, at: number): number {
  let end = at;
  let cursor = at;
  while (cursor < text.length) {
    const point = text.codePointAt(cursor)!;
    const char = String.fromCodePoint(point);
    if (EMOJI.test(char)) end = cursor + char.length;
    else if (char !== ' ' || cursor - end > 1) break;
    cursor += char.length;
  }
  return end;
}

function skipSpace(text: string, at: number): number {
  let cursor = at;
  while (cursor < text.length && SPACE.test(text[cursor]!)) cursor++;
  return cursor;
}

function trimEnd(text: string, start: number, end: number): number {
  let cursor = end;
  while (cursor > start && SPACE.test(text[cursor - 1]!)) cursor--;
  return cursor;
}
