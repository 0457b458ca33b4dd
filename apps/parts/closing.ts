/** Opening several things, of which none stays open when one of them can't be opened. */

/** What `open` left to the stack is closed again, the newest first, when it throws. */
export async function openOrClose<Opened>(open: (closing: AsyncDisposableStack) => Promise<Opened>): Promise<Opened> {
  const closing = new AsyncDisposableStack();
  try {
    return await open(closing);
  } catch (error) {
    // Why it could not be opened is what counts, whatever closing says.
    await closing.disposeAsync().catch(() => {});
    throw error;
  }
}
