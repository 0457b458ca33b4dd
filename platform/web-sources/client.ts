/**
 * The HTTP client of all outside sources: uses the outbound guard, keeps each source's rate, retries, pauses and breaks
 * circuits. The source's wire says what an answer means.
 */
import { type ShareOf, SlotsFullError } from '#common/fair-slots.ts';
import { pause } from '#common/time.ts';
import type { Clock, Timers } from '#contracts/ports/clock.ts';
import type { Leases } from '#contracts/ports/leases.ts';
import type { ServerValues } from '#contracts/ports/server-values.ts';
import type { FetchOccasion } from '#contracts/ports/source-fetcher.ts';
import type { WebCandidate, WebFailure, WebOutcome, WebQuery } from '#contracts/ports/web-sources.ts';
import type { OutboundGuard } from '#platform/outbound/outbound-guard.ts';
import { HostCircuit, type Unasked } from './circuit.ts';
import { exchange } from './exchange.ts';
import { failed, failureOf, outcomeOfAnswer } from './outcomes.ts';
import { createSharedPauses, type SharedPauses } from './shared-pauses.ts';
import { SharedRate } from './shared-rate.ts';
import { retryAfterOf } from './status.ts';
import type { SourceRequest, SourceText, SourceWire } from './wire.ts';

export interface SourceClientOptions {
  guard: Pick<OutboundGuard, 'dispatcher' | 'userAgent'>;
  /** E-mail address that is sent to sources that want one; null: not configured. */
  contact: string | null;
  /** Base URLs that replace the wires' own, by wire id. */
  baseUrls: Readonly<Record<string, string>>;
  leases: Leases;
  values: ServerValues;
  clock: Clock;
  timers: Timers;
  /** Whose share an organization's work takes. Default: its own. */
  shareOf?: ShareOf | undefined;
  /** Identifies this process as a lease holder. */
  instance: string;
  /** Time limit of one try. */
  timeoutMs?: number;
  maxBytes?: number;
}

/** The organization that a source is asked for, and its credential. */
export interface SourceOccasion extends Pick<FetchOccasion, 'organization_id' | 'signal'> {
  /**
   * Sent by the wire's `authenticate`; null for sources that want none. A function is called before each try; null from
   * it: the credential may no longer be used.
   */
  credential?: string | (() => Promise<string | null>) | null;
}

/**
 * What is remembered of one question. Both are awaited while the question has its turn at the source: a source that is
 * asked serially is not asked again what it has answered to another verification meanwhile, and a kill finds at most one
 * request whose answer is not stored.
 */
export interface AnswerMemory<Value> {
  /** Null: there is no answer yet. */
  get(): Promise<Extract<WebOutcome<Value>, { ok: true }> | null>;
  put(value: Value): Promise<void>;
}

const NO_MEMORY: AnswerMemory<never> = { get: async () => null, put: async () => {} };

/** Rejects only with the reason of the occasion's signal, or as the memory does. Default of `memory`: nothing is remembered. */
export interface SourceClient {
  search(
    wire: SourceWire,
    query: WebQuery,
    occasion: SourceOccasion,
    memory?: AnswerMemory<WebCandidate[]>,
  ): Promise<WebOutcome<WebCandidate[]>>;
  /** Texts of at most `batch` candidates of a wire that reads by request. */
  read(
    wire: SourceWire,
    candidates: readonly WebCandidate[],
    query: WebQuery,
    occasion: SourceOccasion,
    memory?: AnswerMemory<SourceText[]>,
  ): Promise<WebOutcome<SourceText[]>>;
  /** Cancels the trials that run in the background. */
  close(): void;
}

const TIMEOUT_MS = 8_000;
const MAX_BYTES = 5_000_000;
const TRIES = 2;
const BACKOFF_MS = 500;
/** The pause after a 429 without Retry-After. */
const PAUSE_MS = 5_000;
/** Longer pauses are not waited for. */
const LONGEST_WAIT_MS = 6_000;

export function createSourceClient(options: SourceClientOptions): SourceClient {
  return new HttpSourceClient(options);
}

