/**
 * Spares a server that doesn't work or refuses whatever is asked, and those who would wait for it: after some failures in
 * a row nothing is asked for a while, then one question tries whether it works again.
 */
import type { Clock } from '#contracts/ports/clock.ts';

export interface CircuitBreakerOptions {
  /** Failures in a row that open the circuit. */
  failures: number;
  /** How long it stays open before a trial. */
  openMs: number;
  clock: Clock;
}

export class CircuitBreaker {
  readonly #options: CircuitBreakerOptions;
  #failures = 0;
  #openUntil = 0;
  #isTrying = false;

  constructor(options: CircuitBreakerOptions) {
    this.#options = options;
  }

  /** Whether nothing is asked at this moment. */
  isOpen(): boolean {
    return this.#failures >= this.#options.failures && this.#options.clock.now() < this.#openUntil;
  }

  /**
   * Runs `work` unless the circuit is open; then returns null. `hasFailed` tells from its result whether the server
   * works. Rejects as `work` does, which says nothing of the server.
   */
  async run<Result>(work: () => Promise<Result>, hasFailed: (result: Result) => boolean): Promise<Result | null> {
    const { failures, openMs, clock } = this.#options;
    const isTrial = this.#failures >= failures;
    if (this.isOpen() || (isTrial && this.#isTrying)) return null;
    this.#isTrying = isTrial;
    try {
      const result = await work();
      if (!hasFailed(result)) this.#failures = 0;
      else if (++this.#failures >= failures) this.#openUntil = clock.now() + openMs;
      return result;
    } finally {
      if (isTrial) this.#isTrying = false;
    }
  }
}
