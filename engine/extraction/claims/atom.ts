/** Atoms: statements of a sentence as lists of its words, and how to write them out. */
import type { Sentence } from '../grammar/parse.ts';
import type { Word } from '../grammar/word.ts';

/** A statement, by the words of its sentence. */
export interface Atom {
  /** Indices of the words that say it, in the order in which they are read. */
  indexes: number[];
  /**
   * The range of its own words, end exclusive. If a predicate shares the subject of another one, its own words begin after the
   * subject.
   */
  from: number;
  to: number;
  /** Words outside it that may apply to it too, described for people. */
  notes: string[];
}

/** The indices from `from` to `to` - 1. */
export function range(from: number, to: number): number[] {
  const indexes: number[] = [];
  for (let i = from; i < to; i++) indexes.push(i);
  return indexes;
}

/** The words from `from` to `to` - 1 as one statement. */
export const atomOf = (from: number, to: number): Atom => ({ indexes: range(from, to), from, to, notes: [] });

/** The sentence as one statement. */
export const whole = ({ words }: Sentence): Atom => atomOf(0, words.length);

/** The words of a statement, in the order in which they are read. */
export const wordsOf = (words: readonly Word[], { indexes }: Atom): Word[] => indexes.map((i) => words[i]!);

const CONNECTIVE =
  /^(?:however|moreover|furthermore|additionally|nevertheless|nonetheless|meanwhile|yes|no|well|indeed|besides|likewise|similarly|finally|incidentally|lastly|firstly|secondly|thirdly)$/u;
const CONNECTIVE_PHRASE = /^(?:by the way|for (?:example|instance)|of course|in addition|in fact|to be fair) ,/u;
const LONGEST_PHRASE = 4;

/** Drops "And" and "However," at the beginning, which link to other text. */
export function withoutConnective(words: readonly Word[], indexes: readonly number[]): readonly number[] {
  const [first, second] = indexes;
  if (first === undefined || second === undefined || indexes.length <= LONGEST_PHRASE) return indexes;
  const next = words[second]!;
  if (/^(?:and|but|yet)$/u.test(words[first]!.lower))
    return withoutConnective(words, indexes.slice(next.text === ',' ? 2 : 1));
  if (CONNECTIVE.test(words[first]!.lower) && next.text === ',') return withoutConnective(words, indexes.slice(2));
  const opening = indexes.slice(0, LONGEST_PHRASE).map((i) => words[i]!.lower);
  const length = CONNECTIVE_PHRASE.exec(opening.join(' '))?.[0].split(' ').length ?? 0;
  return length === 0 ? indexes : withoutConnective(words, indexes.slice(length));
}

/** The statement as a sentence, in the text's spacing. `replace`: other text for words by index; '' leaves a word out. */
export function render({ words }: Sentence, indexes: readonly number[], replace: ReadonlyMap<number, string>): string {
  let text = '';
  let previous = -1;
  for (const [i, index] of indexes.entries()) {
    const literal = replace.get(index) ?? agreeing(words, index, indexes[i + 1]);
    if (literal === '') continue;
    text += (hasSpace(words, previous, index, literal) ? ' ' : '') + literal;
    previous = index;
  }
  return asSentence(text);
}

/** Makes an article agree with the word that follows in the statement: "a poet, critic and editor" gives "an editor". */
function agreeing(words: readonly Word[], index: number, next: number | undefined): string {
  const { text, lower } = words[index]!;
  if (next === undefined || next === index + 1 || !/^an?$/u.test(lower)) return text;
  return /^[aeiou]/iu.test(words[next]!.text) ? 'an' : 'a';
}

function hasSpace(words: readonly Word[], previous: number, index: number, literal: string): boolean {
  if (previous < 0) return false;
  const isGlued = index > 0 && words[index]!.start === words[index - 1]!.end;
  if (index === previous + 1) return !isGlued;
  return !(/^[,.;:!?%)\]}”]/u.test(literal) || (isGlued && /^(?:n['’]t|['’]\p{L}{0,2})$/u.test(literal)));
}

/** `text` with a capital first letter, no loose punctuation at the edges, and a full stop unless it has an end mark. */
export function asSentence(text: string): string {
  const body = trimEdges(text);
  if (body === '') return '';
  const [first] = body;
  const isPlain = /^\p{Ll}[\p{Ll}'’]*(?=[\s,.!?-]|$)/u.test(body.slice(0, 60));
  const capital = isPlain ? first!.toUpperCase() + body.slice(first!.length) : body;
  return /[.!?…。！？]["'”’)\]]?$/u.test(capital.slice(-3)) ? capital : `${capital}.`;
}

const EDGE = /[\s,;:–—-]/u;

function trimEdges(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && EDGE.test(text[start]!)) start++;
  while (end > start && EDGE.test(text[end - 1]!)) end--;
  return text.slice(start, end);
}
