/** One sentence, ready for clause analysis: clean text, tokens with parts of speech, and the way back to the source. */
import { startsWithCapital } from '#engine/language/letters.ts';
import { analyse, type PartOfSpeech, type Token } from '#engine/language/nlp.ts';
import { MODALS, regularBase, type VerbForms, verbForms } from '#engine/language/verbs.ts';
import { type CleanText, cleanMarkdown } from './markdown.ts';

export interface Word extends Token {
  forms: VerbForms | null;
}

export interface Sentence {
  clean: CleanText;
  /** Offsets of the words count in `clean.text`. */
  words: Word[];
  /** True if the sentence was too long to be analysed as a whole: `words` cover its beginning only. */
  truncated: boolean;
}

/** Longer sentences are no sentences (tables without marks, dumps): only this much of them is analysed. */
const LONGEST_SENTENCE = 1500;
/** Longer runs without white space (addresses, hashes, scripts without spaces) are one opaque word to the tagger, whose time grows with their square. */
const LONGEST_WORD = 40;
/** Stands for an opaque piece in the text given to the tagger. */
const STAND_IN = 'Item';

/** Analyses `source[start, end)`. Time is linear in its length. */
export function parseSentence(source: string, start: number, end: number): Sentence {
  const clean = cleanMarkdown(source, start, end);
  return analyseClean(clean);
}

/** Analyses text that carries no markup. */
export function parsePlain(text: string): Sentence {
  return analyseClean({ text, origin: Uint32Array.from({ length: text.length }, (_, i) => i), opaque: [] });
}

function analyseClean(clean: CleanText): Sentence {
  const limit = cutPoint(clean.text);
  const { text, back } = maskOpaque(clean, limit);
  const words = analyse(text)
    .filter((token) => token.pos !== 'SPACE')
    .map((token): Word => {
      const start = back[token.start]!;
      const end = back[token.end]!;
      const literal = clean.text.slice(start, end);
      const pos = correctedTag(token);
      const forms = pos === 'VERB' ? verbForms(token.lower, token.lemma) : null;
      return { ...token, text: literal, lower: literal.toLowerCase(), pos, start, end, forms };
    });
  retagAcronyms(words);
  for (let i = 0; i < words.length; i++) retag(words, i);
  retagTitles(words);
  retagOnlyVerb(words);
  return { clean, words, truncated: limit < clean.text.length };
}

function cutPoint(text: string): number {
  if (text.length <= LONGEST_SENTENCE) return text.length;
  return Math.max(text.lastIndexOf(' ', LONGEST_SENTENCE), 0);
}

/** The text for the tagger, and for each of its offsets the offset in the clean text. */
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
    parts.push(STAND_IN);
    for (let i = 0; i < STAND_IN.length; i++) back.push(range.start);
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

const ALWAYS: Record<string, PartOfSpeech> = {
  who: 'PRON',
  whom: 'PRON',
  which: 'PRON',
  and: 'CCONJ',
  or: 'CCONJ',
  but: 'CCONJ',
  is: 'AUX',
  are: 'AUX',
  was: 'AUX',
  were: 'AUX',
  born: 'VERB',
};

function correctedTag(token: Token): PartOfSpeech {
  return Object.hasOwn(ALWAYS, token.lower) ? ALWAYS[token.lower]! : token.pos;
}

