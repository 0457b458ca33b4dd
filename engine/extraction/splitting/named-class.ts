/** "directed the film The Christmas Tree": that she directed it, and that it is a film. */
import { atomWords, partOfAtom } from '../grammar/atom-words.ts';
import { CLASS_NOUNS } from '../grammar/class-nouns.ts';
import type { Word } from '../grammar/parse.ts';
import { isPast } from '../grammar/participles.ts';
import type { Atom } from '../grammar/pieces.ts';
import { mainGroup, verbGroups } from '../grammar/verb-groups.ts';
import { articleFor } from './articles.ts';

/** What a name may follow, besides the nouns that refer back to names. */
const NAMED = new Set(
  (
    'series show sitcom drama comedy documentary single episode opera musical play record label channel network festival journal brand ' +
    'district province county municipality suburb church website programme program podcast software restaurant hotel theatre theater ' +
    'orchestra group duo trio'
  ).split(' '),
);

const isClassNoun = (lower: string) => NAMED.has(lower) || Object.hasOwn(CLASS_NOUNS, lower);

/** Splits off what a named thing is; the atom itself where no name follows its class. */
export function splitNamedClass(words: readonly Word[], atom: Atom): Atom[] {
  const view = atomWords(words, atom.pieces);
  const main = mainGroup(view, verbGroups(view));
  if (main === null || main.negated) return [atom];
  for (let noun = main.end + 1; noun + 1 < view.length; noun++) {
    if (view[noun]!.pos !== 'NOUN' || !isClassNoun(view[noun]!.lower)) continue;
    const name = nameAfter(view, noun + 1);
    const start = classStart(view, noun);
    if (name === null || start === null) continue;
    const { pieces } = atom;
    const described = pieces.slice(start + 1, noun + 1);
    const article = articleFor(view[start + 1]!.text);
    const copula = isPast(main) ? 'was' : 'is';
    const isLast = view.slice(name.to).every(({ pos }) => pos === 'PUNCT');
    const from = pieces[start];
    if (typeof from !== 'number') return [atom];
    const own = pieces.slice(start, name.to);
    const kind = partOfAtom(
      { ...atom, from },
      [...pieces.slice(name.from, name.to), copula, article, ...described],
      own,
    );
    const rest = { ...atom, pieces: [...pieces.slice(0, start), ...pieces.slice(name.from)] };
    return isLast ? [{ ...rest, to: atom.to }, kind] : [rest, kind];
  }
  return [atom];
}

/** "the", with only nouns and adjectives in small letters up to the class; null otherwise. */
function classStart(view: readonly Word[], noun: number): number | null {
  let start = noun;
  while (start > 0 && /^(?:NOUN|ADJ)$/u.test(view[start - 1]!.pos)) start--;
  return view[start - 1]?.lower === 'the' ? start - 1 : null;
}

/** The name at `from`, perhaps after a comma or in quotation marks, with nothing behind it that belongs to it. */
function nameAfter(view: readonly Word[], from: number): { from: number; to: number } | null {
  const start = view[from]!.text === ',' ? from + 1 : from;
  let to = start;
  const quote = /^["“‘]$/u.test(view[to]?.text ?? '');
  if (quote) to++;
  while (to < view.length && (view[to]!.pos === 'PROPN' || (quote && !/^["”’]$/u.test(view[to]!.text)))) to++;
  if (quote) to++;
  const next = view[to];
  const isAlone = next === undefined || /^(?:ADP|PUNCT|AUX|VERB)$/u.test(next.pos);
  const isList = next?.text === ',' && start !== from;
  return to > start && isAlone && !isList && next?.lower !== 'of' ? { from: start, to } : null;
}
