/**
 * A language model behind HTTP: turns, time limits, retries, a circuit breaker, and leaving out what the server
 * rejects. The credential is only put into the request's headers.
 */
import { LRUCache } from 'lru-cache';
import type { Dispatcher } from 'undici';
import { type Backoff, backoffDelay } from '#common/backoff.ts';
import { FairSlots, type ShareOf, SlotsFullError } from '#common/fair-slots.ts';
import { pause, systemClock, systemTimers } from '#common/time.ts';
import type { Json } from '#contracts/json.ts';
import type { Clock, Timers } from '#contracts/ports/clock.ts';
import {
  type LanguageModel,
  type LanguageModelRequest,
  MOST_ANSWER_BYTES,
  MOST_WAITING_COMPLETIONS,
  type ModelFailure,
  type ModelOccasion,
  type ModelOutcome,
  type NoModelAnswer,
  type TokenUsage,
} from '#contracts/ports/language-model.ts';
import { Circuits, type Observed, type OpenCircuits } from './circuits.ts';
import { type Exchanged, exchange } from './exchange.ts';
import { isShallow, jsonIn, withoutThoughts } from './schema-text.ts';
import { failureOfStatus, retryAfterOf, simplerDialect } from './status.ts';
import type { Dialect, Wire } from './wire.ts';

export interface ModelClientOptions {
  wire: Wire;
  /** The provider's path is appended to it. */
  baseUrl: string;
  /** '' if the server needs none. A function is called before each try; null: it may no longer be used. */
  credential: string | (() => Promise<string | null>);
  dispatcher: () => Promise<Dispatcher>;
  /** Slots for questions of judges; organizations take turns. */
  slots?: FairSlots;
  /** Slots for chat completions, which take long, so that they delay only each other. */
  chatSlots?: FairSlots;
  /** Whose share an organization's work takes. Default: its own. */
  shareOf?: ShareOf | undefined;
  /** Limits of one try, and of all tries including pauses; without the wait for a turn. */
  timeoutMs?: number;
  deadlineMs?: number;
  maxBytes?: number;
  clock?: Clock;
  timers?: Timers;
  /** Returns a number in [0, 1), for the jitter of pauses. */
  random?: () => number;
}

const SLOTS = { slots: 8, perKey: 4, waitingPerKey: 1_000 };
const CHAT_SLOTS = { slots: 4, perKey: 2, waitingPerKey: MOST_WAITING_COMPLETIONS };
const TIMEOUT_MS = 60_000;
const DEADLINE_MS = 120_000;
const TRIES = 3;
const BACKOFF: Backoff = { base_ms: 500, max_ms: 5_000, jitter: 0.5 };
/** If a server asks for a longer pause, it is tried again after this time. */
const LONGEST_PAUSE_MS = 300_000;
/** Models whose dialect is cached. */
const MODELS = 100;

interface Tried {
  outcome: ModelOutcome;
  /** From the server's Retry-After; null: none. */
  retryAfterMs: number | null;
  /** Whether the server accepted the question, so it may have used tokens. Rejected questions cost nothing. */
  taken: boolean;
}

/** Result of one try: an outcome, or a simpler dialect for the next try. */
type Try = Tried | { dialect: Dialect };

export interface ModelClient extends LanguageModel {
  /** The circuits that are open after repeated failures. */
  openCircuits(): OpenCircuits;
}

export function createModelClient(options: ModelClientOptions): ModelClient {
  return new HttpModel(options);
}

class HttpModel implements ModelClient {
  readonly #options: Required<ModelClientOptions> & { shareOf: ShareOf };
  readonly #circuits: Circuits;
  readonly #dialects = new LRUCache<string, Dialect>({ max: MODELS });
  /** Time until which no request is sent, for any caller, according to the server's Retry-After. */
  #notBefore = 0;

