/** Holds callers back until so many of them wait, then lets all go on. */
export class Meeting {
  readonly #size: () => number;
  #waiting: (() => void)[] = [];

  constructor(size: () => number) {
    this.#size = size;
  }

  async wait(): Promise<void> {
    if (this.#size() <= 1) return;
    const met = new Promise<void>((resolve) => this.#waiting.push(resolve));
    if (this.#waiting.length >= this.#size()) {
      for (const resume of this.#waiting) resume();
      this.#waiting = [];
    }
    await met;
  }
}
