/**
 * Separates a statement from an addition at its end, after a comma: "The frames are welded in Porto, where they are painted too",
 * "The rain stopped, so the match went ahead". The addition can't be read alone, so its statement repeats the whole.
 */

import { mainGroup, opensClause, verbGroups } from '../grammar/verb-groups.ts';
import type { Word } from '../grammar/word.ts';
import type { Atom } from './atom.ts';

/** The statement without its addition, and the whole as the statement of the addition; the atom itself if it has no addition. */
export function withoutAddition(words: readonly Word[], atom: Atom): Atom[] {
  const { indexes } = atom;
  const said = indexes.map((i) => words[i]!);
  const main = mainGroup(said, verbGroups(said));
  if (main === null) return [atom];
  const comma = said.findIndex(({ text }, i) => i >= main.end && text === ',' && opensAddition(said, i + 1));
  if (comma < 0 || !endsThere(said, comma + 1)) return [atom];
  const own = indexes[comma + 1]!;
  if (own < atom.from) return [atom];
  return [
    { ...atom, indexes: indexes.slice(0, comma), to: indexes[comma]! },
    { ...atom, from: own },
  ];
}

/**
 * Whether an addition begins at `at`: "which", "for which", "most of whom", "because", "largely because", "as the law requires",
 * "its lease having ended".
 */
function opensAddition(said: readonly Word[], at: number): boolean {
  const [first, second, third] = said.slice(at, at + 3).map(({ lower }) => lower);
  if (first === undefined || second === undefined) return false;
  if (/^(?:which|who|whom|whose|where)$/u.test(first)) return true;
  if (said[at]!.pos === 'ADP' && /^(?:which|whom|whose)$/u.test(second)) return true;
  if (second === 'of' && /^(?:them|which|whom|whose)$/u.test(third ?? '')) return true;
  if (/^(?:largely|mainly|mostly|partly|chiefly|probably|perhaps|simply)$/u.test(first)) return second === 'because';
  if (first === 'so') return second !== 'that' && hasSubject(said, at + 1);
  if (/^(?:because|though|although|whereas)$/u.test(first)) return true;
  if (/^(?:as|since)$/u.test(first)) return opensClause(said, at) || (first === 'as' && said[at + 1]!.pos === 'AUX');
  const participle = said.slice(at, at + 6).findIndex(({ lower }) => /^(?:being|having)$/u.test(lower));
  return (
    participle > 0 && said.slice(at, at + participle).every(({ pos }) => /^(?:NOUN|PROPN|PRON|DET|ADJ)$/u.test(pos))
  );
}

const hasSubject = (said: readonly Word[], from: number) => {
  const rest = said.slice(from);
  const main = mainGroup(rest, verbGroups(rest));
  return main !== null && main.start > 0;
};

/** True if no condition follows that may apply to the whole: "…, which is unusual, if they book". */
const endsThere = (said: readonly Word[], from: number) =>
  !said.some(
    ({ text }, i) =>
      i > from &&
      text === ',' &&
      /^(?:if|unless|provided|except|when|once|until|and|but)$/u.test(said[i + 1]?.lower ?? ''),
  );