/** Repairs tags that the words beside them rule out. The tagger often takes third-person verbs for plural nouns. */
function retag(words: Word[], i: number): void {
  const word = words[i]!;
  const before = words[i - 1];
  const after = words[i + 1];
  if (before === undefined || after === undefined) return;
  const followsName =
    before.pos === 'PROPN' || (before.pos === 'PRON' && /^(?:he|she|it|who|which)$/u.test(before.lower));
  const complement = /^(?:ADP|DET|PRON|ADV)$/u.test(after.pos);
  // "has 12 ports and exports nearly 40 tonnes": a plural noun takes no quantity after it.
  const takesQuantity =
    before.lower === 'and' &&
    (after.pos === 'NUM' ||
      (words[i + 2]?.pos === 'NUM' && /^(?:about|around|nearly|almost|roughly|some|over)$/u.test(after.lower)));
  if (word.pos === 'NOUN' && ((followsName && complement) || takesQuantity) && THIRD_PERSON_VERBS.has(word.lower)) {
    word.pos = 'VERB';
    word.forms = verbForms(word.lower, word.lower.slice(0, -1));
  }
  // "may lower pressure and slow the pulse": a verb stands after a modal, and before an article after "and".
  const followsModal =
    before.pos === 'AUX' && MODALS.has(before.lower) && /^(?:DET|NOUN|PRON|ADJ|PROPN)$/u.test(after.pos);
  const opensObject =
    before.pos === 'CCONJ' && after.pos === 'DET' && /^(?:the|an?|his|her|its|their)$/u.test(after.lower);
  if ((followsModal && /^(?:ADJ|NOUN)$/u.test(word.pos)) || (opensObject && word.pos === 'ADJ')) {
    word.pos = 'VERB';
    word.forms = verbForms(word.lower, word.lemma);
  }
  // "bought Beats", "Kingdom Come": a capital inside a sentence belongs to a name.
  const isCapital =
    /^\p{Lu}[\p{L}'’-]*\p{Ll}/u.test(word.text) && before.pos !== 'PUNCT' && /\p{Ll}$/u.test(before.text);
  const besideName =
    startsWithCapital(word.text) && (before.pos === 'PROPN' || after.pos === 'PROPN') && before.pos !== 'PUNCT';
  if ((isCapital || besideName) && /^(?:VERB|ADJ|NOUN|X)$/u.test(word.pos)) {
    word.pos = 'PROPN';
    word.forms = null;
  }
}

/** "Ada Stone, the first director, retired in 2022": where a sentence has no other verb, a form in -ed before a complement is it. */
function retagOnlyVerb(words: Word[]): void {
  if (words.some((word) => word.pos === 'VERB' || word.pos === 'AUX')) return;
  const at = words.findIndex(
    ({ pos, lower }, i) =>
      pos === 'ADJ' &&
      /\p{L}{2}ed$/u.test(lower) &&
      i > 0 &&
      /^(?:NOUN|PROPN|PRON|PUNCT)$/u.test(words[i - 1]!.pos) &&
      /^(?:ADP|DET|ADV|PROPN|PUNCT)$/u.test(words[i + 1]?.pos ?? ''),
  );
  if (at < 0) return;
  const word = words[at]!;
  word.pos = 'VERB';
  word.lemma = regularBase(word.lower);
  word.forms = verbForms(word.lower, word.lemma);
}

/** "the WHO", "the US", "IT": names that look like pronouns in lower case. In a text all in capitals they are pronouns. */
function retagAcronyms(words: Word[]): void {
  if (!words.some((word) => /^\p{Ll}{2}/u.test(word.text))) return;
  for (const word of words) {
    if (!/^(?:WHO|US|IT|IS|ARE)$/u.test(word.text)) continue;
    word.pos = 'PROPN';
    word.lower = word.text;
    word.forms = null;
  }
}

/** Most words that a quoted title has. */
const LONGEST_TITLE = 9;

/** A capitalised quotation inside a sentence is a name: the verbs in a title are nobody's. */
function retagTitles(words: Word[]): void {
  let open = -1;
  for (let i = 0; i < words.length; i++) {
    const { text } = words[i]!;
    if (open < 0 && (text === '"' || text === '“')) open = i;
    else if (open >= 0 && (text === '"' || text === '”')) {
      const title = words.slice(open + 1, i);
      const isTitle = title.length > 0 && title.length <= LONGEST_TITLE && title.every(isTitleWord);
      if (isTitle && open > 0) {
        for (const word of title) {
          if (word.pos === 'PUNCT' && !/^[,.!?]$/u.test(word.text)) continue;
          if (word.pos !== 'PUNCT') word.pos = 'PROPN';
          word.forms = null;
        }
      }
      open = -1;
    }
  }
}

const isTitleWord = (word: Word) =>
  /^[^\p{Ll}]/u.test(word.text) || /^(?:of|the|a|an|and|in|on|to|for|at|or|with|is|by|from)$/u.test(word.text);

/** Verbs whose third person is also a plural noun. */
export const THIRD_PERSON_VERBS = new Set(
  (
    'lives works plays studies houses hosts ranks serves stands covers features states claims reports votes produces results offers holds ' +
    'uses needs runs starts leads heads stars tours leaves rises falls costs measures weighs lies sits means helps causes supports supplies ' +
    'orders shows notes names records receives contains forms marks moves exports imports trades ships processes stores'
  ).split(' '),
);
