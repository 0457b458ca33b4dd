/** Who may go on, and when. */

/** One at a time, in the order in which they ask. */
export class Turns {
  #last: Promise<void> = Promise.resolve();

  /** Answers how to end the turn. */
  async take(): Promise<() => void> {
    const before = this.#last;
    let end = () => {};
    this.#last = new Promise((resolve) => (end = resolve));
    await before;
    return end;
  }
}

/** Holds callers back until so many of them wait, then lets all go on. */
export class Meeting {
  readonly #size: () => number;
  #waiting: (() => void)[] = [];

  constructor(size: () => number) {
    this.#size = size;
  }

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
