/** How several resources are opened and closed. */

/** If `open` throws, closes what it added to the stack, newest first. */
export async function openOrClose<Opened>(open: (closing: AsyncDisposableStack) => Promise<Opened>): Promise<Opened> {
  const closing = new AsyncDisposableStack();
  try {
    return await open(closing);
  } catch (error) {
    // The error of opening matters, not one of closing.
    await closing.disposeAsync().catch(() => {});
    throw error;
  }
}

/**
 * Returns a function that creates separate stacks, which `closing` closes concurrently. Otherwise, independent parts
 * would wait one after the other for a server that is down.
 */
export function closedTogether(closing: AsyncDisposableStack): () => AsyncDisposableStack {
  const stacks: AsyncDisposableStack[] = [];
  closing.defer(async () => {
    await Promise.all(stacks.map((stack) => stack.disposeAsync()));
  });
  return () => {
    const stack = new AsyncDisposableStack();
    stacks.push(stack);
    return stack;
  };
}
