/** Opens several resources, or none if one of them fails. */

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
