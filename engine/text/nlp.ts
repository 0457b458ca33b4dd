/** Tokens with part-of-speech tag, lemma and offsets in the text, from wink-nlp and its English model. */

import { createRequire } from 'node:module';
import { dirname, sep } from 'node:path';
import { LRUCache } from 'lru-cache';
import type Model from 'wink-eng-lite-web-model';
import winkNLP from 'wink-nlp';
import { registerCallCache } from './kept.ts';

/** Universal part-of-speech tags, plus SPACE, which wink assigns to runs of unusual white space. */
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

/** A token without its offsets. Equal words of all texts share one object, which saves memory. */
export interface Word {
  /** The word as written. */
  text: string;
  lower: string;
  lemma: string;
  pos: PartOfSpeech;
  isStopWord: boolean;
}

export interface Token extends Word {
  /** UTF-16 offsets into the analysed text; end exclusive. */
  start: number;
  end: number;
}

/** wink's table of words by number, those of the model first. wink adds every new word that it meets and keeps it. */
interface Lexemes {
  hash: Record<string, number>;
  list: string[];
  intrinsicSize: number;
}

interface Instance {
  nlp: ReturnType<typeof winkNLP>;
  lexemes: Lexemes;
  /** Words with lower numbers belong to the model or have been forgotten. */
  forgotten: number;
}

// Loading takes about 0.2 s, so it waits for the first text (see `warmUp`).
let loaded: Instance | undefined;

function load(): Instance {
  const model = readModel();
  const core = (model.core as () => { features: { lexeme: Lexemes } })();
  const nlp = winkNLP({ ...model, core: () => core }, ['pos']);
  const lexemes = core.features.lexeme;
  return { nlp, lexemes, forgotten: lexemes.intrinsicSize };
}

/**
 * Reads the model without leaving it in Node's module cache. wink works on a copy, and the cached original would take five
 * megabytes in each thread.
 */
function readModel(): typeof Model {
  const require = createRequire(import.meta.url);
  const name = 'wink-eng-lite-web-model';
  const folder = dirname(require.resolve(name)) + sep;
  const model: typeof Model = require(name);
  for (const path of Object.keys(require.cache)) if (path.startsWith(folder)) delete require.cache[path];
  return model;
}

function instance(): Instance {
  loaded ??= load();
  return loaded;
}

/** Loads the model now rather than on the first text. */
export function warmUp(): void {
  analyse('Ready.');
}

/** The tokenizer takes quadratic time in the length of a word. No meaningful word is longer than this. */
const LONGEST_WORD = 1_000;

/** Returns `text` with a space after every `LONGEST_WORD` characters of a longer word. */
function withoutOverlong(text: string): string {
  return text.replace(/\S+/g, (word) => {
    if (word.length <= LONGEST_WORD) return word;
    const characters = [...word];
    const pieces: string[] = [];
    for (let at = 0; at < characters.length; at += LONGEST_WORD) {
      pieces.push(characters.slice(at, at + LONGEST_WORD).join(''));
    }
    return pieces.join(' ');
  });
}

// Words by their text, with one entry for each tag and lemma found.
const words = new Map<string, Word[]>();
let wordCount = 0;
/**
 * Each word takes some 150 bytes here and as many in wink. A text with endless numbers and names would fill the memory, so at
 * this many the cache is cleared and wink is reloaded (70 ms).
 */
const MOST_WORDS = 40_000;
/** wink keeps the number of a forgotten word, which takes some 50 bytes. At this many, it is reloaded. */
const MOST_FORGOTTEN = 100_000;

function shared(text: string, lemma: string, pos: PartOfSpeech, isStopWord: boolean): Word {
  const met = words.get(text);
  const known = met?.find((word) => word.pos === pos && word.lemma === lemma);
  if (known !== undefined) return known;
  const word = { text, lower: text.toLowerCase(), lemma, pos, isStopWord };
  if (met !== undefined) met.push(word);
  else words.set(text, [word]);
  if (++wordCount > MOST_WORDS) {
    words.clear();
    wordCount = 0;
    loaded = undefined;
  }
  return word;
}

