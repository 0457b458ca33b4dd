import type { Clock, Timers } from '#contracts/ports/clock.ts';

/** A clock that only `advance` moves. */
export class ManualClock implements Clock, Timers {
  #now: number;
  readonly #timers = new Set<{ due: number; callback: () => void }>();

  constructor(now = Date.UTC(2026, 0, 1)) {
    this.#now = now;
  }

  now(): number {
    return this.#now;
  }

  after(delay_ms: number, callback: () => void): () => void {
    const timer = { due: this.#now + delay_ms, callback };
    this.#timers.add(timer);
    return () => void this.#timers.delete(timer);
  }

  /** Number of timers that have not fallen due. */
  get waiting(): number {
    return this.#timers.size;
  }

  /** Moves the clock, running the timers that fall due in order. */
  advance(milliseconds: number): void {
    const end = this.#now + milliseconds;
    for (;;) {
      const [next] = [...this.#timers].filter((timer) => timer.due <= end).toSorted((a, b) => a.due - b.due);
      if (next === undefined) break;
      this.#timers.delete(next);
      this.#now = Math.max(this.#now, next.due);
      next.callback();
    }
    this.#now = end;
  }
}
