import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { Agent } from 'undici';
import { FairSlots } from '#common/fair-slots.ts';
import type { LanguageModelRequest } from '#contracts/ports/language-model.ts';
import { createModelClient } from '#platform/models/client.ts';
import { OPERATOR_WIRE } from '#platform/models/providers.ts';
import { openDirectDispatcher } from '#platform/outbound/direct-dispatcher.ts';
import { createOutboundGuard } from '#platform/outbound/outbound-guard.ts';
import { chatCompletions } from '#test/doubles/models/chat-completions.ts';
import { type ModelServer, openModelServer } from '#test/doubles/models/server.ts';
import { eventually } from '#test/support/eventually.ts';
import { ManualClock } from '#test/support/manual-clock.ts';

const REQUEST: LanguageModelRequest = {
  model: 'small-1',
  messages: [{ role: 'user', content: 'Halvorsen?' }],
  answer: null,
  limits: { max_output_tokens: 10 },
  first_token: false,
};
const signal = new AbortController().signal;

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function openServer(): Promise<ModelServer> {
  const server = await openModelServer({ format: chatCompletions('ollama') });
  closing.push(() => server.close());
  return server;
}

test('a provider at a private address is refused unless its host is allowed', async () => {
  const server = await openServer();
  const kinds: unknown[] = [];
  for (const allowHosts of [[], [new URL(server.url).host]]) {
    const guard = createOutboundGuard({ allowHosts, contact: null, version: '0' });
    closing.push(() => guard.close());
    const model = createModelClient({
      wire: OPERATOR_WIRE,
      baseUrl: server.url,
      credential: '',
      dispatcher: () => guard.dispatcher(),
    });
    const outcome = await model.ask(REQUEST, { organization_id: 'org_1', signal });
    kinds.push(outcome.ok || outcome.failure);
  }
  assert.deepEqual(kinds, [{ kind: 'unavailable', reason: 'blocked_address' }, true]);
  assert.equal(server.requests.length, 1);
});

test('questions are limited to the slots, and too many waiting ones are refused', async () => {
  const server = await openServer();
  const dispatcher = await openDirectDispatcher();
  closing.push(() => dispatcher.destroy());
  const model = createModelClient({
    wire: OPERATOR_WIRE,
    baseUrl: server.url,
    credential: '',
    dispatcher: async () => dispatcher,
    slots: new FairSlots({ slots: 2, waitingPerKey: 4 }),
  });
  const { promise, resolve } = Promise.withResolvers<void>();
  server.held = promise;
  const asked = Array.from({ length: 8 }, () => model.ask(REQUEST, { organization_id: 'org_1', signal }));
  await eventually('two questions', () => server.requests.length === 2);
  await asked.at(-1);
  assert.equal(server.requests.length, 2);
  resolve();
  const outcomes = await Promise.all(asked);
  assert.equal(server.requests[0]!.headers.authorization, undefined);
  const busy = outcomes.filter((outcome) => !outcome.ok && JSON.stringify(outcome.failure).includes('busy'));
  assert.deepEqual([outcomes.filter(({ ok }) => ok).length, busy.length], [6, 2]);
});

test('neither a time limit nor an abort waits for a connection that never comes', async () => {
  const dispatcher = new Agent({ connect: () => {} });
  closing.push(() => dispatcher.destroy());
  const client = (timeoutMs: number) =>
    createModelClient({
      wire: OPERATOR_WIRE,
      baseUrl: 'http://127.0.0.1:1/v1',
      credential: '',
      dispatcher: async () => dispatcher,
      timeoutMs,
      deadlineMs: timeoutMs,
    });
  const late = await client(30).ask(REQUEST, { organization_id: 'org_1', signal });
  assert.deepEqual(late.ok || late.failure, { kind: 'unavailable', reason: 'timeout' });
  const controller = new AbortController();
  const asking = client(60_000).ask(REQUEST, { organization_id: 'org_1', signal: controller.signal });
  setImmediate(() => controller.abort(new Error('enough')));
  await assert.rejects(asking, /enough/);
});