  constructor(options: ModelClientOptions) {
    this.#options = {
      slots: new FairSlots(SLOTS),
      chatSlots: new FairSlots(CHAT_SLOTS),
      timeoutMs: TIMEOUT_MS,
      deadlineMs: DEADLINE_MS,
      maxBytes: MOST_ANSWER_BYTES,
      clock: systemClock,
      timers: systemTimers,
      random: Math.random,
      ...options,
      shareOf: options.shareOf ?? (async (organization) => organization),
      baseUrl: options.baseUrl.replace(/(?<!\/)\/+$/, ''),
    };
    this.#circuits = new Circuits(this.#options.clock);
  }

  openCircuits(): OpenCircuits {
    return this.#circuits.open();
  }

  async ask(request: LanguageModelRequest, occasion: ModelOccasion): Promise<ModelOutcome> {
    const { signal, within_ms } = occasion;
    const { clock, timers, deadlineMs, random } = this.#options;
    let deadline: number | null = null;
    let outcome: ModelOutcome = failed({ kind: 'unavailable', reason: 'timeout' });
    for (let tries = 1; ; ) {
      const turn = await this.#turn(occasion);
      if (turn === null) return withEarlier(outcome, failed({ kind: 'unavailable', reason: 'busy' }));
      deadline ??= clock.now() + (within_ms ?? deadlineMs);
      let result: Tried | null = null;
      try {
        signal.throwIfAborted();
        // The turn came too late: a try without time would look like a fault of the server.
        if (clock.now() >= deadline) return outcome;
        if (this.#notBefore <= clock.now()) result = await this.#askOnce(request, occasion, deadline);
      } finally {
        // Release the turn during the pause.
        turn();
      }
      let delay: number;
      if (result === null) {
        delay = this.#notBefore - clock.now();
        outcome = withEarlier(outcome, failed({ kind: 'rate_limited', retry_after_ms: delay }));
      } else {
        outcome = withEarlier(outcome, result.outcome, result.taken && isUntold(result.outcome, outcome));
        if (outcome.ok || tries === TRIES || !isPassing(outcome.failure)) return outcome;
        delay = result.retryAfterMs ?? backoffDelay(BACKOFF, tries, random());
        tries++;
      }
      if (clock.now() + delay >= deadline) return outcome;
      await pause(timers, delay, signal);
      signal.throwIfAborted();
    }
  }

  async #turn({ organization_id, signal, purpose }: ModelOccasion): Promise<(() => void) | null> {
    const { slots, chatSlots } = this.#options;
    try {
      return await (purpose === 'chat' ? chatSlots : slots).acquire(organization_id, signal);
    } catch (error) {
      if (error instanceof SlotsFullError) return null;
      throw error;
    }
  }

  /** Asks until the server understands the request, at most once for each part that can be left out. */
  async #askOnce(request: LanguageModelRequest, occasion: ModelOccasion, deadline: number): Promise<Tried> {
    const { model } = request;
    const { organization_id } = occasion;
    const share = await this.#options.shareOf(organization_id);
    let dialect = this.#dialects.get(model) ?? {
      structured: this.#options.wire.structured[0]!,
      without: new Set(),
    };
    for (;;) {
      const guarded = await this.#circuits.run({ organization_id, share, model }, async () =>
        told(await this.#try(request, dialect, occasion, deadline)),
      );
      if ('blockedBy' in guarded) {
        return { outcome: { ...failed(guarded.blockedBy), unasked: true }, retryAfterMs: null, taken: false };
      }
      const { result } = guarded;
      if ('outcome' in result) return result;
      dialect = result.dialect;
      this.#dialects.set(model, dialect);
    }
  }

  async #try(
    request: LanguageModelRequest,
    dialect: Dialect,
    { signal, within_ms, trying }: ModelOccasion,
    deadline: number,
  ): Promise<Try> {
    const { wire, baseUrl, credential, dispatcher, timeoutMs, maxBytes, clock } = this.#options;
    const inForce = typeof credential === 'string' ? credential : await credential();
    if (inForce === null) return { outcome: failed({ kind: 'disconnected' }), retryAfterMs: null, taken: false };
    trying?.();
    const exchanged = await exchange(`${baseUrl}${wire.path(request.model)}`, wire.body(request, dialect), {
      dispatcher: await dispatcher(),
      headers: wire.headers(inForce),
      timeoutMs: Math.max(1, Math.min(within_ms ?? timeoutMs, deadline - clock.now())),
      maxBytes,
      signal,
    });
    if (!exchanged.ok) {
      return { outcome: failed(exchanged.failure), retryAfterMs: null, taken: exchanged.sent };
    }
    if (exchanged.status >= 200 && exchanged.status <= 299) {
      return { outcome: outcomeOf(wire, request, exchanged.body), retryAfterMs: null, taken: true };
    }
    return this.#refusal(request, dialect, exchanged);
  }

  #refusal(request: LanguageModelRequest, dialect: Dialect, answer: Extract<Exchanged, { ok: true }>): Try {
    const { wire, clock } = this.#options;
    const { status, headers, body } = answer;
    const note = wire.note(body);
    const simpler = simplerDialect(wire, request, dialect, status, note);
    if (simpler !== null) return { dialect: simpler };
    const retryAfterMs = retryAfterOf(headers, note, clock.now());
    const failure = failureOfStatus(status, note, retryAfterMs);
    if (failure.kind === 'rate_limited' && retryAfterMs !== null) {
      this.#notBefore = Math.max(this.#notBefore, clock.now() + Math.min(retryAfterMs, LONGEST_PAUSE_MS));
    }
    return { outcome: failed(failure), retryAfterMs, taken: false };
  }
}

