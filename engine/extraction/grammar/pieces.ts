/** Renders text from words of a sentence and inserted words, with the original spacing between adjacent words. */
import { startsWithCapital } from '#engine/language/letters.ts';
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

/** The indices from `from` to `to` - 1. */
export function range(from: number, to: number): number[] {
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
  const openTime = openTimeLength(words, pieces);
  if (openTime > 0) return withoutConnective(words, pieces.slice(openTime));
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

/**
 * Length of "Since then," and "Throughout her long career,": that she has released two albums holds without a time that
 * only other text gives, unless it is denied or limited.
 */
function openTimeLength(words: Sentence['words'], pieces: readonly Piece[]): number {
  const own = pieces.map((piece) => (typeof piece === 'number' ? words[piece]!.lower : piece));
  const then = own[0] === 'since' && own[1] === 'then' ? (own[2] === ',' ? 3 : 2) : 0;
  const career = IN_CAREER.exec(own.slice(0, LONGEST_CAREER).join(' '))?.[0].split(' ').length ?? 0;
  const length = Math.max(then, career);
  const rest = pieces.slice(length).filter((piece) => typeof piece === 'number');
  const verb = rest.find((i) => words[i]!.pos === 'AUX' || words[i]!.pos === 'VERB');
  const isPerfect = verb !== undefined && /^(?:has|have)$/u.test(words[verb]!.lower);
  if (then > 0 && (!isPerfect || isCounted(words, pieces))) return 0;
  return isTied(words, pieces) ? 0 : length;
}

/** "has since won three cups", "has since dropped by a third": how many or how much holds only since then. */
const isCounted = (words: Sentence['words'], pieces: readonly Piece[]) =>
  pieces.some(
    (piece) =>
      typeof piece === 'number' &&
      (words[piece]!.pos === 'NUM' || /^(?:by|half|third|twice)$/u.test(words[piece]!.lower)),
  );

/** True for "no", "first", "more": without the time, the statement may say something else. Not in "Nobody's Boat". */
const isTied = (words: Sentence['words'], pieces: readonly Piece[]) =>
  pieces.some((piece, i) =>
    typeof piece === 'number'
      ? TIED.test(words[piece]!.lower) && !(i > 0 && startsWithCapital(words[piece]!.text))
      : TIED.test(piece),
  );

const IN_CAREER = /^(?:throughout|during|over|in) (?:the course of )?(?:his|her|their) (?:[\p{L}-]+ ){0,4}career ,/u;
const LONGEST_CAREER = 12;

const TIED =
  /^(?:no|not|n['’]t|never|only|nobody|nothing|none|few|little|hardly|rarely|first|last|every|each|all|always|still|more|most|less|than|again|times|\p{L}+est)$/u;

/** Without "also" and the "since" of "has since won", which link to other text; not in "not only … but also". */
export function withoutAlso(words: Sentence['words'], pieces: readonly Piece[]): readonly Piece[] {
  const lower = (piece: Piece) => (typeof piece === 'number' ? words[piece]!.lower : piece);
  if (pieces.some((piece) => /^(?:not|n['’]t|only|but|just|merely)$/u.test(lower(piece)))) return pieces;
  const dropsSince = !isTied(words, pieces) && !isCounted(words, pieces);
  return pieces.filter((piece, i) => {
    if (i === 0) return true;
    if (lower(piece) === 'since' && typeof piece === 'number' && words[piece]!.pos === 'ADV')
      return !(dropsSince && /^(?:has|have)$/u.test(lower(pieces[i - 1]!)));
    return lower(piece) !== 'also' || isSetOff(words, pieces[i - 1]!);
  });
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
