/** A mutex and a barrier. */

/** A fair mutex. */
export class Turns {
  #last: Promise<void> = Promise.resolve();

  /** Resolves when it is the caller's turn, to the function that ends the turn. */
  async take(): Promise<() => void> {
    const before = this.#last;
    let end = () => {};
    this.#last = new Promise((resolve) => (end = resolve));
    await before;
    return end;
  }
}

/** A barrier: holds callers until `size` of them wait, then releases all. */
export class Meeting {
  readonly #size: () => number;
  #waiting: (() => void)[] = [];

  constructor(size: () => number) {
    this.#size = size;
  }

  /** Whether callers have to wait at all. */
  get isCalled(): boolean {
    return this.#size() > 1;
  }

  async wait(): Promise<void> {
    const met = new Promise<void>((resolve) => this.#waiting.push(resolve));
    if (this.#waiting.length >= this.#size()) {
      for (const resume of this.#waiting) resume();
      this.#waiting = [];
    }
    await met;
  }
}
