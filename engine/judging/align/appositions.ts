/** "Petra Lind, a poet, …" and "the poet Petra Lind …": what a person is, behind the name or before it. */

import type { Item } from '#engine/syntax/items.ts';
import { canBePerson } from '#engine/text/class-nouns.ts';
import { placeKey } from '#engine/text/names.ts';

/** "The mother of Ada Noll, a nurse": whose description it is stays open. */
const ATTACHED = /^(?:of|'s|’s|and|or|with)$/;

/** Of the name of a person, whose first word has no article: [start, end). */
function namesIn(items: readonly Item[]): { start: number; end: number }[] {
  return items.flatMap(({ isName, article }, start) => {
    if (!isName || article !== null || (items[start - 1]?.isName && !isNationality(items[start - 1]!))) return [];
    let end = start + 1;
    while (items[end]?.isName && items[end]!.article === null) end++;
    return [{ start, end }];
  });
}

function isNationality({ lower }: Item): boolean {
  return placeKey(lower) !== null;
}

function isDescription(items: readonly Item[], start: number, end: number): boolean {
  const phrase = items.slice(start, end);
  const [first] = phrase;
  const head = phrase.at(-1);
  if (first === undefined || first.article === null || head === undefined) return false;
  const isPlain = phrase.every(
    (item, at) =>
      /^(?:NOUN|ADJ|PROPN)$/.test(item.pos) &&
      (at === 0 || item.article === null) &&
      (!item.isName || isNationality(item)),
  );
  return isPlain && head.pos === 'NOUN' && !head.isPlural && canBePerson(head.key);
}

/** The claim, whose commas are gone, with each name and the description beside it exchanged. */
export function exchangedAppositions(items: readonly Item[]): (readonly Item[])[] {
  const found: Item[][] = [];
  const exchange = (start: number, middle: number, end: number) =>
    found.push([
      ...items.slice(0, start),
      ...items.slice(middle, end),
      ...items.slice(start, middle),
      ...items.slice(end),
    ]);
  for (const { start, end } of namesIn(items)) {
    let behind = end;
    while (behind < items.length && /^(?:NOUN|ADJ|PROPN)$/.test(items[behind]!.pos)) behind++;
    if (isDescription(items, end, behind) && !ATTACHED.test(items[start - 1]?.lower ?? ''))
      exchange(start, end, behind);
    let before = start - 1;
    while (before > 0 && items[before]!.article === null && /^(?:NOUN|ADJ|PROPN)$/.test(items[before]!.pos)) before--;
    if (isDescription(items, Math.max(before, 0), start) && !ATTACHED.test(items[before - 1]?.lower ?? ''))
      exchange(before, start, end);
  }
  return found;
}
