/** Calls of one run to sources: counted once over all its deliveries, within its limits and those of the month. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AdmissionStore, ReservationRaise } from '#contracts/ports/admission.ts';
import type { EventStore } from '#contracts/ports/event-store.ts';
import type { WebCandidate, WebDocument, WebOutcome, WebSource } from '#contracts/ports/web-sources.ts';
import { ORGANIZATION } from '#domain/organization/decider.ts';
import type { SourceCall } from '#domain/verification/stage-events.ts';
import { EngineError } from '#engine/engine.ts';
import { createExpiryWatch } from '#pipeline/periodic/expiry-watch.ts';
import { limitsFor } from '#pipeline/sources/outside/limits.ts';
import { OutsideSearcher } from '#pipeline/sources/outside/searcher.ts';
import { createOutsideSource } from '#pipeline/sources/outside.ts';
import type { EvidenceSource } from '#pipeline/sources/source.ts';
import { STAGES } from '#pipeline/stages/stage-table.ts';
import { toStageMessage } from '#platform/events/stage-message.ts';
import { execute } from '#streams/repository.ts';
import { delivery, eventsOf, stagesOf } from '#test/support/pipeline/deliver.ts';
import {
  createHarness,
  type Harness,
  type HarnessOptions,
  Killed,
  recorder,
  verificationsOn,
} from '#test/support/pipeline/harness.ts';
import { requestMetadata } from '#test/support/pipeline/request.ts';

const ID = 'ver_0190b0c0000070008000000000000001';
const PRICE = 0.5;
const EXPIRED_BY_MS = 25 * 3_600_000;

const candidate = (key: string): WebCandidate => ({
  key,
  url: `https://source.example/${encodeURIComponent(key)}`,
  title: key,
  publisher: null,
  publication_date: null,
  licence: null,
  jurisdiction: null,
  source_class: 'web_page',
  snippet: null,
});

interface SourceOptions {
  id?: string;
  cents_per_search?: number;
  remembers?: boolean;
  answer?: (text: string, signal: AbortSignal) => WebOutcome<WebCandidate[]> | Promise<WebOutcome<WebCandidate[]>>;
}

/** Finds a document of its own for each question. `sent` are the questions that it was really asked. */
function sourceOf({ id = 'brave', cents_per_search = PRICE, remembers = true, answer }: SourceOptions = {}) {
  const sent: string[] = [];
  const read: string[] = [];
  const memory = new Map<string, { value: WebCandidate[]; verification_id: string }>();
  const source: WebSource = {
    id,
    looks_up: 'claims',
    cents_per_search,
    async search({ text }, { signal, verification_id }, sender) {
      const known = memory.get(text);
      if (known !== undefined) {
        return { ok: true, value: known.value, cached: { verification_id: known.verification_id } };
      }
      return sender(async () => {
        sent.push(text);
        const outcome = (await answer?.(text, signal)) ?? { ok: true, value: [candidate(text)] };
        if (outcome.ok && remembers) memory.set(text, { value: outcome.value, verification_id });
        return outcome;
      });
    },
    read: (candidates) =>
      candidates.map(async ({ key, url, title }): Promise<WebOutcome<WebDocument>> => {
        read.push(key);
        return {
          ok: true,
          value: {
            canonical_url: url,
            title,
            publisher: id,
            destination_domain: 'source.example',
            publication_date: null,
            licence: null,
            retrieved_at: '2026-01-01T00:00:00.000Z',
            passages: [`${key}.`],
            source_class: 'web_page',
            jurisdiction: null,
            references: [],
            is_snippet: false,
          },
        };
      }),
    follow: async () => null,
  };
  return { source, sent, read, memory };
}

