/**
 * What a run asks of outside sources, in its events: recorded before it is sent, so that a delivery that comes again knows
 * what was asked. It counts nothing twice, and its limits are what the earlier one left.
 */
import { keyedHash } from '#common/keyed-hash.ts';
import type { SourceCall } from '#domain/verification/events.ts';
import { sourceCallKey } from '#domain/verification/state.ts';
import { collectWrites } from './collected-writes.ts';
import type { StageRun } from './run.ts';
import { openRunCosts, type RunCostsDependencies } from './run-costs.ts';
import type { AskedSource, SearchOutcome, SourceLedger } from './sources/outside/ledger.ts';

/** Part of a keyed hash; enough to distinguish a few hundred calls. */
const ID_CHARACTERS = 32;

const UNSENT = { ok: false, unasked: true } as const;
const NOT_ASKED: SearchOutcome = { ...UNSENT, failure: { reason: 'budget_spent' } };

export interface RunSourceLedger extends SourceLedger {
  /**
   * Nothing more is searched for or read. Resolves once no search is under way and all charges are recorded. To be awaited before anything
   * ends retrieval, a failure of the stage included, as nothing is recorded after that; rejects if a charge could not be
   * recorded.
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
  const charges: Promise<unknown>[] = [];
  let isSettling = false;
  function charge(source: AskedSource, question: string): Promise<unknown> {
    const recorded = record([{ ...callOf('charge', source, question), cost_cents: source.cents_per_search }]);
    charges.push(recorded);
    return recorded;
  }
  const isPaid = (source: AskedSource, question: string) =>
    source.cents_per_search === 0 || isRecorded(callOf('charge', source, question));

  async function send(
    source: AskedSource,
    question: string,
    ask: () => Promise<SearchOutcome>,
  ): Promise<SearchOutcome> {
    const goesOn = await record([callOf('search', source, question)]);
    return goesOn ? ask() : NOT_ASKED;
  }

  async function pay(
    source: AskedSource,
    question: string,
    signal: AbortSignal,
    ask: () => Promise<SearchOutcome>,
  ): Promise<SearchOutcome> {
    const most = source.cents_per_search;
    const price = { most, of: ({ ok }: SearchOutcome) => (ok ? most : 0) };
    const paid = await costs.pay(price, () => send(source, question, ask), signal);
    if (paid === null) return { ...UNSENT, failure: { reason: 'cost_limit_reached' } };
    if (paid.outcome.ok) await charge(source, question);
    return paid.outcome;
  }

  async function searchWith(
    source: AskedSource,
    question: string,
    signal: AbortSignal,
    search: Parameters<SourceLedger['search']>[3],
  ): Promise<SearchOutcome> {
    // A search that an earlier delivery has paid for is repeated without another charge.
    const outcome = await search((ask) =>
      isPaid(source, question) ? send(source, question, ask) : pay(source, question, signal, ask),
    );
    if (!outcome.ok || !outcome.remembered) return outcome;
    // An earlier delivery may have been killed between the answer to its search and the record of the charge.
    const isOwn = outcome.remembered.verification_id === run.verification_id;
    if (!isRecorded(callOf('search', source, question))) await record([callOf('remembered', source, question)]);
    else if (isOwn && !isPaid(source, question)) {
      costs.addSpent(source.cents_per_search);
      await charge(source, question);
    }
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
      await Promise.all(charges);
    },
  };
}

const NOTHING_USED = { searches: 0, remembered: 0, documents: 0 };