function outcomeOf(wire: Wire, request: LanguageModelRequest, body: unknown): ModelOutcome {
  const reply = wire.reply(body);
  if (reply === null) return failed({ kind: 'invalid_answer', reason: 'unexpected_form' });
  const { usage } = reply;
  if (!reply.ok) return failed(reply.failure, usage);
  const isEmpty = 'text' in reply && withoutThoughts(reply.text).trim() === '';
  const isCutOff = 'text' in reply && reply.isCutOff;
  if (isCutOff && (isEmpty || request.cut_off !== 'keep')) {
    return failed({ kind: 'over_limit', limit: 'output_tokens' }, usage);
  }
  if (isEmpty) return failed({ kind: 'invalid_answer', reason: 'empty' }, usage);
  const answer = answerIn(request, reply);
  if (answer === undefined) return failed({ kind: 'invalid_answer', reason: 'not_json' }, usage);
  const first_token = request.first_token ? reply.first_token : null;
  return { ok: true, answer, usage, first_token, ...(isCutOff && { is_cut_off: true }) };
}

function answerIn({ answer }: LanguageModelRequest, reply: { text: string } | { value: Json }): Json | undefined {
  if ('value' in reply) return isShallow(reply.value) ? reply.value : undefined;
  return answer === null ? withoutThoughts(reply.text) : jsonIn(reply.text);
}

function failed(failure: ModelFailure, usage: TokenUsage | null = null): NoModelAnswer {
  return { ok: false, failure, usage };
}

/** Whether another try may succeed. */
function isPassing(failure: ModelFailure): boolean {
  if (failure.kind === 'rate_limited') return true;
  return failure.kind === 'unavailable' && ['network', 'timeout', 'server_error'].includes(failure.reason);
}

/** A fault is a failure that the next question would get too, rather than one caused by this question. */
function told(result: Try): Observed<Try> {
  const failure = 'outcome' in result && !result.outcome.ok ? result.outcome.failure : null;
  return { result, fault: failure !== null && isFault(failure) ? failure : null };
}

function isFault(failure: ModelFailure): boolean {
  if (failure.kind === 'over_limit') return failure.limit === 'quota';
  return ['unavailable', 'unauthorised', 'unknown_model'].includes(failure.kind);
}

/** Adds the usage of earlier tries. */
function withEarlier(before: ModelOutcome, last: ModelOutcome, isUntold = false): ModelOutcome {
  const untold = (before.untold_tries ?? 0) + Number(isUntold);
  return { ...last, usage: sumOf(before.usage, last.usage), ...(untold > 0 && { untold_tries: untold }) };
}

/**
 * Whether a server that accepted the question did not report its usage. For a single answer, missing usage already says
 * so.
 */
function isUntold(tried: ModelOutcome, before: ModelOutcome): boolean {
  if (tried.usage !== null) return false;
  return !tried.ok || before.usage !== null || before.untold_tries !== undefined;
}

/** Returns null if no try reported its usage. */
function sumOf(before: TokenUsage | null, added: TokenUsage | null): TokenUsage | null {
  if (before === null || added === null) return before ?? added;
  return {
    input_tokens: before.input_tokens + added.input_tokens,
    output_tokens: before.output_tokens + added.output_tokens,
  };
}
