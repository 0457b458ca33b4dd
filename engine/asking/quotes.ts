/**
 * Finds a quote in the text that it is said to be from. White space and quotation marks may differ, nothing else; and a
 * quote begins and ends between words, so that "5 million" is not found in "15 million".
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
  /** UTF-16 offset of each unit in what was made plain. */
  at: number[];
}

/** One space for any white space, one mark for any quotation mark of a kind. */
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

/** A passage as quotes are searched for in it. */
interface Passage extends Plain {
  /** For each unit of what was shown the last one up to it that stands for nothing that may be quoted; -1 if none. */
  gapBefore: Int32Array;
}

const passages = new WeakMap<RewrittenText, Passage>();

/** Kept, as one quote after another is searched for. */
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

/** True if the quote at [start, end) cuts no word and no figure in two. */
function isWhole(text: string, start: number, end: number): boolean {
  const first = characterFrom(text, start);
  const last = characterBefore(text, end);
  const before = characterBefore(text, start);
  const after = characterFrom(text, end);
  if (WORD.test(first) && WORD.test(before) && !isBetweenUnspaced(text, start, before, first)) return false;
  if (WORD.test(last) && WORD.test(after) && !isBetweenUnspaced(text, end, last, after)) return false;
  // "1.5" and "1,500" are one figure, and so are "-5" and "$5".
  if (/\p{N}/u.test(first) && /(?:\p{N}[.,'’]|[-−–+±.$€£¥])$/u.test(text.slice(Math.max(0, start - 2), start)))
    return false;
  if (/\p{N}/u.test(last) && /^(?:[.,'’]\p{N}|[%‰°])/u.test(text.slice(end, end + 3))) return false;
  return !isHyphenated(text, start, first, before) && !isHyphenated(text, end, after, last);
}

const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー々]/u;
/** Digits, and characters that are written as such. */
const FIGURE = /[\p{N}〇零一二三四五六七八九十百千万萬亿億兆]/u;
/** Characters of Chinese words that deny what follows. */
const DENYING = /[不没沒未无無非勿莫别別]/u;
/** Japanese endings that deny what goes before. */
const DENIED = /^(?:な[いかくけ]|ませ|ずに|まい)/u;
/** Units around a place, enough to know the words there. */
const AROUND = 24;
const SEGMENTER = new Intl.Segmenter('und', { granularity: 'word' });

/** True between two words of a script that sets no spaces between them, but not inside a figure. */
function isBetweenUnspaced(text: string, at: number, left: string, right: string): boolean {
  if (!UNSPACED.test(left) && !UNSPACED.test(right)) return false;
  if (FIGURE.test(left) && FIGURE.test(right)) return false;
  const from = Math.max(0, at - AROUND);
  const words = SEGMENTER.segment(text.slice(from, at + AROUND));
  // "市政府并不|同意": a quote may not leave out what denies it, before it or behind.
  if (DENYING.test(words.containing(at - from - 1)?.segment ?? '') || DENIED.test(text.slice(at, at + 2))) return false;
  return words.containing(at - from)?.index === at - from;
}

/** True inside "non-toxic": what a hyphen joins is one word. */
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

/** Where the quote stands in the original of `shown`; null if it is not literally there. The first place counts. */
export function placeOf(quote: string, shown: RewrittenText): QuotePlace | null {
  return placesOf(quote, shown).next().value ?? null;
}

/** All places of the quote, in order. `shortest`: UTF-16 units that it has at least. */
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
  // Models put quotes between marks of their own.
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
