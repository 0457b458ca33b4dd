/** What was opened, closed in the opposite order. */

export interface Closing {
  push(close: () => unknown): void;
  /** Closes what has not been closed yet, the newest first. Safe to call again. Throws the first failure, at the end. */
  close(): Promise<void>;
}

export function createClosing(): Closing {
  const closers: (() => unknown)[] = [];
  return {
    push: (close) => void closers.push(close),
    async close() {
      const failures: unknown[] = [];
      for (const close of closers.splice(0).reverse()) {
        try {
          await close();
        } catch (error) {
          failures.push(error);
        }
      }
      if (failures.length > 0) throw failures[0];
    },
  };
}

/** Whatever `open` pushed is closed again when it throws. */
export async function openOrClose<Opened>(open: (closing: Closing) => Promise<Opened>): Promise<Opened> {
  const closing = createClosing();
  try {
    return await open(closing);
  } catch (error) {
    // Why it could not be opened is what counts, whatever closing says.
    await closing.close().catch(() => {});
    throw error;
  }
}
