/**
 * Tokens with part of speech and lemma, from wink-nlp and its English model (both ship as plain npm packages).
 * Every token knows where it stands in the text, so nothing is ever searched for afterwards.
 */
import model from 'wink-eng-lite-web-model';
import winkNLP from 'wink-nlp';

/** Universal part-of-speech tags, plus SPACE which wink gives to runs of unusual white space. */
export type PartOfSpeech =
  | 'ADJ'
  | 'ADP'
  | 'ADV'
  | 'AUX'
  | 'CCONJ'
  | 'DET'
  | 'INTJ'
  | 'NOUN'
  | 'NUM'
  | 'PART'
  | 'PRON'
  | 'PROPN'
  | 'PUNCT'
  | 'SCONJ'
  | 'SYM'
  | 'VERB'
  | 'X'
  | 'SPACE';

export interface Token {
  /** The literal characters: `text.slice(start, end)`. */
  text: string;
  lower: string;
  lemma: string;
  pos: PartOfSpeech;
  isStopWord: boolean;
  /** UTF-16 offsets into the analysed text; end exclusive. */
  start: number;
  end: number;
}

// Loading takes about 0.2 s, so it waits for the first text (see `warmUp`).
let nlp: ReturnType<typeof winkNLP> | undefined;

function instance() {
  nlp ??= winkNLP(model, ['pos', 'negation']);
  return nlp;
}

/** Loads the model now instead of at the first text. */
export function warmUp(): void {
  analyse('Ready.');
}

/** The tokenizer's time grows with the square of a word; no word that means anything is longer. */
const LONGEST_WORD = 1_000;
const OVERLONG = new RegExp(`\\S{${LONGEST_WORD}}(?=\\S)`, 'gu');

/**
 * Tokens of `text` in order. Contractions come apart ("didn't" → "did", "n't"); the lemma of "n't" is "not". A run
 * without white space of more than 1,000 characters comes as several tokens.
 * Throws RangeError if the tokenizer lost its place, which would break the promise that spans are exact.
 */
export function analyse(text: string): Token[] {
  const engine = instance();
  const { its } = engine;
  // Tokens are looked up in the text itself, so that the spaces put in here move nothing.
  const doc = engine.readDoc(text.replace(OVERLONG, '$& '));
  const tokens = doc.tokens();
  const values = tokens.out(its.value) as unknown as string[];
  const lemmas = tokens.out(its.lemma as never) as unknown as string[];
  const tags = tokens.out(its.pos as never) as unknown as PartOfSpeech[];
  const stops = tokens.out(its.stopWordFlag as never) as unknown as boolean[];
  const result: Token[] = [];
  let cursor = 0;
  for (let i = 0; i < values.length; i++) {
    const value = values[i]!;
    const start = text.indexOf(value, cursor);
    if (start < 0) throw new RangeError(`token ${i} is not in the text after offset ${cursor}`);
    cursor = start + value.length;
    result.push({
      text: value,
      lower: value.toLowerCase(),
      lemma: lemmas[i]!,
      pos: tags[i]!,
      isStopWord: stops[i]!,
      start,
      end: cursor,
    });
  }
  return result;
}