class HttpSourceClient implements SourceClient {
  readonly #options: Required<SourceClientOptions> & { shareOf: ShareOf };
  readonly #pauses: SharedPauses;
  readonly #rates = new Map<string, SharedRate>();
  readonly #circuits = new Map<string, HostCircuit>();
  readonly #closing = new AbortController();

  constructor(options: SourceClientOptions) {
    this.#options = {
      timeoutMs: TIMEOUT_MS,
      maxBytes: MAX_BYTES,
      ...options,
      shareOf: options.shareOf ?? (async (organization) => organization),
    };
    this.#pauses = createSharedPauses(options.values, options.clock);
  }

  async search(
    wire: SourceWire,
    query: WebQuery,
    occasion: SourceOccasion,
    memory: AnswerMemory<WebCandidate[]> = NO_MEMORY,
  ): Promise<WebOutcome<WebCandidate[]>> {
    const { contact, clock } = this.#options;
    const request = wire.search(query, { contact, now: new Date(clock.now()) });
    if (request === null) return { ok: true, value: [] };
    const parse = (answer: unknown) => wire.parseSearch(answer, query).slice(0, query.limit);
    return this.#ask(wire, query.language, request, parse, occasion, memory);
  }

  async read(
    wire: SourceWire,
    candidates: readonly WebCandidate[],
    query: WebQuery,
    occasion: SourceOccasion,
    memory: AnswerMemory<SourceText[]> = NO_MEMORY,
  ): Promise<WebOutcome<SourceText[]>> {
    const { text } = wire;
    if (text.kind !== 'request') throw new TypeError(`${wire.id} is not read by request`);
    const request = text.request(candidates, query);
    const { parse, follow } = text;
    if (follow === undefined) {
      return this.#ask(wire, query.language, request, (answer) => parse(answer, candidates), occasion, memory);
    }
    const readFirst = (answer: unknown): FirstAnswer => {
      const next = follow(answer, query);
      return next === null ? { texts: parse(answer, candidates) } : { answer, next };
    };
    const first = await this.#ask(wire, query.language, request, readFirst, occasion, {
      async get() {
        const known = await memory.get();
        return known && { ...known, value: { texts: known.value } };
      },
      async put(value) {
        if ('texts' in value) await memory.put(value.texts);
      },
    });
    if (!first.ok) return first;
    if ('texts' in first.value) return { ok: true, value: first.value.texts };
    const { answer, next } = first.value;
    return this.#ask(wire, query.language, next, (second) => parse(answer, candidates, second), occasion, memory);
  }

  close(): void {
    this.#closing.abort(new Error('the client is closed'));
  }

  async #ask<Value>(
    wire: SourceWire,
    language: string,
    request: SourceRequest,
    parse: (answer: unknown) => Value,
    occasion: SourceOccasion,
    memory: AnswerMemory<Value>,
  ): Promise<WebOutcome<Value>> {
    const { organization_id, signal } = occasion;
    // Several organizations that fail must not be those of one person.
    const share = await this.#options.shareOf(organization_id);
    const baseUrl = this.#baseUrlOf(wire, language);
    const circuit = this.#circuitOf(new URL(baseUrl).host);
    const asked = nameOf(wire, occasion);
    // A trial that an organization may have to pay for needs a caller that uses the answer and records the charge.
    const waitsForTrial = (occasion.credential ?? null) !== null;
    for (let tries = 1; ; tries++) {
      signal.throwIfAborted();
      const outcome =
        (await this.#pausing(asked)) ??
        (await circuit.run(
          share,
          (isTrial) => {
            // The caller has its outcome already and may end first, so its signal must not cancel the trial.
            const trying = isTrial && !waitsForTrial ? { ...occasion, signal: this.#closing.signal } : occasion;
            return this.#inTurn(wire, trying, async () => {
              // The caller of a trial in the background has its outcome, and may be erased by now.
              const { get, put } = isTrial && !waitsForTrial ? NO_MEMORY : memory;
              // Earlier requests in the queue may have been answered, have caused a pause or opened the circuit.
              const settled = (await get()) ?? (await this.#pausing(asked)) ?? (isTrial ? null : circuit.opened());
              if (settled !== null) return settled;
              const tried = await this.#try(wire, baseUrl, request, parse, trying);
              if (tried.ok) await put(tried.value);
              return tried;
            });
          },
          { waitsForTrial },
        ));
      if (outcome.ok || tries === TRIES) return outcome;
      const wait = waitFor(outcome.failure);
      if (wait > LONGEST_WAIT_MS) return outcome;
      await pause(this.#options.timers, wait, signal);
    }
  }

  /** Null: the source may be asked. */
  async #pausing(asked: string): Promise<Unasked | null> {
    const left = await this.#pauses.left(asked);
    if (left === 0) return null;
    return { ...failed({ reason: 'rate_limited', retry_after_ms: left }), unasked: true };
  }

  async #inTurn<Value>(
    wire: SourceWire,
    occasion: SourceOccasion,
    work: () => Promise<WebOutcome<Value>>,
  ): Promise<WebOutcome<Value>> {
    const { organization_id, signal } = occasion;
    const rate = this.#rateOf(wire, nameOf(wire, occasion));
    try {
      return await rate.run(organization_id, work, signal);
    } catch (error) {
      if (error instanceof SlotsFullError) return failed({ reason: 'budget_spent' });
      throw error;
    }
  }

  async #try<Value>(
    wire: SourceWire,
    baseUrl: string,
    request: SourceRequest,
    parse: (answer: unknown) => Value,
    occasion: SourceOccasion,
  ): Promise<WebOutcome<Value>> {
    const { guard, timeoutMs, maxBytes, clock } = this.#options;
    const { credential = null, signal } = occasion;
    const inForce = typeof credential === 'function' ? await credential() : credential;
    if (credential !== null && inForce === null) return failed({ reason: 'disconnected' });
    const exchanged = await exchange(baseUrl, request, {
      dispatcher: await guard.dispatcher(),
      headers: {
        'user-agent': guard.userAgent,
        ...(inForce !== null && wire.authenticate?.(inForce)),
      },
      timeoutMs,
      maxBytes,
      signal,
    });
    if (!exchanged.ok) return exchanged;
    const { status, headers, body } = exchanged;
    const outcome =
      status >= 200 && status <= 299
        ? outcomeOfAnswer(parse, body, retryAfterOf(headers, clock.now()))
        : failed(failureOf(wire, exchanged, clock.now(), credential !== null));
    if (!outcome.ok && outcome.failure.reason === 'rate_limited') {
      await this.#pauses.begin(nameOf(wire, occasion), outcome.failure.retry_after_ms ?? PAUSE_MS);
    }
    return outcome;
  }

  #baseUrlOf({ id, base_url }: SourceWire, language: string): string {
    return this.#options.baseUrls[id] ?? (typeof base_url === 'string' ? base_url : base_url(language));
  }

  #circuitOf(host: string): HostCircuit {
    const circuit = this.#circuits.get(host) ?? new HostCircuit(this.#options.clock);
    this.#circuits.set(host, circuit);
    return circuit;
  }

  #rateOf(wire: SourceWire, name: string): SharedRate {
    const rate = this.#rates.get(name) ?? new SharedRate(this.#options, name, wire.rate);
    this.#rates.set(name, rate);
    return rate;
  }
}

/** The first answer of a wire that may ask twice for a text: all of it, or what to ask next. */
type FirstAnswer = { texts: SourceText[] } | { answer: unknown; next: SourceRequest };

/** Rates and pauses are per account at the source: per organization if it has a credential, else for all together. */
function nameOf({ id }: SourceWire, { organization_id, credential = null }: SourceOccasion): string {
  return credential === null ? id : `${id}/${organization_id}`;
}

/** Milliseconds to wait before the next try; infinite if a retry would not help. */
function waitFor(failure: WebFailure): number {
  if (failure.reason === 'rate_limited') return failure.retry_after_ms ?? PAUSE_MS;
  return failure.reason === 'unavailable' ? BACKOFF_MS : Number.POSITIVE_INFINITY;
}
