/** How many messages of a stage are handled at a time, over everything that hands them out. */
export class Slots {
  readonly #count: number;
  #taken = 0;
  readonly #waiting = new Set<() => void>();

  constructor(count: number) {
    this.#count = count;
  }

  /** Whether there was a free one. */
  take(): boolean {
    if (this.#taken >= this.#count) return false;
    this.#taken++;
    return true;
  }

  give(): void {
    this.#taken--;
    for (const wake of [...this.#waiting]) {
      const before = this.#taken;
      wake();
      if (this.#taken === before || !this.#waiting.delete(wake)) continue;
      // Who got one is the last to be asked next time: nobody who always has work keeps the others from theirs.
      this.#waiting.add(wake);
    }
  }

  /** `wake` is called whenever one has become free, until the function returned is called. */
  whenFree(wake: () => void): () => void {
    this.#waiting.add(wake);
    return () => void this.#waiting.delete(wake);
  }
}
