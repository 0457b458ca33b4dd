/** Collects the items that arrive during an append, and appends them together in the next one. */

/** The returned function resolves like the `write` that included its item. Calls of `write` never overlap. */
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
