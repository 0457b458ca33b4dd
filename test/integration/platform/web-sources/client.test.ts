/** The client of outside sources against a wiki on loopback: rates, pauses, failures, circuits. */
import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { setTimeout as delay, setImmediate as turn } from 'node:timers/promises';
import { systemTimers } from '#common/time.ts';
import type { ServerValues } from '#contracts/ports/server-values.ts';
import type { WebCandidate, WebFailure } from '#contracts/ports/web-sources.ts';
import { createOutboundGuard, type OutboundGuardOptions } from '#platform/outbound/outbound-guard.ts';
import { MemoryLeases } from '#platform/sqlite/operations/volatile-state.ts';
import {
  type AnswerMemory,
  createSourceClient,
  type SourceClient,
  type SourceClientOptions,
} from '#platform/web-sources/client.ts';
import { wikipedia } from '#platform/web-sources/wikipedia.ts';
import type { SourceText } from '#platform/web-sources/wire.ts';
import { openWikiServer, type WikiServer, type WikiTrouble } from '#test/doubles/web-sources/wiki-server.ts';
import { eventually } from '#test/support/eventually.ts';
import { ManualClock } from '#test/support/manual-clock.ts';

const ARTICLES = [{ title: 'Eiffel Tower', text: 'The Eiffel Tower is 330 metres tall.' }];
const QUERY = { text: 'eiffel tower', language: 'en', limit: 5 };
const TOWER = { key: '1', url: 'https://en.wikipedia.org/wiki/Eiffel_Tower', title: 'Eiffel Tower' } as WebCandidate;
const NOBODY = { verification_id: null };
const signal = new AbortController().signal;
const ASKING = { organization_id: 'org_1', signal };

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function wikiServer(takes = 0): Promise<WikiServer> {
  const wiki = await openWikiServer(ARTICLES, { takes });
  closing.push(() => wiki.close());
  return wiki;
}

/** What the processes of a deployment share. */
function deployment() {
  const values = new Map<string, string>();
  return {
    leases: new MemoryLeases(),
    values: {
      get: async (key) => values.get(key) ?? null,
      async compareAndSet(key, expected, value) {
        if ((values.get(key) ?? null) !== expected) return false;
        values.set(key, value);
        return true;
      },
    } satisfies ServerValues,
  };
}

/** What all processes remember of one question. */
function memoryOfOne<Value>(): AnswerMemory<Value> {
  let kept: Value | null = null;
  return {
    get: async () => (kept === null ? null : { ok: true, value: kept, cached: NOBODY }),
    async put(value) {
      kept = value;
    },
  };
}

let instances = 0;
function clientOf(url: string, shared = deployment(), options: Partial<SourceClientOptions> = {}): SourceClient {
  const guard = createOutboundGuard({ allowHosts: [new URL(url).host], contact: 'us@example.org', version: '1' });
  const client = createSourceClient({
    guard,
    contact: null,
    baseUrls: { wikipedia: url },
    clock: { now: () => Date.now() },
    timers: systemTimers,
    instance: `process ${++instances}`,
    ...shared,
    ...options,
  });
  closing.push(
    () => guard.close(),
    () => client.close(),
  );
  return client;
}

async function failureOf(client: SourceClient, asking = ASKING): Promise<WebFailure | null> {
  const outcome = await client.search(wikipedia, QUERY, asking);
  return outcome.ok ? null : outcome.failure;
}

test('a serial source gets one request at a time from all processes', async () => {
  const wiki = await wikiServer(20);
  const shared = deployment();
  const clients = [clientOf(wiki.url, shared), clientOf(wiki.url, shared)];
  const outcomes = await Promise.all(
    clients.flatMap((client) =>
      ['org_1', 'org_2', 'org_3'].map((organization_id) =>
        client.search(wikipedia, QUERY, { organization_id, signal }),
      ),
    ),
  );
  assert(outcomes.every(({ ok }) => ok));
  assert.equal(wiki.requests.length, 6);
  assert.equal(wiki.busiest, 1);
  assert(wiki.requests.every(({ userAgent }) => userAgent === 'evidence-verification/1 (us@example.org)'));
});

test('what a serial source answered is kept before it is asked again', async () => {
  const wiki = await wikiServer();
  const client = clientOf(wiki.url, deployment());
  const sentWhenKept: number[] = [];
  const memory = {
    get: async () => null,
    async put() {
      await delay(50);
      sentWhenKept.push(wiki.requests.length);
    },
  };
  await Promise.all(
    ['org_1', 'org_2', 'org_3'].flatMap((organization_id) => [
      client.search(wikipedia, QUERY, { organization_id, signal }, memory),
      client.read(wikipedia, [TOWER], QUERY, { organization_id, signal }, memory),
    ]),
  );
  assert.deepEqual(sentWhenKept, [1, 2, 3, 4, 5, 6]);
});

