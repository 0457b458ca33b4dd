/**
 * Spares a server that doesn't work or refuses whatever is asked, and those who would wait for it: after some failures in
 * a row nothing is asked for a while, then one question tries whether it works again.
 */
import type { Clock } from '#contracts/ports/clock.ts';

export interface CircuitBreakerOptions {
  /** Failures in a row that open the circuit. */
  failures: number;
  /** Most of them that count of one caller. Default: all. */
  ofOneCaller?: number;
  /** How long it stays open before a trial. */
  openMs: number;
  clock: Clock;
}

/**
 * What a question tells about its server. `unreachable` opens the circuit at once; `nothing`: it was broken off, or its
 * failure was its own.
 */
export type Sign = 'works' | 'fails' | 'unreachable' | 'nothing';

export class CircuitBreaker {
  readonly #options: CircuitBreakerOptions;
  /** Failures in a row, by caller. */
  readonly #failures = new Map<string, number>();
  #hasTripped = false;
  #openUntil = 0;
  #isTrying = false;

  constructor(options: CircuitBreakerOptions) {
    this.#options = options;
  }

  /** Whether nothing is asked at this moment. */
  isOpen(): boolean {
    return this.#hasTripped && this.#options.clock.now() < this.#openUntil;
  }

  /** Whether failures have opened it and no trial has closed it since. */
  get hasTripped(): boolean {
    return this.#hasTripped;
  }

  /** Begins a question of a caller; the returned function takes what it told. Null: nothing may be asked now. */
  begin(caller: string): ((sign: Sign) => void) | null {
    const isTrial = this.#hasTripped;
    if (this.isOpen() || (isTrial && this.#isTrying)) return null;
    this.#isTrying = isTrial;
    return (sign) => {
      if (isTrial) this.#isTrying = false;
      if (sign === 'works') this.#close();
      else if (sign === 'fails') this.#count(caller);
      else if (sign === 'unreachable') this.#trip();
    };
  }

  #close(): void {
    this.#failures.clear();
    this.#hasTripped = false;
  }

  #count(caller: string): void {
    const { failures, ofOneCaller = failures } = this.#options;
    if (!this.#hasTripped) {
      this.#failures.set(caller, Math.min(ofOneCaller, (this.#failures.get(caller) ?? 0) + 1));
      const sum = [...this.#failures.values()].reduce((all, each) => all + each, 0);
      if (sum < failures) return;
    }
    this.#trip();
  }

  #trip(): void {
    const { clock, openMs } = this.#options;
    this.#hasTripped = true;
    this.#openUntil = clock.now() + openMs;
  }
}
