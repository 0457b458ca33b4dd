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
  /** All failures of a caller count while nobody else has asked for so long. Default: never. */
  aloneAfterMs?: number;
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
  #lastCaller: string | null = null;
  #lastAskedAt = Number.NEGATIVE_INFINITY;
  /** When somebody else than the last caller asked. */
  #othersAskedAt = Number.NEGATIVE_INFINITY;

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
    this.#note(caller);
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

  #note(caller: string): void {
    if (caller !== this.#lastCaller) this.#othersAskedAt = this.#lastAskedAt;
    this.#lastCaller = caller;
    this.#lastAskedAt = this.#options.clock.now();
  }

  #isAlone(caller: string): boolean {
    const { aloneAfterMs = Number.POSITIVE_INFINITY, clock } = this.#options;
    return caller === this.#lastCaller && clock.now() - this.#othersAskedAt > aloneAfterMs;
  }

  #close(): void {
    this.#failures.clear();
    this.#hasTripped = false;
  }

  #count(caller: string): void {
    const { failures, ofOneCaller = failures } = this.#options;
    if (!this.#hasTripped) {
      const own = (this.#failures.get(caller) ?? 0) + 1;
      this.#failures.set(caller, own);
      const sum = [...this.#failures.values()].reduce((all, each) => all + Math.min(ofOneCaller, each), 0);
      if (sum < failures && !(own >= failures && this.#isAlone(caller))) return;
    }
    this.#trip();
  }

  #trip(): void {
    const { clock, openMs } = this.#options;
    this.#hasTripped = true;
    this.#openUntil = clock.now() + openMs;
  }
}
