/** Appends what comes while an append is under way together, in the next one. */

/** Resolves like the `write` that took the item with it. `write` runs once at a time. */
export function collectWrites<Item, Result>(
  write: (items: Item[]) => Promise<Result>,
): (item: Item) => Promise<Result> {
  let waiting: Item[] = [];
  let last: Promise<unknown> = Promise.resolve();
  let next: Promise<Result> | null = null;
  async function begin(): Promise<Result> {
    await last.catch(() => {});
    const items = waiting;
    waiting = [];
    last = next!;
    next = null;
    return write(items);
  }
  return (item) => {
    waiting.push(item);
    next ??= begin();
    return next;
  };
}
