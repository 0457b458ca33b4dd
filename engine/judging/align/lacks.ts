/** Counts the names and values of a claim for which a statement has no counterpart. Then no path exists in any order. */
import type { Item } from '#engine/syntax/items.ts';
import { nameArcs, nameRuns, type Referents } from './reference.ts';
import { plainLetters, sameItem } from './same-item.ts';

/** True if the item may match the claim's figure or date, or be more precise. */
function mayStandFor(own: Item, item: Item): boolean {
  if (sameItem(own, item)) return true;
  if (own.date === null || item.date === null) return false;
  const isWithin = item.date.first >= own.date.first && item.date.last <= own.date.last;
  return isWithin || item.date.month === own.date.month;
}

/**
 * Number of the claim's figures and dates that have no counterpart in the statement, the document's subject or what the text
 * before is about.
 */
function unmatchedValues(
  claim: readonly Item[],
  items: readonly Item[],
  referents: Pick<Referents, 'document' | 'before'>,
): number {
  return claim.filter(
    (own) =>
      (own.kind === 'date' || own.kind === 'quantity') &&
      !items.some((item) => mayStandFor(own, item)) &&
      !(referents.document.names.has(own.lower) || referents.document.names.has(own.text)) &&
      !(referents.before ?? []).some(({ lower }) => lower === own.lower),
  ).length;
}

/**
 * Number of the claim's names that have no counterpart in the statement, the document's subject or what the text before is about.
 */
function unmatchedNames(claim: readonly Item[], items: readonly Item[], referents: Referents): number {
  const { document } = referents;
  const isThere = ({ lower, key }: Item) => {
    if (items.some((item) => item.lower === lower || item.key === key)) return true;
    const plain = plainLetters(lower);
    return (
      items.some((item) => plainLetters(item.lower) === plain) ||
      document.names.has(lower) ||
      document.names.has(plain) ||
      (referents.before ?? []).some((item) => plainLetters(item.lower) === plain)
    );
  };
  const lacked = nameRuns(claim).filter(({ start, end }) => !claim.slice(start, end).every(isThere));
  if (lacked.length === 0) return 0;
  const { before } = referents;
  const short = new Set(nameArcs(claim, items, referents).map(({ claimStart }) => claimStart));
  // A pronoun can stand for the name if the text before has its last word.
  return lacked.filter(({ start, end }) => {
    const last = claim[end - 1]!.lower;
    return !short.has(start) && !(before ?? []).some(({ lower }) => lower === last);
  }).length;
}

/** Number of the claim's names, and of its figures and dates, that have no counterpart. */
export function countUnmatched(
  claim: readonly Item[],
  items: readonly Item[],
  referents: Referents,
): { names: number; values: number } {
  const values = unmatchedValues(claim, items, referents);
  return { values, names: values > 1 ? 0 : unmatchedNames(claim, items, referents) };
}
