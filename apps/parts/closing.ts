/** What was opened, closed in the opposite order. */

export interface Closing {
  push(close: () => unknown): void;
  /** Closes what has not been closed yet, the newest first. Safe to call again. */
  close(): Promise<void>;
}

export function createClosing(): Closing {
  const closers: (() => unknown)[] = [];
  return {
    push: (close) => void closers.push(close),
    async close() {
      for (const close of closers.splice(0).reverse()) await close();
    },
  };
}

/** Whatever `open` pushed is closed again when it throws. */
export async function openOrClose<Opened>(open: (closing: Closing) => Promise<Opened>): Promise<Opened> {
  const closing = createClosing();
  try {
    return await open(closing);
  } catch (error) {
    await closing.close();
    throw error;
  }
}
