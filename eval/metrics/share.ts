/** A share with its part and whole, because .95 of 20 is not .95 of 2,000. */
export interface Share {
  part: number;
  whole: number;
  /** 0..1; null if the whole is empty. */
  value: number | null;
}

export function share(part: number, whole: number): Share {
  return { part, whole, value: whole === 0 ? null : part / whole };
}

/** The share of `items` that pass `test`. */
export function shareOf<Item>(items: readonly Item[], test: (item: Item) => boolean): Share {
  return share(items.filter(test).length, items.length);
}

/** Groups the items by key, in the order in which the keys first occur. Items without a key are left out. */
export function groupBy<Item>(items: readonly Item[], keyOf: (item: Item) => string | null): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    if (key === null) continue;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
}
