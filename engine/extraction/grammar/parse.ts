/** Parses one sentence for clause analysis: clean text, tokens with part-of-speech tags, offsets into the source. */
import { analyse } from '#engine/text/nlp.ts';
import { verbForms } from '#engine/text/verbs.ts';
import { type CleanText, cleanMarkdown } from '../layout/markdown.ts';
import { correctedTag, correctTags } from './tags.ts';
import type { Word } from './word.ts';

export interface Sentence {
  clean: CleanText;
  /** Tokens whose offsets refer to `clean.text`. */
  words: Word[];
  /** True if the sentence was too long to be analysed as a whole: `words` cover only its beginning. */
  truncated: boolean;
}

/** Anything longer isn't a sentence (unmarked tables, dumps): only this many characters are analysed. */
const LONGEST_SENTENCE = 1500;
/**
 * Longer runs without white space (addresses, hashes, scripts without spaces) are masked as one opaque word: the
 * tagger's time grows with the square of their length.
 */
const LONGEST_WORD = 40;
/** Replaces an opaque piece in the text given to the tagger. */
const PLACEHOLDER = 'Item';

/** Parses `source[start, end)`, in linear time. */
export function parseSentence(source: string, start: number, end: number): Sentence {
  const clean = cleanMarkdown(source, start, end);
  return analyseClean(clean);
}

/** Parses text without markup. */
export function parsePlain(text: string): Sentence {
  return analyseClean({ text, origin: Uint32Array.from({ length: text.length }, (_, i) => i), opaque: [] });
}

function analyseClean(clean: CleanText): Sentence {
  const limit = cutPoint(clean.text);
  const { text, back } = maskOpaque(clean, limit);
  const words: Word[] = [];
  for (const token of analyse(text)) {
    if (token.pos === 'SPACE') continue;
    const start = back[token.start]!;
    const end = back[token.end]!;
    const literal = clean.text.slice(start, end);
    const pos = correctedTag(token);
    const forms = pos === 'VERB' ? verbForms(token.lower, token.lemma) : null;
    words.push({ ...token, text: literal, lower: literal.toLowerCase(), pos, start, end, forms });
  }
  correctTags(words);
  return { clean, words, truncated: limit < clean.text.length };
}

function cutPoint(text: string): number {
  if (text.length <= LONGEST_SENTENCE) return text.length;
  return Math.max(text.lastIndexOf(' ', LONGEST_SENTENCE), 0);
}

/** The text for the tagger, with the offset in the clean text for each of its own. */
function maskOpaque(clean: CleanText, limit: number): { text: string; back: number[] } {
  const parts: string[] = [];
  const back: number[] = [];
  const copy = (from: number, to: number) => {
    parts.push(clean.text.slice(from, to));
    for (let i = from; i < to; i++) back.push(i);
  };
  let cursor = 0;
  for (const range of opaqueRanges(clean, limit)) {
    copy(cursor, range.start);
    parts.push(PLACEHOLDER);
    for (let i = 0; i < PLACEHOLDER.length; i++) back.push(range.start);
    cursor = range.end;
  }
  copy(cursor, limit);
  back.push(limit);
  return { text: parts.join(''), back };
}

function opaqueRanges(clean: CleanText, limit: number): { start: number; end: number }[] {
  const ranges = clean.opaque.filter((range) => range.end <= limit);
  const { text } = clean;
  for (let start = 0; start < limit; ) {
    if (text[start] === ' ') {
      start++;
      continue;
    }
    const space = text.indexOf(' ', start);
    const end = space < 0 || space > limit ? limit : space;
    const chunk = text.slice(start, end);
    if (chunk.length > LONGEST_WORD || /^\(?(?:https?:|www\.)/u.test(chunk)) {
      const tail = /[).,;:!?\]"'”’]{0,4}$/u.exec(chunk.slice(-4))![0].length;
      ranges.push({ start, end: chunk.length > tail ? end - tail : end });
    }
    start = end;
  }
  ranges.sort((a, b) => a.start - b.start || b.end - a.end);
  return ranges.filter((range, i) => i === 0 || range.start >= ranges[i - 1]!.end);
}