test('a question that was answered while it waited for its turn is not sent', async () => {
  const wiki = await wikiServer(20);
  const shared = deployment();
  const clients = [clientOf(wiki.url, shared), clientOf(wiki.url, shared)];
  const search = memoryOfOne<WebCandidate[]>();
  const read = memoryOfOne<SourceText[]>();
  const [found, texts] = await Promise.all([
    Promise.all([...clients, ...clients].map((client) => client.search(wikipedia, QUERY, ASKING, search))),
    Promise.all([...clients, ...clients].map((client) => client.read(wikipedia, [TOWER], QUERY, ASKING, read))),
  ]);
  assert.deepEqual([wiki.searches().length, wiki.reads().length], [1, 1]);
  assert(found.every((outcome) => outcome.ok && outcome.value[0]?.title === 'Eiffel Tower'));
  assert(texts.every((outcome) => outcome.ok && outcome.value[0]?.text.includes('330 metres')));
});

test('an answer from memory does not say that the host works', async () => {
  const wiki = await wikiServer();
  wiki.always = 'hangs_up';
  const client = clientOf(wiki.url);
  const known = { get: async () => ({ ok: true as const, value: [], cached: NOBODY }), put: async () => {} };
  // Each is tried twice, and the third failure in a row opens the circuit.
  assert.deepEqual(await failureOf(client), { reason: 'unavailable' });
  assert((await client.search(wikipedia, QUERY, ASKING, known)).ok);
  assert.deepEqual(await failureOf(client), { reason: 'circuit_open' });
});

test('the least time between two requests holds over all processes', async () => {
  const wiki = await wikiServer();
  const shared = deployment();
  const clock = new ManualClock();
  const clients = [
    clientOf(wiki.url, shared, { clock, timers: clock }),
    clientOf(wiki.url, shared, { clock, timers: clock }),
  ];
  const paced = { ...wikipedia, rate: { interval_ms: 1_000, concurrent: 2 } };
  const asked = [...clients, ...clients].map((client) => client.search(paced, QUERY, ASKING));
  for (let requests = 1; requests <= asked.length; requests++) {
    await eventually('an answer', () => wiki.requests.filter(({ answered }) => answered).length === requests);
    for (let passed = 0; passed < 900; passed += 100) {
      clock.advance(100);
      await turn();
    }
    assert.equal(wiki.requests.length, requests, 'too early');
    clock.advance(100);
  }
  assert((await Promise.all(asked)).every(({ ok }) => ok));
});

test('a pause that the source asks for holds for all processes', async () => {
  const wiki = await wikiServer();
  const shared = deployment();
  wiki.trouble({ maxlag: 600 });
  const failure = await failureOf(clientOf(wiki.url, shared));
  assert.deepEqual(failure, { reason: 'rate_limited', retry_after_ms: 600_000 });
  assert.equal((await failureOf(clientOf(wiki.url, shared)))?.reason, 'rate_limited');
  assert.equal(wiki.requests.length, 1);
});

test('requests that wait for their turn are not sent once the source asks for a pause', async () => {
  const wiki = await wikiServer();
  wiki.trouble({ status: 429, headers: { 'retry-after': '600' } });
  const client = clientOf(wiki.url);
  const failures = await Promise.all(Array.from({ length: 30 }, () => failureOf(client)));
  assert(failures.every((failure) => failure?.reason === 'rate_limited'));
  assert.equal(wiki.requests.length, 1);
});

test('requests that wait for their turn are not sent once the circuit is open', async () => {
  const wiki = await wikiServer();
  wiki.always = 'stall';
  const client = clientOf(wiki.url, undefined, { timeoutMs: 200 });
  const asking = Array.from({ length: 12 }, (_, i) => ({ organization_id: `org_${i}`, signal }));
  const failures = await Promise.all(asking.map((each) => failureOf(client, each)));
  assert.deepEqual(
    failures.map((failure) => failure?.reason),
    [...Array(3).fill('timeout'), ...Array(9).fill('circuit_open')],
  );
  assert.equal(wiki.requests.length, 3);
});

