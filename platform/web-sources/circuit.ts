/**
 * The circuit breaker of one host. While it is open, callers get the failure that opened it at once. After `OPEN_MS`, one
 * request is sent in the background as a trial.
 */
import type { Clock } from '#contracts/ports/clock.ts';
import type { WebFailure, WebOutcome } from '#contracts/ports/web-sources.ts';
import { CircuitBreaker, type Sign } from '#platform/outbound/circuit-breaker.ts';

const FAILURES = 3;
/** Most failures of one organization that count while others use the host too: its queries may be the cause. */
const OF_ONE_ORGANIZATION = 2;
/** If no other organization has used the host for so long, all failures of this one count. */
const ALONE_AFTER_MS = 60_000;
const OPEN_MS = 30_000;

/** Nothing was sent to the host. */
export type Unasked = Extract<WebOutcome<never>, { ok: false }> & { unasked: true };

export class HostCircuit {
  readonly #breaker: CircuitBreaker;
  #failure: WebFailure = { reason: 'circuit_open' };

  constructor(clock: Clock) {
    this.#breaker = new CircuitBreaker({
      failures: FAILURES,
      ofOneCaller: OF_ONE_ORGANIZATION,
      aloneAfterMs: ALONE_AFTER_MS,
      openMs: OPEN_MS,
      clock,
    });
  }

  /**
   * Runs `work`. Rejects as `work` does; a rejection does not count as a failure of the host. A trial runs in the
   * background and its outcome is dropped, unless `waitsForTrial` is set.
   */
  async run<Value>(
    organization: string,
    work: (isTrial: boolean) => Promise<WebOutcome<Value>>,
    { waitsForTrial = false } = {},
  ): Promise<WebOutcome<Value>> {
    const isTrial = this.#breaker.hasTripped;
    const end = this.#breaker.begin(organization);
    if (end === null) return this.#unasked();
    const guarded = async () => {
      let sign: Sign = 'nothing';
      try {
        const outcome = await work(isTrial);
        sign = this.#signOf(outcome);
        return outcome;
      } finally {
        end(sign);
      }
    };
    if (!isTrial || waitsForTrial) return guarded();
    void guarded().catch(() => {});
    return this.#unasked();
  }

  /** The outcome of work that has sent nothing yet, if the circuit has opened since it began; null: it may go on. */
  opened(): Unasked | null {
    return this.#breaker.hasTripped ? this.#unasked() : null;
  }

  #unasked(): Unasked {
    return { ok: false, failure: this.#failure, unasked: true };
  }

  #signOf(outcome: WebOutcome<unknown>): Sign {
    if (outcome.ok) return outcome.cached ? 'nothing' : 'works';
    if (outcome.unasked) return 'nothing';
    switch (outcome.failure.reason) {
      case 'no_network':
        this.#failure = outcome.failure;
        return 'unreachable';
      case 'timeout':
      case 'unavailable':
        this.#failure = { reason: 'circuit_open' };
        return 'fails';
      case 'disconnected':
      case 'budget_spent':
        return 'nothing';
      default:
        return 'works';
    }
  }
}