function setup(
  sources: readonly WebSource[],
  limit = 1_000,
  between?: (events: EventStore) => EventStore,
  options: HarnessOptions = {},
) {
  const settled: number[] = [];
  let reserved = 0;
  const admission = recorder<AdmissionStore>('admission', [], {
    raiseReservation: ({ cost_cents, organization_monthly_limit_cents }: ReservationRaise) => {
      if (cost_cents > Math.min(limit, organization_monthly_limit_cents ?? limit)) return false;
      reserved = Math.max(reserved, cost_cents);
      return true;
    },
    releaseSlot: undefined,
    settleCost: (_: string, cents: number) => void settled.push(cents),
  });
  const harness = createHarness({
    sources: [createOutsideSource({ of: async () => sources }, { now: () => Date.now() })],
    admission,
    ...(between && { between }),
    ...options,
  });
  const request = (content: string) => harness.request(content, { verification_id: ID, cost_cents: 2 });
  return { harness, request, settled, reserved: () => reserved };
}

const dataOf = (harness: Harness, stream: string, type: string) =>
  eventsOf(harness.events.log, stream)
    .filter((event) => event.type === type)
    .map(({ data }) => data as Record<string, unknown>);

const callsOf = (harness: Harness, stream: string) =>
  dataOf(harness, stream, 'SourcesAsked').flatMap(({ calls }) => calls as SourceCall[]);
const isRefund = (appended: unknown) => JSON.stringify(appended).includes('"cost_cents":-');
const chargedFor = (calls: readonly SourceCall[]) => calls.reduce((sum, { cost_cents = 0 }) => sum + cost_cents, 0);
const kindsOf = (calls: readonly SourceCall[], kind: SourceCall['kind']) => calls.filter((call) => call.kind === kind);
const gapsOf = (harness: Harness, stream: string) =>
  dataOf(harness, stream, 'EvidenceRetrieved').map(({ gaps }) => gaps);

const towns = (count: number) =>
  Array.from({ length: count }, (_, i) => `The harbour of ${'abcdefghijklmnopqrstuvwxyz'[i]}vik is deep.`).join(' ');

test('a run is charged for its text and its searches, in started cents', async () => {
  const { source, sent, read } = sourceOf();
  const { harness, request, settled } = setup([source]);
  const stream = await request(towns(3));
  await harness.run();
  assert.ok(sent.length >= 3);
  const source_usage = {
    searches: sent.length,
    remembered: 0,
    documents: read.length,
    cost_cents: sent.length * PRICE,
  };
  assert.partialDeepStrictEqual(dataOf(harness, stream, 'VerificationCompleted'), [{ source_usage }]);
  assert.deepEqual(settled, [2 + Math.ceil(sent.length * PRICE)]);
});

test('a search is recorded, and its price reserved, before it is sent', async () => {
  let stream = '';
  const before: boolean[] = [];
  const { source, sent } = sourceOf({
    answer: () => {
      before.push(kindsOf(callsOf(given.harness, stream), 'search').length >= sent.length && given.reserved() > 2);
      return { ok: true, value: [] };
    },
  });
  const given = setup([source]);
  stream = await given.request(towns(2));
  await given.harness.run();
  assert.ok(before.length > 0 && before.every(Boolean));
});

test('a search that fails is counted and costs nothing', async () => {
  const { source } = sourceOf({ answer: () => ({ ok: false, failure: { reason: 'bad_credential' } }) });
  const { harness, request, settled } = setup([source]);
  const stream = await request('The harbour of Halvik is deep.');
  await harness.run();
  const source_usage = { searches: 1, remembered: 0, documents: 0, cost_cents: 0 };
  assert.partialDeepStrictEqual(dataOf(harness, stream, 'VerificationCompleted'), [{ source_usage }]);
  assert.deepEqual(settled, [2]);
});

test('beyond the monthly limit only free sources are used, and claims say so', async () => {
  const paid = sourceOf();
  const free = sourceOf({ id: 'wikipedia', cents_per_search: 0 });
  const { harness, request, settled } = setup([paid.source, free.source], 2 + 1);
  const stream = await request(towns(4));
  await harness.run();
  assert.equal(paid.sent.length, 1 / PRICE);
  assert.ok(free.sent.length >= 4);
  assert.deepEqual(settled, [2 + 1]);
  for (const gaps of gapsOf(harness, stream)) assert.deepEqual(gaps, ['cost_limit_reached']);
});

