/**
 * Spares a server that fails or rejects everything, and those who would wait for it: after some consecutive failures
 * nothing is sent for a while, then one request tries whether the server works again.
 */
import type { Clock } from '#contracts/ports/clock.ts';

export interface CircuitBreakerOptions {
  /** Consecutive failures that open the circuit. */
  failures: number;
  /** The most failures of one caller that count. Default: all. */
  ofOneCaller?: number;
  /** If no other caller has sent a request for this long, all failures of a caller count. Default: never. */
  aloneAfterMs?: number;
  /** How long it stays open before a trial. */
  openMs: number;
  clock: Clock;
}

/**
 * What a request reveals about its server. `unreachable` opens the circuit at once. `nothing`: it was cancelled, or its
 * failure was its own fault.
 */
export type Sign = 'works' | 'fails' | 'unreachable' | 'nothing';

export class CircuitBreaker {
  readonly #options: CircuitBreakerOptions;
  /** Consecutive failures, by caller. */
  readonly #failures = new Map<string, number>();
  #hasTripped = false;
  #openUntil = 0;
  #isTrying = false;
  #lastCaller: string | null = null;
  #lastAskedAt = Number.NEGATIVE_INFINITY;
  /** When a caller other than the last one sent a request. */
  #othersAskedAt = Number.NEGATIVE_INFINITY;

  constructor(options: CircuitBreakerOptions) {
    this.#options = options;
  }

  /** Whether requests are blocked at the moment. */
  isOpen(): boolean {
    return this.#hasTripped && this.#options.clock.now() < this.#openUntil;
  }

  /** Whether failures have opened it and no trial has closed it since. */
  get hasTripped(): boolean {
    return this.#hasTripped;
  }

  /**
   * Begins a request of a caller. The returned function takes what the request revealed. Returns null if none may be
   * sent now.
   */
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
