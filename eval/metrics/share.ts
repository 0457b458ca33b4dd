/** A part of a whole, with both, because .95 of 20 is not .95 of 2,000. */
export interface Share {
  part: number;
  whole: number;
  /** 0..1; null where the whole is empty. */
  value: number | null;
}

export function share(part: number, whole: number): Share {
  return { part, whole, value: whole === 0 ? null : part / whole };
}

/** How many of `items` are as `test` says. */
export function shareOf<Item>(items: readonly Item[], test: (item: Item) => boolean): Share {
  return share(items.filter(test).length, items.length);
}

/** Items by key, in the order in which keys first occur; those without a key are left out. */
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