/** Deletes all words but the model's, both here and in wink. */
function forgetWords(): void {
  if (loaded === undefined) return;
  const { hash, list, intrinsicSize } = loaded.lexemes;
  for (let at = loaded.forgotten; at < list.length; at++) {
    const word = list[at]!;
    wordCount -= words.get(word)?.length ?? 0;
    words.delete(word);
    delete hash[word];
    list[at] = '';
  }
  loaded.forgotten = list.length;
  if (list.length - intrinsicSize > MOST_FORGOTTEN) loaded = undefined;
}
registerCallCache(forgetWords);

/** The shared `Word` of a token, i.e. the token without its offsets. */
export function wordOf({ text, lemma, pos, isStopWord }: Token): Word {
  return shared(text, lemma, pos, isStopWord);
}

function read(text: string): Word[] {
  const { nlp: engine } = instance();
  const { its } = engine;
  // `locate` finds the tokens in the original text, so the inserted spaces don't shift any offset.
  const doc = engine.readDoc(text.length > LONGEST_WORD ? withoutOverlong(text) : text);
  const tokens = doc.tokens();
  const values = tokens.out(its.value) as unknown as string[];
  const lemmas = tokens.out(its.lemma as never) as unknown as (string | undefined)[];
  const tags = tokens.out(its.pos as never) as unknown as PartOfSpeech[];
  const stops = tokens.out(its.stopWordFlag as never) as unknown as boolean[];
  const found: Word[] = [];
  for (const [i, value] of values.entries()) {
    if (isUnsplit(value, lemmas[i])) found.push(...splitCannot(value));
    else found.push(shared(value, lemmas[i] ?? value.toLowerCase(), tags[i]!, stops[i]!));
  }
  return found;
}

/** Whether wink left "cannot" whole, without a lemma. It does so at the end of a sentence; elsewhere it splits the word. */
function isUnsplit(value: string, lemma: string | undefined): boolean {
  return lemma === undefined && value.toLowerCase() === 'cannot';
}

function splitCannot(value: string): Word[] {
  return [shared(value.slice(0, 3), 'can', 'AUX', true), shared(value.slice(3), 'not', 'PART', true)];
}

/**
 * Finds the words in `text`, in this order, from offset `from` (UTF-16) on, and returns them as tokens. Throws RangeError if one
 * isn't found.
 */
export function located(text: string, found: readonly Word[], from = 0): Token[] {
  let cursor = from;
  // `push` is used on purpose. V8 gives the result of `map` one of two layouts and deoptimises compiled code when it meets the
  // other one.
  const tokens: Token[] = [];
  for (const { text: value, lower, lemma, pos, isStopWord } of found) {
    const start = text.indexOf(value, cursor);
    if (start < 0) throw new RangeError(`token ${tokens.length} is not in the text after offset ${cursor}`);
    cursor = start + value.length;
    tokens.push({ text: value, lower, lemma, pos, isStopWord, start, end: cursor });
  }
  return tokens;
}

// A claim is read once for its terms and once for its grammar, and its sentence again for each of its claims.
const recent = new LRUCache<string, Word[]>({ max: 16 });
registerCallCache(() => recent.clear());

function readOnce(text: string): Word[] {
  let found = recent.get(text);
  if (found === undefined) {
    found = read(text);
    recent.set(text, found);
  }
  return found;
}

/**
 * Tokens of `text` in order. Contractions are split ("didn't" → "did", "n't"); the lemma of "n't" is "not". A run of
 * more than 1,000 characters without white space becomes several tokens.
 * Throws RangeError if a token can't be found in the text, because offsets must be exact.
 */
export function analyse(text: string): Token[] {
  return located(text, readOnce(text));
}

/**
 * The words of a passage in order, without the short-lived cache. A caller that compares a passage with many claims keeps the
 * words and finds their offsets with `located` when needed.
 */
export function wordsOf(text: string): Word[] {
  return read(text);
}
