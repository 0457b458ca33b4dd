/**
 * The circuits of one server: one for everybody, and one for each organization and model. An organization whose questions
 * all fail, say because they are too long for the time they have, is left without answers for a while, and the others
 * are not; the circuit for everybody opens where the questions of several fail.
 */
import { LRUCache } from 'lru-cache';
import type { Clock } from '#contracts/ports/clock.ts';
import type { ModelFailure } from '#contracts/ports/language-model.ts';
import { CircuitBreaker, type Sign } from '#platform/outbound/circuit-breaker.ts';

/** What a question has told. A failure that the next question of the organization would meet as well is its fault. */
export interface Told<Result> {
  result: Result;
  fault: ModelFailure | null;
}

export type Guarded<Result> = { result: Result } | { leftAloneFor: ModelFailure };

export interface OpenCircuits {
  /** The one for everybody: nobody's questions are sent. */
  shared: boolean;
  /** Organizations with a circuit of their own that is open, of whatever model. */
  organizations: number;
}

interface Circuit {
  breaker: CircuitBreaker;
  /** The last fault that counted. */
  fault: ModelFailure | null;
}

const FAILURES = 5;
/** In the circuit for everybody: three of one organization and two of others. */
const OF_ONE_ORGANIZATION = 3;
const OPEN_MS = 30_000;
/** Organizations and models whose failures are remembered; whoever is forgotten begins anew. */
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

  /** Which questions are not sent at this moment. */
  open(): OpenCircuits {
    const isOpen = ([, { breaker }]: [string, Circuit]) => breaker.isOpen();
    const organizations = [...this.#own.entries()].filter(isOpen).map(([key]) => key.split('\n', 1)[0]);
    return { shared: this.#ofAll.breaker.isOpen(), organizations: new Set(organizations).size };
  }

  /**
   * Runs `work`, unless the circuit for everybody or the organization's own is open; then tells the fault that opened it.
   * Rejects as `work` does, which says nothing of the server.
   */
  async run<Result>(
    { organization_id, model }: { organization_id: string; model: string },
    work: () => Promise<Told<Result>>,
  ): Promise<Guarded<Result>> {
    const own = this.#circuitOf(organization_id, model);
    const endOwn = own.breaker.begin(organization_id);
    if (endOwn === null) return { leftAloneFor: saidOf(own) };
    const endOfAll = this.#ofAll.breaker.begin(organization_id);
    if (endOfAll === null) {
      endOwn('nothing');
      return { leftAloneFor: saidOf(this.#ofAll) };
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

/** A server that doesn't have one model may have all others. */
function signsOf(fault: ModelFailure | null): [own: Sign, ofAll: Sign] {
  if (fault === null) return ['works', 'works'];
  return ['fails', fault.kind === 'unknown_model' ? 'works' : 'fails'];
}

/** A fault that will not pass by itself is still that fault. */
function saidOf({ fault }: Circuit): ModelFailure {
  return fault === null || fault.kind === 'unavailable' ? { kind: 'unavailable', reason: 'circuit_open' } : fault;
}
