/** What a claim says that a statement has nothing for: then no way leads through, whatever the order. */
import type { Item } from '#engine/syntax/items.ts';
import { nameArcs, nameRuns, type Referents } from './reference.ts';
import { plainLetters, sameItem } from './same-item.ts';

/** True if the item may stand for the claim's figure or date, or say it more precisely. */
function mayStandFor(own: Item, item: Item): boolean {
  if (sameItem(own, item)) return true;
  if (own.date === null || item.date === null) return false;
  const isWithin = item.date.first >= own.date.first && item.date.last <= own.date.last;
  return isWithin || item.date.month === own.date.month;
}

/** How many figures and dates of the claim nothing in the statement, nor what it belongs to, may stand for. */
function lackedValues(
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

/** How many names of the claim nothing in the statement, nor what it belongs to, may stand for. */
function lackedNames(claim: readonly Item[], items: readonly Item[], referents: Referents): number {
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
  // A pronoun stands for a name of which the text before has the last part.
  return lacked.filter(({ start, end }) => {
    const last = claim[end - 1]!.lower;
    return !short.has(start) && !(before ?? []).some(({ lower }) => lower === last);
  }).length;
}

/** How many names, and how many figures and dates of the claim nothing may stand for. */
export function countLacking(
  claim: readonly Item[],
  items: readonly Item[],
  referents: Referents,
): { names: number; values: number } {
  const values = lackedValues(claim, items, referents);
  return { values, names: values > 1 ? 0 : lackedNames(claim, items, referents) };
}
