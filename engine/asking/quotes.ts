/**
 * Finds a quote in its source text. Only white space and the style of quotation marks may differ. A quote must begin and end at
 * word boundaries, so that "5 million" is not found in "15 million".
 */
import { occurrences } from '#engine/text/occurrences.ts';
import { originalRange, type RewrittenText } from '#engine/text/rewritten-text.ts';

/** UTF-16 range of the original passage, end exclusive. */
export interface QuotePlace {
  start: number;
  end: number;
}

const DOUBLE = /["“”„‟«»″〝〞〟＂「」『』｢｣﹁﹂﹃﹄]/;
const SINGLE = /['‘’‚‛‹›′＇`´]/;
const WORD = /[\p{L}\p{N}\p{M}_]/u;
const SHORTEST_QUOTE = 3;

interface Plain {
  text: string;
  /** For each UTF-16 unit, its offset in the original text. */
  at: number[];
}

/** Replaces any run of white space with one space, and quotation marks with plain ones. */
function plainOf(text: string): Plain {
  const plain: string[] = [];
  const at: number[] = [];
  for (let i = 0; i < text.length; i++) {
    const unit = text[i]!;
    const isSpace = /\s/.test(unit);
    if (isSpace && (plain.at(-1) ?? ' ') === ' ') continue;
    plain.push(isSpace ? ' ' : DOUBLE.test(unit) ? '"' : SINGLE.test(unit) ? "'" : unit);
    at.push(i);
  }
  return { text: plain.join(''), at };
}

/** A passage prepared for quote search. */
interface Passage extends Plain {
  /** For each UTF-16 unit of the shown text, the last one up to it that stands for nothing quotable; -1 if there is none. */
  gapBefore: Int32Array;
}

const passages = new WeakMap<RewrittenText, Passage>();

/** Prepares the passage. The result is cached, because many quotes may be searched for in one passage. */
function passageOf(shown: RewrittenText): Passage {
  const known = passages.get(shown);
  if (known !== undefined) return known;
  const gapBefore = new Int32Array(shown.text.length);
  let last = -1;
  for (let at = 0; at < gapBefore.length; at++) {
    if (shown.starts[at]! < 0) last = at;
    gapBefore[at] = last;
  }
  const passage = { ...plainOf(shown.text), gapBefore };
  passages.set(shown, passage);
  return passage;
}

/** True if neither end of the range [start, end) splits a word or a figure. */
function isWhole(text: string, start: number, end: number): boolean {
  const first = characterFrom(text, start);
  const last = characterBefore(text, end);
  const before = characterBefore(text, start);
  const after = characterFrom(text, end);
  if (WORD.test(first) && WORD.test(before) && !isBetweenUnspaced(text, start, before, first)) return false;
  if (WORD.test(last) && WORD.test(after) && !isBetweenUnspaced(text, end, last, after)) return false;
  // "1.5" and "1,500" are single figures, and so are "-5" and "$5".
  if (/\p{N}/u.test(first) && /(?:\p{N}[.,'’]|[-−–+±.$€£¥])$/u.test(text.slice(Math.max(0, start - 2), start)))
    return false;
  if (/\p{N}/u.test(last) && /^(?:[.,'’]\p{N}|[%‰°])/u.test(text.slice(end, end + 3))) return false;
  return !isHyphenated(text, start, first, before) && !isHyphenated(text, end, after, last);
}

const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー々]/u;
/** Digits, and the characters for Chinese and Japanese numbers. */
const FIGURE = /[\p{N}〇零一二三四五六七八九十百千万萬亿億兆]/u;
/** Characters of Chinese words that negate what follows. */
const DENYING = /[不没沒未无無非勿莫别別]/u;
/** Japanese endings that negate what precedes. */
const DENIED = /^(?:な[いかくけ]|ませ|ずに|まい)/u;
/** UTF-16 units around a place, enough to segment the words there. */
const AROUND = 24;
const SEGMENTER = new Intl.Segmenter('und', { granularity: 'word' });

/** True between two words of a script without spaces, but not inside a figure. */
function isBetweenUnspaced(text: string, at: number, left: string, right: string): boolean {
  if (!UNSPACED.test(left) && !UNSPACED.test(right)) return false;
  if (FIGURE.test(left) && FIGURE.test(right)) return false;
  const from = Math.max(0, at - AROUND);
  const words = SEGMENTER.segment(text.slice(from, at + AROUND));
  // "市政府并不|同意": a quote may not leave out a negation before or after it.
  if (DENYING.test(words.containing(at - from - 1)?.segment ?? '') || DENIED.test(text.slice(at, at + 2))) return false;
  return words.containing(at - from)?.index === at - from;
}

/** True inside a hyphenated word such as "non-toxic". */
function isHyphenated(text: string, at: number, right: string, left: string): boolean {
  if (left === '-' && WORD.test(right)) return WORD.test(characterBefore(text, at - 1));
  return right === '-' && WORD.test(left) && WORD.test(characterFrom(text, at + 1));
}

function characterFrom(text: string, at: number): string {
  return at < 0 || at >= text.length ? '' : String.fromCodePoint(text.codePointAt(at)!);
}

function characterBefore(text: string, at: number): string {
  if (at <= 0) return '';
  const isPair = at >= 2 && /[\udc00-\udfff]/.test(text[at - 1]!) && /[\ud800-\udbff]/.test(text[at - 2]!);
  return text.slice(at - (isPair ? 2 : 1), at);
}

/** The quote's first place in the original of `shown`; null if it is not there literally. */
export function placeOf(quote: string, shown: RewrittenText): QuotePlace | null {
  return placesOf(quote, shown).next().value ?? null;
}

/** All places of the quote, in order. Quotes shorter than `shortest` UTF-16 units are not searched for. */
export function* placesOf(
  quote: string,
  shown: RewrittenText,
  shortest = SHORTEST_QUOTE,
): Generator<QuotePlace, undefined> {
  const passage = passageOf(shown);
  const wanted = plainOf(quote).text.trim();
  let isFound = false;
  for (const place of find(wanted, passage, shown, shortest)) {
    isFound = true;
    yield place;
  }
  if (isFound) return;
  // Models often enclose quotes in quotation marks of their own.
  const bare = /^(["'])(.*)\1$/s.exec(wanted)?.[2]?.trim();
  if (bare !== undefined) yield* find(bare, passage, shown, shortest);
}

function* find(
  wanted: string,
  { text, at, gapBefore }: Passage,
  shown: RewrittenText,
  shortest: number,
): Generator<QuotePlace> {
  if (wanted.length < shortest || !WORD.test(wanted)) return;
  for (const from of occurrences(text, wanted)) {
    const end = from + wanted.length;
    if (!isWhole(text, from, end)) continue;
    const [first, last] = [at[from]!, at[end - 1]!];
    if (gapBefore[last]! >= first) continue;
    const place = originalRange(shown, first, last + 1);
    if (place !== null) yield place;
  }
}
