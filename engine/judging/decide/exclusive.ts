/**
 * Claims that somebody is only one thing: "is only a novelist", "was exclusively Dutch". They are contradicted by anything else
 * that a sentence says the person is.
 */
import type { Item } from '#engine/syntax/items.ts';
import { areOwnSynonyms, wordRelation } from '#engine/text/lexicon.ts';
import { placeKey } from '#engine/text/names.ts';
import { isPlainPerson, isSpecificOccupation, kindsBelow, personsIn } from '../align/kinds.ts';
import type { Statement } from '../read/sentence.ts';
import { allowsSeveralValues, isNegative } from './differences.ts';
import { nationsApart } from './nationals.ts';

/** A claim that somebody is only one thing. */
export interface ExclusiveClaim {
  /** The items before "only". */
  front: readonly Item[];
  /** The kind of person or the nationality behind "only". */
  kind: Item;
}

/** Parses a claim that excludes all but one kind of person or one nationality. Null for other claims. */
export function exclusiveClaim(items: readonly Item[]): ExclusiveClaim | null {
  const at = items.findIndex(({ lower }) => /^(?:only|solely|exclusively)$/.test(lower));
  const be = items[at - 1];
  const rest = items.slice(at + 1);
  const kind = rest.at(-1);
  if (at < 2 || be!.key !== 'be' || be!.tense === null || kind === undefined) return null;
  if (items.some(({ lower }) => isNegative(lower)) || allowsSeveralValues([...items.slice(0, at), ...rest]))
    return null;
  const isNation = rest.length === 1 && placeKey(kind.lower) !== null;
  // The article must be followed by a single phrase: "only an opera singer".
  const isPerson = rest[0]!.article === 'a' && isPlainPerson(rest);
  return isNation || (isPerson && isSpecificOccupation(kind.key)) ? { front: items.slice(0, at), kind } : null;
}

/** Groups of related occupations. Somebody who has one of them often has another of the same group. */
const OVERLAPPING = [
  'filmmaker director screenwriter producer',
  'footballer player goalkeeper quarterback',
  'actor actress comedian comedienne entertainer model presenter host',
  'scientist mathematician physicist chemist biologist economist',
  'painter illustrator cartoonist designer',
  'dancer choreographer',
  'lawyer politician activist',
  'businessman businesswoman entrepreneur',
  'engineer architect designer',
  'author writer novelist journalist historian philosopher editor publisher songwriter lyricist screenwriter essayist',
  'songwriter composer musician lyricist',
  'pianist organist keyboardist',
  'drummer percussionist',
].map((row) => row.split(' '));

/** Whether the two kinds may describe the same occupation. */
function mayBeSame(a: string, b: string): boolean {
  if (OVERLAPPING.some((row) => row.includes(a) && row.includes(b))) return true;
  if (a === b || areOwnSynonyms(a, b) || kindsBelow(a).includes(b) || kindsBelow(b).includes(a)) return true;
  return [wordRelation(a, b), wordRelation(b, a)].some((relation) => relation !== null && relation !== 'sibling');
}

/** The other kinds or nationalities that the statement gives, each written as the claim without "only" and with that kind. */
export function othersThan({ front, kind }: ExclusiveClaim, statement: Statement): Item[][] {
  const { items } = statement;
  const key = placeKey(kind.lower);
  const others =
    key === null
      ? personsIn(items, true).flatMap((at) =>
          !isSpecificOccupation(items[at]!.key) || mayBeSame(kind.key, items[at]!.key) ? [] : [items[at]!],
        )
      : nationsApart(key, statement);
  return others.map((other) => [...front, { ...other, article: 'a' as const }]);
}
