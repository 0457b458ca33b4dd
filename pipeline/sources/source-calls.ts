/**
 * Records a run's calls to outside sources as events. A call is recorded before it is sent, so a redelivery counts nothing
 * twice and continues within the limits that are left. The price is charged in the same append and refunded if there is no
 * answer: charged afterwards, it would be lost if the verification was erased meanwhile.
 */
import { keyedHash } from '#common/keyed-hash.ts';
import { sourceCallKey } from '#domain/verification/run-usage.ts';
import type { SourceCall } from '#domain/verification/stage-events.ts';
import { collectWrites } from '../runs/collected-writes.ts';
import type { StageRun } from '../runs/run.ts';
import { openRunCosts, type RunCostsDependencies } from '../runs/run-costs.ts';
import type { AskedSource, SearchOutcome, SourceLedger } from './outside/ledger.ts';

/** Part of a keyed hash; enough to distinguish a few hundred calls. */
const ID_CHARACTERS = 32;

const UNSENT = { ok: false, unasked: true } as const;
const NOT_ASKED: SearchOutcome = { ...UNSENT, failure: { reason: 'budget_spent' } };

export interface RunSourceLedger extends SourceLedger {
  /**
   * Allows no further calls. Resolves when no search is in progress and all unanswered searches are refunded; rejects if
   * something could not be recorded. Must be awaited before retrieval ends in any way, failures of the stage included,
   * because nothing can be recorded afterwards.
   */
  settled(): Promise<void>;
}

export function openSourceLedger(dependencies: RunCostsDependencies, run: StageRun): RunSourceLedger {
  const costs = openRunCosts(dependencies, run);
  const record = collectWrites((calls: SourceCall[][]) =>
    run.record({ type: 'RecordSourceCalls', run: run.run, calls: calls.flat() }),
  );
  // Hashed with the verification's own key, so that nobody can tell what was asked once the key is destroyed.
  const callOf = (kind: SourceCall['kind'], { id: source }: AskedSource, what: string): SourceCall => ({
    id: keyedHash(run.texts.key, 'source-call', source, what).slice(0, ID_CHARACTERS),
    source,
    kind,
  });
  const isRecorded = (call: SourceCall) => run.state().source_calls.has(sourceCallKey(call));
  const underWay = new Set<Promise<unknown>>();
  const refunds: Promise<unknown>[] = [];
  let isSettling = false;

  /** The charge of a search; a new one if the previous one was refunded. */
  function chargeOf(source: AskedSource, question: string, n = 0): SourceCall {
    const call = callOf('charge', source, n === 0 ? question : `${question}\n${n}`);
    const charge = { ...call, cost_cents: source.cents_per_search };
    return isRecorded(refundOf(charge)) ? chargeOf(source, question, n + 1) : charge;
  }
  function refundOf({ id, source, kind, cost_cents = 0 }: SourceCall): SourceCall {
    return {
      id: keyedHash(run.texts.key, 'refund', id).slice(0, ID_CHARACTERS),
      source,
      kind,
      cost_cents: -cost_cents,
    };
  }
  /** Awaited in `settled` only, because the time budget may be used up. */
  function refund(charge: SourceCall): void {
    const recorded = record([refundOf(charge)]);
    recorded.catch(() => {});
    refunds.push(recorded);
  }

  async function send(
    source: AskedSource,
    question: string,
    ask: () => Promise<SearchOutcome>,
  ): Promise<SearchOutcome> {
    const search = callOf('search', source, question);
    if (source.cents_per_search === 0) return (await record([search])) ? ask() : NOT_ASKED;
    const charge = chargeOf(source, question);
    if (!(await record([search, charge]))) return NOT_ASKED;
    let isAnswered = false;
    try {
      const outcome = await ask();
      isAnswered = outcome.ok;
      return outcome;
    } finally {
      if (!isAnswered) refund(charge);
    }
  }

  async function pay(
    source: AskedSource,
    question: string,
    signal: AbortSignal,
    ask: () => Promise<SearchOutcome>,
  ): Promise<SearchOutcome> {
    const most = source.cents_per_search;
    const price = { most, of: (outcome: SearchOutcome) => (outcome.ok && !outcome.cached ? most : 0) };
    const paid = await costs.pay(price, () => send(source, question, ask), signal);
    return paid === null ? { ...UNSENT, failure: { reason: 'cost_limit_reached' } } : paid.outcome;
  }

  async function searchWith(
    source: AskedSource,
    question: string,
    signal: AbortSignal,
    search: Parameters<SourceLedger['search']>[3],
  ): Promise<SearchOutcome> {
    // A search that an earlier delivery has paid for is repeated without another charge.
    const charge = chargeOf(source, question);
    const isCharged = source.cents_per_search === 0 || isRecorded(charge);
    const outcome = await search((ask) =>
      isCharged ? send(source, question, ask) : pay(source, question, signal, ask),
    );
    if (!outcome.ok || !outcome.cached) return outcome;
    if (!isRecorded(callOf('search', source, question))) await record([callOf('remembered', source, question)]);
    // Another verification has paid for the answer: it asked while this one waited, or after this one was killed.
    else if (isRecorded(charge) && outcome.cached.verification_id !== run.verification_id) refund(charge);
    return outcome;
  }

  return {
    used() {
      const { searches, remembered, documents } = run.state().source_usage ?? NOTHING_USED;
      return { searches: searches + remembered, documents };
    },
    hasSearched: (source, question) =>
      isRecorded(callOf('search', source, question)) || isRecorded(callOf('remembered', source, question)),
    hasRead: (source, url) => isRecorded(callOf('document', source, url)),

    async search(source, question, signal, search) {
      if (isSettling) return NOT_ASKED;
      const searching = searchWith(source, question, signal, search);
      underWay.add(searching);
      try {
        return await searching;
      } finally {
        underWay.delete(searching);
      }
    },

    async mayRead(documents) {
      if (isSettling) return false;
      return documents.length === 0 || record(documents.map(({ source, url }) => callOf('document', source, url)));
    },

    async settled() {
      isSettling = true;
      await Promise.allSettled(underWay);
      await Promise.all(refunds);
    },
  };
}

const NOTHING_USED = { searches: 0, remembered: 0, documents: 0 };
