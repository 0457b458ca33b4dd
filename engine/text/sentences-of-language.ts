/** Splits texts in languages other than English into sentences. It uses Unicode's rules and rejoins what they split wrongly. */

import { Quotation } from './quotation.ts';
import { type Span, sentences } from './sentences.ts';
import { wordSet } from './word-lists.ts';

/** A line of at least this length without final punctuation is taken for wrapped prose. */
const SHORTEST_WRAPPED_LINE = 50;

/** Languages in which a number with a full stop is an ordinal: "am 14. Juni". */
const ORDINALS = wordSet('de da no sv fi cs sk pl hu hr sr sl et lv lt is tr lb');

/** Abbreviations. A full stop after one of them is never taken for the end of a sentence. */
const ABBREVIATIONS = wordSet(
  'dr prof nr st ca bzw ggf inkl zzgl bspw vgl evtl usw etc art abs hr fr frl ing dipl mio mrd tel str ' +
    'mr mm mme mlle me env av chap fig vol éd sr sra srta dña lic núm pág ej aprox eeuu ecc sig dott ' +
    'avv ing geom spa tel exmo bijv dhr mevr mw drs blz enz np tzw inż mgr ul pl al im św tys mln mld godz tj itd itp ok',
);

/**
 * The sentences of a paragraph in order; `language` in ISO 639-1. Texts in English or an unknown language are split by
 * `sentences`. Linear time.
 */
export function sentencesIn(text: string, language: string): Span[] {
  if (language === 'en' || language === 'und') return sentences(text);
  const spans: Span[] = [];
  let open: Span | null = null;
  let quotation = new Quotation(text, 0);
  for (const { segment, index } of segmenterOf(language).segment(withoutWraps(text))) {
    const start = index + (segment.length - segment.trimStart().length);
    const end = index + segment.trimEnd().length;
    if (end <= start) continue;
    const own: Span = open === null ? { start, end } : { start: open.start, end };
    if (open === null) quotation = new Quotation(text, start);
    open = null;
    quotation.readTo(end);
    const isCut =
      !/[\n\r]/.test(segment.slice(segment.trimEnd().length)) &&
      (quotation.goesOn() ||
        goesOn(text.slice(Math.max(own.start, end - 24), end), language) ||
        isQuotedBefore(text.slice(Math.max(own.start, end - 24), end), text.slice(index + segment.length, end + 24)));
    if (isCut) open = own;
    else spans.push(own);
  }
  return open === null ? spans : [...spans, open];
}

const segmenters = new Map<string, Intl.Segmenter>();

function segmenterOf(language: string): Intl.Segmenter {
  const known = segmenters.get(language) ?? new Intl.Segmenter(language, { granularity: 'sentence' });
  segmenters.set(language, known);
  return known;
}

/**
 * Replaces the line breaks of wrapped prose with spaces, because Unicode's rules end a sentence at each break. Keeps the length.
 */
function withoutWraps(text: string): string {
  let lineStart = 0;
  const characters = [...text.matchAll(/\r?\n/g)].reduce((pieces: string[], { 0: mark, index }) => {
    const line = text.slice(lineStart, index).trimEnd();
    const next = text.charAt(index + mark.length);
    const isWrapped = line.length >= SHORTEST_WRAPPED_LINE && !/[.!?…:。！？؟]$/u.test(line) && /\S/.test(next);
    pieces.push(text.slice(lineStart, index), isWrapped ? ' '.repeat(mark.length) : mark);
    lineStart = index + mark.length;
    return pieces;
  }, []);
  return [...characters, text.slice(lineStart)].join('');
}

/**
 * True if the text doesn't end a sentence here: it ends in an ordinal, an initial, an abbreviation or a quotation that the
 * sentence continues.
 */
function goesOn(end: string, language: string): boolean {
  if (/[。！？][」』”）)「『（(“]$/u.test(end)) return true;
  if (!end.endsWith('.')) return false;
  const word = /(?:^|[^\p{L}\p{N}])([\p{L}\p{N}]{1,12})\.$/u.exec(end)?.[1] ?? '';
  if (/^\d{1,2}$/.test(word)) return ORDINALS.has(language);
  return /^\p{L}$/u.test(word) || ABBREVIATIONS.has(word.toLowerCase());
}

/**
 * True for a quoted question or exclamation before a lower-case word, which ends no sentence: „Kommst du?“ fragte er. French has
 * a space before the closing mark.
 */
function isQuotedBefore(end: string, next: string): boolean {
  if (/[!?…]$/u.test(end)) return /^\p{Pf}\s\p{Ll}/u.test(next);
  return /[!?…]\s?["'\p{Pi}\p{Pf}]$/u.test(end) && /^\p{Ll}/u.test(next);
}
