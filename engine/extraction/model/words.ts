/**
 * The words of a sentence or a claim, in a form in which they can be compared: analysed in English, only segmented in other
 * languages.
 */
import type { Token } from '#engine/text/nlp.ts';
import { Quotation } from '#engine/text/quotation.ts';
import type { Span } from '#engine/text/sentences.ts';
import { parsePlain, parseSentence } from '../grammar/parse.ts';
import type { Word } from '../grammar/word.ts';
import { cleanMarkdown } from '../layout/markdown.ts';
import { isWhole, type MarkKind, markForms, markKind } from './marks.ts';

/** A year in figures. */
export const YEAR = /^(?:1\d|20)\d\d$/;

export interface ReadWord extends Token {
  /** Offsets in UTF-16 units of the whole text, or of the claim. The end is exclusive. */
  from: number;
  to: number;
  isWord: boolean;
  isCapitalised: boolean;
  /** Its forms in word lists: "n't" is "not". */
  forms: readonly string[];
  /** The forms that change what a statement says. */
  marks: readonly { form: string; kind: MarkKind }[];
  /** Whether it is an English word that refers to a whole. The text's language is not checked. */
  isWhole: boolean;
  /** The word as the rules see it; null in a claim and in languages other than English. */
  grammar: Word | null;
  /** Whether it stands in quotation marks; always false in a claim in English. */
  isQuoted: boolean;
}

/** A code of ISO 639-1, or 'und'; null for English. */
export type Language = string | null;

/** The words and punctuation marks of `content[start, end)`; null if it is too long to be read as a sentence. */
export function sentenceWords(content: string, { start, end }: Span, language: Language): ReadWord[] | null {
  if (language === null) {
    const { words, clean, truncated } = parseSentence(content, start, end);
    if (truncated) return null;
    const quotation = new Quotation(clean.text, 0);
    return words.map((word) => {
      quotation.readTo(word.start);
      const { isQuoted } = quotation;
      const [from, to] = [clean.origin[word.start]!, clean.origin[word.end - 1]! + 1];
      return { ...readWord({ ...word, isQuoted }, from, to, null), grammar: word };
    });
  }
  const clean = cleanMarkdown(content, start, end);
  return segmented(clean.text).map((word) =>
    readWord(word, clean.origin[word.start]!, clean.origin[word.end - 1]! + 1, language),
  );
}

/** The words and punctuation marks of a text without markup. */
export function plainWords(text: string, language: Language): ReadWord[] {
  const words = language === null ? parsePlain(text).words : segmented(text);
  return words.map((word) => readWord(word, word.start, word.end, language));
}

function readWord(token: Token & { isQuoted?: boolean }, from: number, to: number, language: Language): ReadWord {
  const forms = token.lower === "n't" || token.lower === 'n’t' ? ['not'] : markForms(token.lower);
  return {
    ...token,
    from,
    to,
    isWord: /[\p{L}\p{N}]/u.test(token.text),
    isCapitalised: /^\p{Lu}/u.test(token.text) && token.text !== 'I',
    forms,
    marks: forms.flatMap((form) => {
      const kind = markKind(form, language ?? 'en');
      return kind === null ? [] : [{ form, kind }];
    }),
    grammar: null,
    isQuoted: token.isQuoted ?? false,
    isWhole: forms.some(isWhole) || (token.pos === 'ADJ' && SUPERLATIVE.test(token.lower)),
  };
}

const SUPERLATIVE = /(?!^(?:honest|modest|earnest)$)^\p{L}{3,}est$/u;

const SEGMENTER = new Intl.Segmenter('und', { granularity: 'word' });

/** The same for languages that are not analysed. */
function segmented(text: string): (Token & { isQuoted: boolean })[] {
  const quotation = new Quotation(text, 0);
  return [...SEGMENTER.segment(text)].flatMap(({ segment, index }) => {
    if (segment.trim() === '') return [];
    quotation.readTo(index);
    const lower = segment.toLowerCase();
    const place = { start: index, end: index + segment.length };
    return [
      { text: segment, lower, lemma: lower, pos: 'X', isStopWord: false, ...place, isQuoted: quotation.isQuoted },
    ];
  });
}

/** Words with little meaning of their own, which a claim may add to its pieces' words. */
const LIGHT = new Set(['be', 'have', 'do', 'there']);
/** Parts of speech of content words. Figures are not among them, as they are compared by their values. */
const CONTENT = /^(?:NOUN|PROPN|VERB|ADJ|ADV|X)$/;

/** True for a content word. */
export const isContent = ({ pos, isStopWord, isWord, lemma }: ReadWord) =>
  isWord && CONTENT.test(pos) && !isStopWord && !LIGHT.has(lemma);
