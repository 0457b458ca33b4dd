/**
 * The circuits of one server: a shared one, and one per organization and model. If all questions of one organization
 * fail, say because they are too long for their time limit, only that organization is blocked for a while. The shared
 * circuit opens when questions of several organizations fail.
 */
import { LRUCache } from 'lru-cache';
import type { Clock } from '#contracts/ports/clock.ts';
import type { ModelFailure } from '#contracts/ports/language-model.ts';
import { CircuitBreaker, type Sign } from '#platform/outbound/circuit-breaker.ts';

/**
 * What a question revealed about the server. `fault`: a failure that the organization's next question would get too.
 */
export interface Observed<Result> {
  result: Result;
  fault: ModelFailure | null;
}

export type Guarded<Result> = { result: Result } | { blockedBy: ModelFailure };

export interface OpenCircuits {
  /** Whether the shared circuit is open, so that no questions are sent. */
  shared: boolean;
  /** Organizations with an open circuit, for whatever model. */
  organizations: number;
}

interface Circuit {
  breaker: CircuitBreaker;
  /** The last fault that counted. */
  fault: ModelFailure | null;
}

const FAILURES = 5;
/** The shared circuit opens after three failures of one organization and two of others. */
const OF_ONE_ORGANIZATION = 3;
const OPEN_MS = 30_000;
/** Organizations and models whose failures are counted; others start without failures. */
const MOST_CIRCUITS = 2_000;

export class Circuits {
  readonly #clock: Clock;
  readonly #ofAll: Circuit;
  readonly #own = new LRUCache<string, Circuit>({ max: MOST_CIRCUITS });

  constructor(clock: Clock) {
    this.#clock = clock;
    const breaker = new CircuitBreaker({
      failures: FAILURES,
      ofOneCaller: OF_ONE_ORGANIZATION,
      openMs: OPEN_MS,
      clock,
    });
    this.#ofAll = { breaker, fault: null };
  }

  /** The circuits that are open now. */
  open(): OpenCircuits {
    const isOpen = ([, { breaker }]: [string, Circuit]) => breaker.isOpen();
    const organizations = [...this.#own.entries()].filter(isOpen).map(([key]) => key.split('\n', 1)[0]);
    return { shared: this.#ofAll.breaker.isOpen(), organizations: new Set(organizations).size };
  }

  /**
   * `share`: whose share the organization's work takes; several organizations with one share count as one.
   *
   * Runs `work`, unless the shared circuit or the organization's own is open; then returns the fault that opened it.
   * Rejects as `work` does, which says nothing about the server.
   */
  async run<Result>(
    { organization_id, share, model }: { organization_id: string; share: string; model: string },
    work: () => Promise<Observed<Result>>,
  ): Promise<Guarded<Result>> {
    const own = this.#circuitOf(organization_id, model);
    const endOwn = own.breaker.begin(organization_id);
    if (endOwn === null) return { blockedBy: saidOf(own) };
    const endOfAll = this.#ofAll.breaker.begin(share);
    if (endOfAll === null) {
      endOwn('nothing');
      return { blockedBy: saidOf(this.#ofAll) };
    }
    let signs: [own: Sign, ofAll: Sign] = ['nothing', 'nothing'];
    try {
      const { result, fault } = await work();
      signs = signsOf(fault);
      if (signs[0] === 'fails') own.fault = fault;
      if (signs[1] === 'fails') this.#ofAll.fault = fault;
      return { result };
    } finally {
      endOwn(signs[0]);
      endOfAll(signs[1]);
    }
  }

  #circuitOf(organizationId: string, model: string): Circuit {
    const key = `${organizationId}\n${model}`;
    let circuit = this.#own.get(key);
    if (circuit === undefined) {
      circuit = {
        breaker: new CircuitBreaker({ failures: FAILURES, openMs: OPEN_MS, clock: this.#clock }),
        fault: null,
      };
      this.#own.set(key, circuit);
    }
    return circuit;
  }
}

/** A server without one model may have all others. */
function signsOf(fault: ModelFailure | null): [own: Sign, ofAll: Sign] {
  if (fault === null) return ['works', 'works'];
  return ['fails', fault.kind === 'unknown_model' ? 'works' : 'fails'];
}

/** The fault to report while the circuit is open. */
function saidOf({ fault }: Circuit): ModelFailure {
  return fault === null || fault.kind === 'unavailable' ? { kind: 'unavailable', reason: 'circuit_open' } : fault;
}