test('a short pause is waited for, and the request repeated', async () => {
  const wiki = await wikiServer();
  wiki.trouble({ status: 429, headers: { 'retry-after': '1' } });
  assert.equal(await failureOf(clientOf(wiki.url)), null);
  assert.equal(wiki.requests.length, 2);
});

test('failures have types', async () => {
  const cases: [WikiTrouble, WebFailure][] = [
    [{ status: 403 }, { reason: 'refused', status: 403 }],
    [
      { status: 302, headers: { location: 'http://169.254.169.254/' } },
      { reason: 'refused', status: 302 },
    ],
    [{ answer: { query: { search: [{ pageid: 1 }] } } }, { reason: 'format', field: 'query.search[0].title' }],
    [{ answer: '<html>' }, { reason: 'format', field: 'a JSON document' }],
    ['stall', { reason: 'timeout' }],
    [{ status: 200, body: JSON.stringify({ pad: 'x'.repeat(9_000) }) }, { reason: 'too_large' }],
  ];
  for (const [trouble, expected] of cases) {
    const wiki = await wikiServer();
    wiki.always = trouble;
    const client = clientOf(wiki.url, undefined, { timeoutMs: 300, maxBytes: 5_000 });
    assert.deepEqual(await failureOf(client), expected);
  }
});

test('private hosts are not asked', async () => {
  const wiki = await wikiServer();
  const guard = createOutboundGuard({ allowHosts: [], contact: null, version: '1' });
  closing.push(() => guard.close());
  assert.deepEqual(await failureOf(clientOf(wiki.url, undefined, { guard })), { reason: 'blocked' });
  assert.equal(wiki.requests.length, 0);
});

test('a missing network is noticed once, and nobody waits for the trial', async () => {
  let now = 1_000_000;
  const resolved: string[] = [];
  let isBack = false;
  const wiki = await wikiServer();
  const guard = createOutboundGuard({
    allowHosts: [`wiki.test:${new URL(wiki.url).port}`],
    contact: null,
    version: '1',
    async resolve(name) {
      resolved.push(name);
      if (!isBack) throw Object.assign(new Error('no'), { code: 'EAI_AGAIN' });
      return ['127.0.0.1'];
    },
  });
  closing.push(() => guard.close());
  const url = `http://wiki.test:${new URL(wiki.url).port}`;
  const client = clientOf(url, undefined, { guard, clock: { now: () => now } });
  for (let i = 0; i < 3; i++) assert.deepEqual(await failureOf(client), { reason: 'no_network' });
  assert.equal(resolved.length, 1);

  now += 31_000;
  isBack = true;
  assert.deepEqual(await failureOf(client), { reason: 'no_network' }, 'the trial is not waited for');
  while ((await failureOf(client)) !== null) await new Promise((resolve) => setTimeout(resolve, 10));
  assert.equal(resolved.length, 2);
});

test('a trial with a credential, which may be paid for, is waited for', async () => {
  let now = 1_000_000;
  const wiki = await wikiServer();
  wiki.always = { status: 503 };
  const client = clientOf(wiki.url, undefined, { clock: { now: () => now } });
  const paying = { ...ASKING, credential: 'secret' };
  for (const organization_id of ['org_1', 'org_2', 'org_3']) await failureOf(client, { ...paying, organization_id });
  const sent = wiki.requests.length;
  assert.deepEqual(await failureOf(client, paying), { reason: 'circuit_open' });
  assert.equal(wiki.requests.length, sent);

  now += 31_000;
  wiki.always = null;
  assert.equal(await failureOf(client, paying), null);
  assert.equal(wiki.requests.length, sent + 1);
});

test('a silent resolver or host counts as no network, and delays only once', async () => {
  const wiki = await wikiServer();
  const never = () => new Promise<never>(() => {});
  let waited = 0;
  const silent: Partial<OutboundGuardOptions>[] = [
    {
      resolve() {
        waited++;
        return never();
      },
    },
    {
      resolve: async () => ['127.0.0.1'],
      connect() {
        waited++;
      },
    },
  ];
  const host = `wiki.test:${new URL(wiki.url).port}`;
  for (const [i, options] of silent.entries()) {
    const guard = createOutboundGuard({
      allowHosts: [host],
      contact: null,
      version: '1',
      timeoutMs: 5_000,
      ...options,
    });
    const client = clientOf(`http://${host}`, undefined, { guard, timeoutMs: 200 });
    for (let asked = 0; asked < 3; asked++) assert.deepEqual(await failureOf(client), { reason: 'no_network' });
    assert.equal(waited, i + 1);
  }
});
