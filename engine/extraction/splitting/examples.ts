/** "won several awards, including a Grammy and an Emmy": that there were several, and each that is named. */
import { atomWords, partOfAtom, withoutEndMark } from '../grammar/atom-words.ts';
import type { Word } from '../grammar/parse.ts';
import type { Atom } from '../grammar/pieces.ts';
import { mainGroup, verbGroups } from '../grammar/verb-groups.ts';
import { isScoped } from './scope.ts';

const LONGEST_EXAMPLES = 40;

/** Splits the examples at the end of an atom from what they are examples of; the atom itself if there are none. */
export function splitExamples(words: readonly Word[], atom: Atom): Atom[] {
  const pieces = withoutEndMark(words, atom.pieces);
  const view = atomWords(words, pieces);
  const main = mainGroup(view, verbGroups(view));
  if (main === null || main.negated || view.some(isScoped)) return [atom];
  const opener = openerAt(view, main.end);
  if (opener === null) return [atom];
  const { at, width } = opener;
  const end = view[at - 1]!.text === ',' ? at - 1 : at;
  const start = classStart(view, main.end, end);
  const examples = view.slice(at + width);
  const hasClause = examples.some((word) => word.pos === 'AUX' || /^(?:which|who|that)$/u.test(word.lower));
  if (start === null || examples.length === 0 || examples.length > LONGEST_EXAMPLES || hasClause) return [atom];
  if (examples[0]!.forms?.gerund === true) return [atom];
  return [
    partOfAtom(atom, pieces.slice(0, end)),
    partOfAtom(atom, [...pieces.slice(0, start), ...pieces.slice(at + width)]),
  ];
}

function openerAt(view: readonly Word[], from: number): { at: number; width: number } | null {
  for (let at = from + 1; at + 1 < view.length; at++) {
    if (view[at]!.lower === 'such' && view[at + 1]!.lower === 'as') return { at, width: 2 };
    if (view[at]!.lower === 'including') return { at, width: 1 };
  }
  return null;
}

const QUANTIFIER =
  /^(?:several|many|numerous|various|multiple|some|other|different|countless|over|more|two|three|four|five|six|seven|eight|nine|ten|\d+)$/u;

/** First word of the plural that the examples stand for; null if the last one before `end` isn't certain. */
function classStart(view: readonly Word[], from: number, end: number): number | null {
  const plural = lastPlural(view, from, end);
  if (plural === null) return null;
  let start = plural;
  while (start > from && /^(?:NOUN|PROPN|ADJ|NUM|DET)$/u.test(view[start - 1]!.pos)) start--;
  // "a number of races", "a wide range of topics"
  if (view[start - 1]?.lower === 'of' && AMOUNT.test(view[start - 2]?.lower ?? '')) {
    start -= 2;
    while (start > from && /^(?:ADJ|DET)$/u.test(view[start - 1]!.pos)) start--;
  }
  // "all employees of both companies, including interns": of the two plurals, either may be meant.
  if (view[start - 1]?.lower === 'of' && view[start - 2]?.pos === 'NOUN' && isPlural(view[start - 2]!)) return null;
  // "some of the best films"
  if (view[start - 1]?.lower === 'of' && QUANTIFIER.test(view[start - 2]?.lower ?? '')) start -= 2;
  return start;
}

const AMOUNT = /^(?:number|variety|range|series|host|array|couple|handful|set)$/u;

const isPlural = ({ lower }: Word) => /[^su]s$/u.test(lower);

/** The plural right before `end`, or before one "in …" or "for …" that ends there. */
function lastPlural(view: readonly Word[], from: number, end: number): number | null {
  for (let at = end - 1; at >= from && end - at < 10; at--) {
    const word = view[at]!;
    if (word.pos === 'NOUN' && isPlural(word) && (at === end - 1 || view[at + 1]!.pos === 'ADP')) return at;
    if (word.text === ',' || word.pos === 'CCONJ' || word.pos === 'VERB' || word.pos === 'AUX') return null;
  }
  return null;
}