async function openOnClock(clock: ManualClock, deadlineMs: number, slots = new FairSlots({ slots: 1 })) {
  const server = await openServer();
  const dispatcher = await openDirectDispatcher();
  closing.push(() => dispatcher.destroy());
  const delays: number[] = [];
  const after = (delay: number, callback: () => void) => {
    delays.push(delay);
    return clock.after(delay, callback);
  };
  const model = createModelClient({
    wire: OPERATOR_WIRE,
    baseUrl: server.url,
    credential: '',
    dispatcher: async () => dispatcher,
    slots,
    deadlineMs,
    clock,
    timers: { after },
  });
  const ask = (organization_id = 'org_1', changes: Partial<LanguageModelRequest> = {}) =>
    model.ask({ ...REQUEST, ...changes }, { organization_id, signal });
  return { server, model, ask, delays };
}

test('a retry that would start after its deadline is not made', async () => {
  const clock = new ManualClock();
  const { server, ask, delays } = await openOnClock(clock, 10_000);
  server.trouble(...Array.from({ length: 6 }, () => ({ status: 429 })));
  const early = Array.from({ length: 6 }, () => ask());
  await eventually('six pauses', () => delays.length === 6);
  const { promise, resolve } = Promise.withResolvers<void>();
  server.held = promise;
  const slow = ask();
  await eventually('a question that takes long', () => server.requests.length === 7);
  clock.advance(6_000);
  await new Promise(setImmediate);
  clock.advance(5_000);
  resolve();
  assert.ok((await slow).ok);
  const limited = { ok: false, failure: { kind: 'rate_limited', retry_after_ms: null }, usage: null };
  assert.deepEqual(await Promise.all(early), Array(6).fill(limited));
  assert.ok((await ask()).ok);
  assert.equal(server.requests.length, 8);
});

test('tries without reported usage are counted, except refused ones', async () => {
  const server = await openServer();
  const dispatcher = await openDirectDispatcher();
  closing.push(() => dispatcher.destroy());
  const options = { wire: OPERATOR_WIRE, baseUrl: server.url, credential: '', dispatcher: async () => dispatcher };
  const model = createModelClient(options);
  const ask = () => model.ask(REQUEST, { organization_id: 'org_1', signal });
  server.trouble('hangs_up', { status: 503 });
  const retried = await ask();
  assert.ok(retried.ok);
  assert.deepEqual([retried.usage, retried.untold_tries], [{ input_tokens: 21, output_tokens: 9 }, 1]);
  server.trouble('broken_json');
  assert.equal((await ask()).untold_tries, 1);
  server.trouble({ status: 400 });
  const refused = await ask();
  assert.deepEqual([refused.ok, refused.usage, refused.untold_tries], [false, null, undefined]);
  const nobody = await openServer();
  await nobody.close();
  const unreachable = await createModelClient({ ...options, baseUrl: nobody.url }).ask(REQUEST, {
    organization_id: 'org_1',
    signal,
  });
  assert.deepEqual([unreachable.ok, unreachable.usage, unreachable.untold_tries], [false, null, undefined]);
});

test('a Retry-After beyond the deadline ends the attempts', async () => {
  const clock = new ManualClock();
  const { server, ask, delays } = await openOnClock(clock, 30_000);
  server.trouble({ status: 429, headers: { 'retry-after': '20' } });
  const first = ask();
  await eventually('a pause', () => delays.length === 1);
  const second = ask();
  await eventually('a second pause', () => delays.length === 2);
  // The machine slept.
  clock.advance(40_000);
  const limited = { ok: false, failure: { kind: 'rate_limited', retry_after_ms: 20_000 }, usage: null };
  assert.deepEqual(await Promise.all([first, second]), [limited, limited]);
  assert.ok((await ask()).ok);
  assert.equal(server.requests.length, 2);
});

for (const status of [401, 402, 404]) {
  test(`a server that responds ${status} to every question is spared for a while`, async () => {
    const clock = new ManualClock();
    const { server, ask } = await openOnClock(clock, 30_000);
    server.trouble(...Array.from({ length: 5 }, () => ({ status })));
    for (let i = 0; i < 7; i++) await ask();
    assert.equal(server.requests.length, 5);
    clock.advance(31_000);
    assert.ok((await ask()).ok);
  });
}

