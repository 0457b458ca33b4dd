/** The words of one statement, inserted ones included, in the order in which it says them. */
import { verbForms } from '#engine/language/verbs.ts';
import type { Word } from './parse.ts';
import type { Atom, Piece } from './pieces.ts';

/** One word for each piece: indices in the result are indices of `pieces`. */
export function atomWords(words: readonly Word[], pieces: readonly Piece[]): Word[] {
  return pieces.map((piece) => (typeof piece === 'number' ? words[piece]! : insertedWord(piece)));
}

/** An inserted piece such as "was born on" counts as its first word. */
function insertedWord(text: string): Word {
  const lower = text.toLowerCase();
  const first = lower.split(' ')[0]!;
  const pos = /^(?:is|are|was|were|has|have|had)$/u.test(first)
    ? 'AUX'
    : /^(?:an?|the)$/u.test(first)
      ? 'DET'
      : first === 'and'
        ? 'CCONJ'
        : 'X';
  const isVerb = pos === 'X' && /^\p{Ll}+(?:ed|s)$/u.test(first);
  return {
    text,
    lower,
    lemma: lower,
    pos: isVerb ? 'VERB' : pos,
    isStopWord: false,
    start: 0,
    end: 0,
    forms: isVerb ? verbForms(first, first) : null,
  } as Word;
}

/** A statement made of some of an atom's pieces; its span goes from the first to the last word that is its own. */
export function partOfAtom(atom: Atom, pieces: Piece[], own: readonly Piece[] = pieces): Atom {
  const indexes = own.filter((piece): piece is number => typeof piece === 'number' && piece >= atom.from);
  if (indexes.length === 0) return { ...atom, pieces };
  const last = indexes.reduce((most, at) => Math.max(most, at));
  return { ...atom, pieces, from: indexes.reduce((least, at) => Math.min(least, at)), to: Math.min(atom.to, last + 1) };
}

/** The pieces before the closing full stop, question or exclamation marks. */
export function withoutEndMark(words: readonly Word[], pieces: readonly Piece[]): Piece[] {
  let end = pieces.length;
  for (; end > 0; end--) {
    const last = pieces[end - 1]!;
    if (typeof last !== 'number' || !/^[.!?…]+$/u.test(words[last]!.text)) break;
  }
  return pieces.slice(0, end);
}