test('an answer from memory costs nothing', async () => {
  const { source, sent } = sourceOf();
  const first = setup([source]);
  await first.request(towns(2));
  await first.harness.run();
  const asked = sent.length;
  const second = setup([source]);
  const stream = await second.request(towns(2));
  await second.harness.run();
  assert.equal(sent.length, asked);
  assert.partialDeepStrictEqual(dataOf(second.harness, stream, 'VerificationCompleted'), [
    { source_usage: { searches: 0, remembered: asked, cost_cents: 0 } },
  ]);
  assert.deepEqual(second.settled, [2]);
});

test('an answer that another verification was given meanwhile costs nothing', async () => {
  const cached = { verification_id: 'ver_0190b0c0000070008000000000000002' };
  const { source, sent } = sourceOf({ answer: (text) => ({ ok: true, value: [candidate(text)], cached }) });
  // Room for one search at a time.
  const { harness, request, settled } = setup([source], 2 + Math.ceil(PRICE));
  const stream = await request(towns(4));
  await harness.run();
  assert.ok(sent.length >= 4);
  assert.equal(chargedFor(callsOf(harness, stream)), 0);
  assert.deepEqual(settled, [2]);
});

/** Kills the stage at the append of each type of event named, once each. */
function killingAt(...types: string[]) {
  const left = [...types];
  return (events: EventStore): EventStore => ({
    ...events,
    async append(stream, expected, appended) {
      const at = left.findIndex((type) => appended.some((event) => event.type.startsWith(type)));
      if (at < 0) return events.append(stream, expected, appended);
      left.splice(at, 1);
      throw new Killed();
    },
    readStream: (...args) => events.readStream(...args),
  });
}

test('a redelivery counts nothing twice', async () => {
  for (const remembers of [true, false]) {
    const { source, sent } = sourceOf({ remembers });
    const killing = killingAt('EvidenceRetrieved', 'EvidenceRetrieved');
    const { harness, request, settled, reserved } = setup([source], 1_000, killing);
    const stream = await request(towns(3));
    await harness.run();
    const calls = callsOf(harness, stream);
    const searches = kindsOf(calls, 'search');
    assert.equal(searches.length, remembers ? sent.length : sent.length / 3, 'the same questions in each delivery');
    assert.equal(kindsOf(calls, 'charge').length, searches.length);
    assert.equal(kindsOf(calls, 'remembered').length, 0);
    assert.equal(new Set(calls.map(({ kind, id }) => `${kind}${id}`)).size, calls.length);
    assert.deepEqual(settled, [2 + Math.ceil(searches.length * PRICE)]);
    assert.equal(reserved(), settled[0], 'nothing is reserved twice');
  }
});

test('an answer that a kill kept from being recorded is charged', async () => {
  let killed = false;
  const { source, sent } = sourceOf();
  const { harness, request } = setup([source], 1_000, (events) => ({
    ...events,
    readStream: (...args) => events.readStream(...args),
    async append(stream, expected, appended) {
      const isCharge = appended.some(({ data }) => JSON.stringify(data).includes('"charge"'));
      if (!isCharge || killed) return events.append(stream, expected, appended);
      killed = true;
      throw new Killed();
    },
  }));
  const stream = await request('The harbour of Halvik is deep.');
  await harness.run();
  const calls = callsOf(harness, stream);
  const searches = kindsOf(calls, 'search').length;
  assert.equal(kindsOf(calls, 'charge').length, searches);
  assert.equal(sent.length, searches);
});

test('an answer that another verification paid for is not charged again after a kill', async () => {
  const asOther = { value: [], verification_id: 'ver_0190b0c0000070008000000000000002' };
  let killed = false;
  const { source, memory } = sourceOf({
    answer(text) {
      memory.set(text, asOther);
      if (killed) return { ok: true, value: [] };
      killed = true;
      throw new Killed();
    },
    remembers: false,
  });
  let refunds = 0;
  const { harness, request } = setup([source], 1_000, (events) => ({
    ...events,
    readStream: (...args) => events.readStream(...args),
    async append(stream, expected, appended) {
      if (isRefund(appended) && refunds++ === 0) throw new Killed();
      return events.append(stream, expected, appended);
    },
  }));
  const stream = await request('The harbour of Halvik is deep.');
  await harness.run();
  assert.ok(killed);
  const calls = callsOf(harness, stream);
  assert.equal(chargedFor(calls), (kindsOf(calls, 'search').length - 1) * PRICE);
});