test('failures of one organization do not block the others', async () => {
  const clock = new ManualClock();
  const { server, model, ask } = await openOnClock(clock, 30_000);
  server.trouble(...Array.from({ length: 5 }, () => ({ status: 401 })));
  for (let i = 0; i < 5; i++) await ask('org_1');
  assert.deepEqual(model.openCircuits(), { shared: false, organizations: 1 });
  assert.equal((await ask('org_1')).ok, false);
  assert.ok((await ask('org_2')).ok);
  assert.equal(server.requests.length, 6);
});

test('an organization whose questions to two models fail counts once', async () => {
  const { server, model, ask } = await openOnClock(new ManualClock(), 30_000);
  server.trouble(...Array.from({ length: 10 }, () => ({ status: 404 })));
  for (const name of ['small-1', 'small-2']) for (let i = 0; i < 5; i++) await ask('org_1', { model: name });
  assert.deepEqual(model.openCircuits(), { shared: false, organizations: 1 });
});

test('failures of several organizations block the server for all', async () => {
  const clock = new ManualClock();
  const { server, model, ask } = await openOnClock(clock, 30_000);
  server.trouble(...Array.from({ length: 6 }, () => ({ status: 401 })));
  for (let i = 0; i < 4; i++) await ask('org_1');
  for (let i = 0; i < 2; i++) await ask('org_2');
  assert.deepEqual(model.openCircuits(), { shared: true, organizations: 0 });
  assert.equal((await ask('org_3')).ok, false);
  assert.equal(server.requests.length, 6);
  clock.advance(31_000);
  assert.ok((await ask('org_3')).ok);
  assert.ok((await ask('org_1')).ok);
});

test("a missing model does not affect the server's other models", async () => {
  const { server, ask } = await openOnClock(new ManualClock(), 30_000);
  server.trouble(...Array.from({ length: 6 }, () => ({ status: 404 })));
  for (const organization of ['org_1', 'org_2']) for (let i = 0; i < 3; i++) await ask(organization);
  assert.ok((await ask('org_1', { model: 'small-2' })).ok);
  assert.ok((await ask('org_3')).ok);
});

test('a server that asks for a day of rest is tried after five minutes', async () => {
  const clock = new ManualClock();
  const { server, ask } = await openOnClock(clock, 30_000);
  server.trouble({ status: 429, headers: { 'retry-after': '86400' } });
  const limited = (retry_after_ms: number) => ({ kind: 'rate_limited', retry_after_ms });
  const first = await ask();
  assert.deepEqual(first.ok || first.failure, limited(86_400_000));
  const second = await ask('org_2');
  assert.deepEqual(second.ok || second.failure, limited(300_000));
  clock.advance(300_000);
  assert.ok((await ask('org_2')).ok);
});

test('a pause for one server holds no turn of another', async () => {
  const clock = new ManualClock();
  const slots = new FairSlots({ slots: 1 });
  const [limited, other] = [await openOnClock(clock, 60_000, slots), await openOnClock(clock, 60_000, slots)];
  limited.server.trouble({ status: 429, headers: { 'retry-after': '20' } });
  const pausing = [limited.ask()];
  await eventually('a pause', () => limited.delays.length === 1);
  pausing.push(limited.ask('org_2'));
  await eventually('a second pause', () => limited.delays.length === 2);
  assert.ok((await other.ask('org_3')).ok);
  clock.advance(20_000);
  assert.ok((await Promise.all(pausing)).every(({ ok }) => ok));
});

test('conversations use their own slots, not those of judges', async () => {
  const server = await openServer();
  const dispatcher = await openDirectDispatcher();
  closing.push(() => dispatcher.destroy());
  const model = createModelClient({
    wire: OPERATOR_WIRE,
    baseUrl: server.url,
    credential: '',
    dispatcher: async () => dispatcher,
    slots: new FairSlots({ slots: 1 }),
    chatSlots: new FairSlots({ slots: 2 }),
  });
  const { promise, resolve } = Promise.withResolvers<void>();
  server.held = promise;
  const occasion = { organization_id: 'org_1', signal };
  const writing = Array.from({ length: 3 }, () => model.ask(REQUEST, { ...occasion, purpose: 'chat' }));
  await eventually('two conversations', () => server.requests.length === 2);
  const judging = model.ask(REQUEST, occasion);
  await eventually('a question of a judge', () => server.requests.length === 3);
  resolve();
  assert.ok((await Promise.all([judging, ...writing])).every(({ ok }) => ok));
  assert.equal(server.requests.length, 4);
});
