/** The words of a sentence and of a claim, as far as they can be compared: with an analysis in English, without elsewhere. */
import type { Token } from '#engine/text/nlp.ts';
import type { Span } from '#engine/text/sentences.ts';
import { parsePlain, parseSentence } from '../grammar/parse.ts';
import { cleanMarkdown } from '../layout/markdown.ts';
import { markForms } from './marks.ts';

export interface ReadWord extends Token {
  /** UTF-16 units of the whole text, or of the claim; end exclusive. */
  from: number;
  to: number;
  isWord: boolean;
  isCapitalised: boolean;
  /** As lists of words have it: "n't" is "not". */
  forms: readonly string[];
}

/** The words and marks of `content[start, end)`; null if it is too long to be read as a sentence. */
export function sentenceWords(content: string, { start, end }: Span, isEnglish: boolean): ReadWord[] | null {
  if (isEnglish) {
    const { words, clean, truncated } = parseSentence(content, start, end);
    if (truncated) return null;
    return words.map((word) => readWord(word, clean.origin[word.start]!, clean.origin[word.end - 1]! + 1));
  }
  const clean = cleanMarkdown(content, start, end);
  return segmented(clean.text).map((word) =>
    readWord(word, clean.origin[word.start]!, clean.origin[word.end - 1]! + 1),
  );
}

/** The words and marks of a text without markup. */
export function plainWords(text: string, isEnglish: boolean): ReadWord[] {
  const words = isEnglish ? parsePlain(text).words : segmented(text);
  return words.map((word) => readWord(word, word.start, word.end));
}

function readWord(token: Token, from: number, to: number): ReadWord {
  return {
    ...token,
    from,
    to,
    isWord: /[\p{L}\p{N}]/u.test(token.text),
    isCapitalised: /^\p{Lu}/u.test(token.text) && token.text !== 'I',
    forms: token.lower === "n't" || token.lower === 'n’t' ? ['not'] : markForms(token.lower),
  };
}

const SEGMENTER = new Intl.Segmenter('und', { granularity: 'word' });

/** The same for languages that are not analysed. */
function segmented(text: string): Token[] {
  return [...SEGMENTER.segment(text)].flatMap(({ segment, index }): Token[] => {
    if (segment.trim() === '') return [];
    const lower = segment.toLowerCase();
    return [
      { text: segment, lower, lemma: lower, pos: 'X', isStopWord: false, start: index, end: index + segment.length },
    ];
  });
}