test('limits of searches and documents hold over all deliveries', async () => {
  const { source } = sourceOf({ remembers: false });
  const claims = 24;
  const { harness, request } = setup([source], 1_000, killingAt('EvidenceRetrieved', 'EvidenceRetrieved'));
  const stream = await request(towns(claims));
  await harness.run();
  const calls = callsOf(harness, stream);
  const limits = limitsFor(claims);
  assert.equal(kindsOf(calls, 'search').length, limits.searches);
  assert.ok(kindsOf(calls, 'document').length <= limits.documents);
});

/** The message that starts retrieval, once the text was extracted. */
async function extracted(harness: Harness) {
  const triggering = (stage: 'extract' | 'retrieve') =>
    toStageMessage(stage, harness.events.log.find((event) => stagesOf(event).includes(stage))!);
  await harness.deliver('extract', triggering('extract'));
  return triggering('retrieve');
}

/** A log that answers nothing any more from the append of the search number `search` on. */
const dyingAt = (search: number) => (events: EventStore) => {
  let searches = 0;
  const alive = () => {
    if (searches >= search) throw new Killed();
  };
  return {
    ...events,
    async append(...args: Parameters<EventStore['append']>) {
      searches += JSON.stringify(args[2]).split('"search"').length - 1;
      alive();
      return events.append(...args);
    },
    async readStream(...args: Parameters<EventStore['readStream']>) {
      alive();
      return events.readStream(...args);
    },
  };
};

test('payments of another process count despite an older cached state', async () => {
  const { source } = sourceOf();
  const claims = 24;
  const { harness, request, reserved } = setup([source], 1_000, dyingAt(12));
  const stream = await request(towns(claims));
  const message = await extracted(harness);
  const other = verificationsOn(harness);
  await other.load(ID, { policy: 'cached', revision: message.revision });

  await assert.rejects(async () => STAGES.retrieve.create(harness)(message, delivery()), Killed);
  assert.notEqual(kindsOf(callsOf(harness, stream), 'charge').length, 0);
  await STAGES.retrieve.create({ ...harness, verifications: other })(message, delivery());

  const calls = callsOf(harness, stream);
  const charges = kindsOf(calls, 'charge');
  assert.equal(kindsOf(calls, 'remembered').length, 0, 'what was searched for is not counted again');
  assert.equal(charges.length, limitsFor(claims).searches);
  assert.equal(reserved(), 2 + Math.ceil(charges.length * PRICE));
});

test('a search without an answer in time is not charged, however late that is', async () => {
  const goesOn = Promise.withResolvers<void>();
  const { source, sent } = sourceOf({
    async answer(_, signal) {
      if (sent.length === 1) return { ok: true, value: [] };
      return new Promise((_resolve, reject) => signal.addEventListener('abort', reject));
    },
  });
  const outside: EvidenceSource = {
    id: 'outside',
    isCounted: true,
    async open(_, occasion, text, ledger) {
      const clock = { now: () => Date.now() };
      const work = { occasion, text, profile: 'general_web', clock, ledger, timeBudgetMs: 50 } as const;
      const searcher = new OutsideSearcher([source], work);
      return { search: (searches) => searcher.search(searches) };
    },
  };
  const slow = (events: EventStore): EventStore => ({
    ...events,
    readStream: (...args) => events.readStream(...args),
    async append(stream, expected, appended) {
      if (isRefund(appended)) await goesOn.promise;
      return events.append(stream, expected, appended);
    },
  });
  const { harness, request } = setup([], 1_000, slow, { sources: [outside] });
  const { rank } = harness.engine;
  harness.engine.rank = (...args) => {
    setTimeout(goesOn.resolve, 20);
    return rank(...args);
  };
  const stream = await request(towns(3));
  await harness.run();
  assert.equal(chargedFor(callsOf(harness, stream)), PRICE);
  assert.partialDeepStrictEqual(dataOf(harness, stream, 'VerificationCompleted'), [
    { source_usage: { cost_cents: PRICE } },
  ]);
});

