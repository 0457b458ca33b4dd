/** Renders text from words of a sentence and inserted words, with the original spacing between adjacent words. */
import type { Sentence } from './parse.ts';

/** Index of a word in its sentence, or inserted text. */
export type Piece = number | string;

/** One atomic statement: what it says, and which words of the sentence it was taken from. */
export interface Atom {
  pieces: Piece[];
  /** Span in words, end exclusive. */
  from: number;
  to: number;
  /** Ambiguities that the words leave open. */
  unresolved: string[];
  /** True if the span is what was added to a statement that stands by itself. */
  added?: boolean;
}

/** Indices from..to-1 as pieces. */
export function range(from: number, to: number): Piece[] {
  return Array.from({ length: Math.max(0, to - from) }, (_, i) => from + i);
}

const CONNECTIVE =
  /^(?:however|moreover|furthermore|additionally|interestingly|nevertheless|nonetheless|meanwhile|also|yes|no|well|indeed|besides|likewise|similarly|finally|incidentally|lastly|firstly|secondly|thirdly)$/u;
/** Openings of several words that link to other text or comment on it; before a comma. */
const CONNECTIVE_PHRASE =
  /^(?:by the way|to be fair|for (?:example|instance)|of course|in addition|in fact|(?:funnily|oddly|strangely|curiously) enough|believe it or not|to begin with|among other things|as it happens|on top of that) ,/u;

/** Drops "However,", "And" or "It is worth noting that" at the beginning, which link to other text or add nothing. */
export function withoutConnective(words: Sentence['words'], pieces: readonly Piece[]): readonly Piece[] {
  const [first, second] = pieces;
  if (typeof first !== 'number' || typeof second !== 'number' || pieces.length < 4) return pieces;
  const isSo = words[first]!.lower === 'so' && /^(?:PRON|DET|PROPN)$/u.test(words[second]!.pos);
  const isJoint = isSo || (words[first]!.pos === 'CCONJ' && /^(?:and|but|so|yet)$/u.test(words[first]!.lower));
  if (isJoint) return withoutConnective(words, pieces.slice(words[second]!.text === ',' ? 2 : 1));
  if (CONNECTIVE.test(words[first]!.lower) && words[second]!.text === ',')
    return withoutConnective(words, pieces.slice(2));
  const phrase = CONNECTIVE_PHRASE.exec(
    pieces
      .slice(0, 6)
      .map((piece) => (typeof piece === 'number' ? words[piece]!.lower : piece))
      .join(' '),
  );
  if (phrase !== null) return withoutConnective(words, pieces.slice(phrase[0].split(' ').length));
  const opening = pieces.slice(0, 7).map((piece) => (typeof piece === 'number' ? words[piece]!.lower : piece));
  const that = opening.indexOf('that');
  return that > 0 && FRAME.test(opening.slice(0, that).join(' ')) ? pieces.slice(that + 1) : pieces;
}

/** Without "also", which links to other text; not in "not only … but also". */
export function withoutAlso(words: Sentence['words'], pieces: readonly Piece[]): readonly Piece[] {
  const lower = (piece: Piece) => (typeof piece === 'number' ? words[piece]!.lower : piece);
  if (pieces.some((piece) => /^(?:not|n['’]t|only|but|just|merely)$/u.test(lower(piece)))) return pieces;
  return pieces.filter((piece, i) => lower(piece) !== 'also' || i === 0 || isSetOff(words, pieces[i - 1]!));
}

const isSetOff = (words: Sentence['words'], before: Piece) => typeof before === 'number' && words[before]!.text === ',';

/** "It is important to note that" says nothing by itself. */
const FRAME =
  /^it (?:is|['’]s|should be) (?:also )?(?:important to note|important to remember|worth noting|worth mentioning|interesting to note|noted)$/u;

const NO_SPACE_BEFORE = /^[,.;:!?%)\]}'’”]/u;

/** Renders the pieces as a sentence with capital and full stop. `replace` maps words to their replacement text. */
export function render(sentence: Sentence, pieces: readonly Piece[], replace: ReadonlyMap<number, string>): string {
  let text = '';
  let previous: Piece | undefined;
  for (const piece of pieces) {
    const literal = typeof piece === 'string' ? piece : (replace.get(piece) ?? sentence.words[piece]!.text);
    if (literal === '') continue;
    text += (text === '' || !hasSpace(sentence, previous!, piece, literal) ? '' : ' ') + literal;
    previous = piece;
  }
  return asSentence(text);
}

function hasSpace(sentence: Sentence, previous: Piece, piece: Piece, literal: string): boolean {
  if (typeof piece === 'number' && typeof previous === 'number' && piece === previous + 1) {
    return sentence.words[piece]!.start > sentence.words[previous]!.end;
  }
  const glued =
    typeof piece === 'number' && piece > 0 && sentence.words[piece]!.start === sentence.words[piece - 1]!.end;
  return !(NO_SPACE_BEFORE.test(literal) || (glued && /^(?:n['’]t|['’]\p{L}{0,2})$/u.test(literal)));
}

/** `text` with a capital first letter, no loose punctuation at the edges, and a full stop unless it has an end mark. */
export function asSentence(text: string): string {
  const body = trimEdges(text).replace(/,(?=["”’]$)/u, '');
  if (body === '') return '';
  const [first] = body;
  const capital = /^\p{Ll}[\p{Ll}'’]*(?=[\s,.!?-]|$)/u.test(body.slice(0, 60))
    ? first!.toUpperCase() + body.slice(first!.length)
    : body;
  return /[.!?…。！？]["'”’)\]]?$/u.test(capital.slice(-3)) ? capital : `${capital}.`;
}

function trimEdges(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && /[\s,;:–—-]/u.test(text[start]!)) start++;
  while (end > start && /[\s,;:–—-]/u.test(text[end - 1]!)) end--;
  return text.slice(start, end);
}

/** The sentence as one atom. */
export function whole({ words }: Sentence): Atom {
  return { pieces: range(0, words.length), from: 0, to: words.length, unresolved: [] };
}

/** The atom as a sentence, for rules that look at words. */
export function partOf(sentence: Sentence, { pieces }: Atom): Sentence {
  const words = pieces.filter((piece) => typeof piece === 'number').map((i) => sentence.words[i]!);
  return { ...sentence, words, clean: { ...sentence.clean, text: render(sentence, pieces, new Map()) } };
}
