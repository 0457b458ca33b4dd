/** "A as well as B" joins like "A and B". */
import { atomWords, partOfAtom, withoutEndMark } from '../grammar/atom-words.ts';
import type { Word } from '../grammar/parse.ts';
import type { Atom } from '../grammar/pieces.ts';
import { mainGroup, verbGroups } from '../grammar/verb-groups.ts';
import { splitCoordination } from './coordination.ts';
import { splitParallels } from './parallels.ts';

/** Splits what "as well as" joins behind the verb; the atom itself where "and" in its place would split nothing. */
export function splitAsWellAs(words: readonly Word[], atom: Atom): Atom[] {
  const pieces = withoutEndMark(words, atom.pieces);
  const view = atomWords(words, pieces);
  const main = mainGroup(view, verbGroups(view));
  const at = view.findIndex(
    ({ lower }, i) => lower === 'as' && view[i + 1]?.lower === 'well' && view[i + 2]?.lower === 'as',
  );
  if (main === null || at <= main.end || at + 3 >= view.length) return [atom];
  const end = view[at - 1]!.text === ',' ? at - 1 : at;
  const joined = partOfAtom(atom, [...pieces.slice(0, end), 'and', ...pieces.slice(at + 3)]);
  const parallel = splitParallels(words, joined);
  const parts = parallel.length > 1 ? parallel : splitCoordination(words, joined);
  return parts.length > 1 ? parts : [atom];
}
