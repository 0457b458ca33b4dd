/** Runs work with the same key one after another, and work with different keys concurrently. */
export class KeyedLock {
  readonly #tails = new Map<string, Promise<unknown>>();

  async run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const before = this.#tails.get(key) ?? Promise.resolve();
    const result = before.then(work, work);
    this.#tails.set(key, result);
    try {
      return await result;
    } finally {
      if (this.#tails.get(key) === result) this.#tails.delete(key);
    }
  }

  /** Resolves when no work is running. */
  async idle(): Promise<void> {
    while (this.#tails.size > 0) await Promise.allSettled(this.#tails.values());
  }
}