test('an answer that arrives while retrieval is given up on is charged', async () => {
  const begun = Promise.withResolvers<void>();
  const failed = Promise.withResolvers<void>();
  const isOfSecondGroup = (text: string) => /[kl]vik/.test(text);
  const { source, sent } = sourceOf({
    async answer(text) {
      if (isOfSecondGroup(text)) {
        begun.resolve();
        await failed.promise;
      }
      return { ok: true, value: [] };
    },
  });
  const { harness, request, settled } = setup([source]);
  harness.engine.rank = async () => {
    await begun.promise;
    setTimeout(failed.resolve, 20);
    throw new EngineError('engine_error', 'threw');
  };
  const stream = await request(towns(12));
  await harness.run();
  assert.deepEqual(harness.retries, ['retried retrieve', 'gave up retrieve']);
  assert.ok(sent.some(isOfSecondGroup));
  assert.equal(chargedFor(callsOf(harness, stream)), sent.length * PRICE);
  assert.deepEqual(settled, [Math.ceil(sent.length * PRICE)]);
});

/** By the watch and the stage that erase what has expired. */
async function erase(harness: Harness): Promise<void> {
  harness.now.ms += EXPIRED_BY_MS;
  const { signal } = delivery();
  await createExpiryWatch(harness).run(signal);
  await harness.deliveries.erase.handle(toStageMessage('erase', harness.events.log.at(-1)!), delivery());
}

test('a search under way while its verification is erased is charged', async () => {
  const { source, sent } = sourceOf({
    async answer() {
      if (sent.length === 1) await erase(harness);
      return { ok: true, value: [] };
    },
  });
  const { harness, request, settled } = setup([source]);
  const stream = await request('The harbour of Halvik is deep.');
  await harness.run();
  assert.partialDeepStrictEqual(dataOf(harness, stream, 'VerificationFailed'), [
    { reason: 'source_expired', source_usage: { searches: 1, cost_cents: PRICE } },
  ]);
  assert.equal(sent.length, 1);
  assert.deepEqual(settled, [1]);
});

test('searches stay within the free allowance', async () => {
  const { source, sent } = sourceOf();
  const freeAllowance = { cents: 3, payment_provider: 'stripe', rootOf: async (id: string) => id } as const;
  const { harness, request, settled } = setup([source], 1_000, undefined, { freeAllowance });
  await execute(
    harness.events,
    ORGANIZATION,
    'org_1',
    {
      type: 'CreateOrganization',
      organization_id: 'org_1',
      name: 'Harbours',
      owner_user_id: 'user_1',
      root_id: 'org_1',
      created_at: '2026-01-01T00:00:00.000Z',
    },
    { metadata: requestMetadata(ID) },
  );
  const stream = await request(towns(4));
  await harness.run();
  assert.equal(sent.length, 1 / PRICE);
  assert.deepEqual(settled, [3]);
  assert.match(JSON.stringify(gapsOf(harness, stream)), /cost_limit_reached/);
});

test('a claim without words to search for says so, and counts as not searched', async () => {
  const { source, sent } = sourceOf();
  const { harness, request } = setup([source]);
  harness.engine.planQueries = async (claims) => claims.map(() => []);
  const stream = await request('It is.');
  await harness.run();
  assert.deepEqual(sent, []);
  assert.deepEqual(gapsOf(harness, stream), [['no_words_to_search']]);
  assert.partialDeepStrictEqual(dataOf(harness, stream, 'RetrievalCompleted'), [{ unsearched_claims: 1 }]);
});

test('calls are recorded without words of the text', async () => {
  const { source } = sourceOf();
  const { harness, request } = setup([source]);
  const stream = await request('The harbour of Halvik is deep.');
  await harness.run();
  const recorded = JSON.stringify(dataOf(harness, stream, 'SourcesAsked'));
  assert.match(recorded, /brave/);
  assert.doesNotMatch(recorded, /halvik|harbour|deep/i);
});
