/** Chat completions over HTTP, with a stand-in for the operator's model, in the shape under test. */

import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { request } from 'undici';
import { providerAddresses } from '#apps/provider-urls.ts';
import { idempotentCall } from '#command-api/verification/idempotency.ts';
import { ChatCompletion, ChatCompletionChunk } from '#contracts/http/chat.ts';
import { newId } from '#domain/ids.ts';
import { NO_PRICES } from '#domain/tariff.ts';
import { anthropic } from '#test/doubles/models/anthropic.ts';
import { chatCompletions } from '#test/doubles/models/chat-completions.ts';
import { type ModelServer, openModelServer, type Trouble } from '#test/doubles/models/server.ts';
import { eventsIn, readEvents, type ServerSentEvent } from '#test/support/event-stream.ts';
import { eventually } from '#test/support/eventually.ts';
import { type Answer, openTestService, type TestService } from '#test/support/service/open.ts';
import { strict } from '#test/support/service/strict.ts';

const CREDENTIAL = 'key-of-the-model-server';
const SAID = 'Halvorsen runs the ferry. It is red.';
const ASKED = { model: 'writer:8b', messages: [{ role: 'user', content: 'Who runs the ferry?' }] };
const STREAMED = { ...ASKED, stream: true };

/** Settings of a model at the server. */
const modelOf = ({ url }: ModelServer, { key = CREDENTIAL, isExternal = false } = {}) => ({
  url,
  name: ASKED.model,
  key,
  kind: 'general' as const,
  isExternal,
  prices: NO_PRICES,
});

let server: ModelServer;
let service: TestService;
let url: string;

before(async () => {
  server = await openModelServer({ format: chatCompletions('ollama'), credential: CREDENTIAL });
  const model = modelOf(server);
  service = await openTestService({ model });
  url = `${await service.service.app.listen({ host: '127.0.0.1', port: 0 })}/v1/chat/completions`;
});
after(async () => {
  await service.close();
  await server.close();
});
beforeEach(() => {
  server.says = () => ({ text: SAID });
  server.requests.length = 0;
  service.engine.failWith = null;
});

const chat = (body: object, key?: string): Promise<Answer> =>
  service.call('POST', '/chat/completions', { body, headers: key === undefined ? {} : { 'idempotency-key': key } });

/** Over a socket, so that the answer can be read as it comes and be broken off. */
function open(body: object, { key, signal }: { key?: string; signal?: AbortSignal } = {}) {
  return request(url, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${service.key}`,
      'content-type': 'application/json',
      ...(key !== undefined && { 'idempotency-key': key }),
    },
    body: JSON.stringify(body),
    ...(signal && { signal }),
  });
}

function chunkOf({ data }: ServerSentEvent): ChatCompletionChunk {
  return strict(ChatCompletionChunk).parse(JSON.parse(data)) as ChatCompletionChunk;
}

const historyOf = (id: string) => service.service.stores.events.readStream(`verification-${id}`);

test('a completion carries the verification of its text, which can be read later', async () => {
  const { status, body } = await chat(ASKED);
  assert.equal(status, 200);
  assert.ok(strict(ChatCompletion).safeParse(body).success);
  const [choice] = body.choices;
  assert.deepEqual([choice.message.content, choice.finish_reason], [SAID, 'stop']);
  assert.deepEqual(body.usage, { prompt_tokens: 21, completion_tokens: 9, total_tokens: 30 });
  const { verification_id, status: outcome, claims } = body.verification;
  assert.equal(outcome, 'completed');
  const { result } = (await service.call('GET', `/verifications/${verification_id}`)).body;
  assert.deepEqual(
    result.claims.map(({ id, verdict }: { id: string; verdict: string }) => [id, verdict]),
    claims.map(({ id, verdict }: { id: string; verdict: string }) => [id, verdict]),
  );
  assert.deepEqual(result.counts, body.verification.counts);
});

test('the conversation, the temperature and the limit reach the model', async () => {
  const messages = [
    { role: 'system', content: 'Be brief.' },
    { role: 'user', content: 'Who?' },
    { role: 'assistant', content: 'Halvorsen.' },
    { role: 'user', content: 'Since when?' },
  ];
  assert.equal((await chat({ ...ASKED, messages, max_tokens: 77, temperature: 0.4 })).status, 200);
  const { understood } = server.requests[0]!;
  assert.deepEqual(
    [understood?.maxTokens, understood?.temperature, understood?.speakers],
    [77, 0.4, ['user', 'assistant', 'user']],
  );
});

test('which model wrote is recorded with the request, and the text is sealed', async () => {
  const { verification_id } = (await chat(ASKED)).body.verification;
  const events = await historyOf(verification_id);
  assert.deepEqual(
    events.slice(0, 2).map(({ type }) => type),
    ['VerificationRequested.v2', 'CompletionGenerated.v1'],
  );
  const { model, finish_reason, input_tokens, output_tokens } = events[1]!.data;
  assert.deepEqual([model, finish_reason, input_tokens, output_tokens], [ASKED.model, 'stop', 21, 9]);
  assert.doesNotMatch(JSON.stringify([events, service.logs]), /Halvorsen|ferry|key-of-the-model-server/);
});

test('a stream sends the text first, and its verification at the end', async () => {
  const release = service.engine.hold();
  const { body, headers, statusCode } = await open(STREAMED);
  assert.equal(statusCode, 200);
  assert.match(String(headers['content-type']), /^text\/event-stream/);
  const events = readEvents(body);
  const first = (await events.next()).value as ServerSentEvent;
  assert.equal(first.event, 'completion');
  const shown = chunkOf(first);
  assert.deepEqual(shown.choices, [{ index: 0, delta: { role: 'assistant', content: SAID }, finish_reason: null }]);
  assert.deepEqual(shown.verification, { status: 'unverified' });
  release();
  const second = (await events.next()).value as ServerSentEvent;
  assert.equal(second.event, 'verification');
  const last = chunkOf(second);
  assert.deepEqual([last.id, last.created], [shown.id, shown.created]);
  assert.deepEqual(last.choices, [{ index: 0, delta: {}, finish_reason: 'stop' }]);
  assert.equal(last.verification.status, 'completed');
  assert.equal(last.usage?.total_tokens, 30);
  assert.deepEqual(await events.next(), { done: false, value: { event: 'message', data: '[DONE]' } });
  assert.equal((await events.next()).done, true);
});

test('a replay is the first answer byte for byte, also of a stream, and asks no model', async () => {
  for (const asked of [ASKED, STREAMED]) {
    const key = `replay-${'stream' in asked}`;
    const first = await chat(asked, key);
    assert.equal(first.status, 200);
    const again = await chat(asked, key);
    assert.equal(again.text, first.text);
    assert.equal(again.headers['content-type'], first.headers['content-type']);
    assert.equal(again.headers['idempotency-replayed'], 'true');
  }
  assert.equal(server.requests.length, 2);
  assert.equal((await chat(STREAMED, 'replay-false')).body.error.code, 'idempotency_key_conflict');
});

test('failures of a model are typed errors without words of its server', async () => {
  const cases: [Trouble[], number, string, string | undefined][] = [
    [[{ status: 401 }], 502, 'provider_error', 'false'],
    [[{ status: 402 }], 502, 'provider_error', 'false'],
    [[{ status: 400 }], 502, 'provider_error', 'false'],
    [['strange_form'], 502, 'provider_error', undefined],
    [['truncated', 'truncated', 'truncated'], 502, 'provider_error', undefined],
  ];
  for (const [troubles, status, code, retry] of cases) {
    for (const asked of [ASKED, STREAMED]) {
      server.trouble(...troubles);
      const answer = await chat(asked);
      assert.deepEqual([answer.status, answer.body.error.code], [status, code], JSON.stringify(troubles));
      assert.equal(answer.headers['x-should-retry'], retry, JSON.stringify(troubles));
      assert.doesNotMatch(answer.text, /status \d|quota_|key-of/);
      server.says = () => ({ text: SAID });
      assert.equal((await chat(ASKED)).status, 200);
    }
  }
});

test('a model that declines is a provider error that is not worth repeating', async () => {
  server.says = () => ({ ends: 'refused' });
  const { status, headers } = await chat(ASKED);
  assert.deepEqual([status, headers['x-should-retry']], [502, 'false']);
});

test('a rate limit of the provider is passed on with the time to wait', async (context) => {
  const limited = await openModelServer({ format: chatCompletions('ollama') });
  const model = modelOf(limited, { key: '' });
  const other = await openTestService({ model });
  context.after(async () => {
    await other.close();
    await limited.close();
  });
  limited.trouble({ status: 429, headers: { 'retry-after': '900' } });
  const { status, headers, body } = await other.call('POST', '/chat/completions', { body: ASKED });
  assert.deepEqual([status, body.error.code, headers['x-should-retry']], [429, 'rate_limit_exceeded', 'false']);
  assert.ok(Number(headers['retry-after']) > 800);
});

test('a model that nobody has connected, or that only says yes or no, is not found', async (context) => {
  assert.equal((await chat({ ...ASKED, model: 'gpt-99' })).body.error.code, 'not_found');
  const model = {
    url: server.url,
    name: 'minicheck',
    key: CREDENTIAL,
    kind: 'grounding',
    isExternal: false,
    prices: NO_PRICES,
  } as const;
  const other = await openTestService({ model });
  context.after(() => other.close());
  const grounding = await other.call('POST', '/chat/completions', { body: { ...ASKED, model: 'minicheck' } });
  assert.equal(grounding.status, 404);
});

test('a failed call costs nothing and releases its key, also for another request', async () => {
  const { id, secret } = await service.issue({ monthly_cost_limit_cents: 4 });
  const post = (body: object) =>
    service.call('POST', '/chat/completions', { body, key: secret, headers: { 'idempotency-key': `free-${id}` } });
  for (let i = 0; i < 3; i++) {
    server.says = () => ({ ends: 'refused' });
    assert.equal((await post({ ...ASKED, max_tokens: 100 + i })).status, 502);
  }
  server.says = () => ({ text: SAID });
  assert.equal((await post(ASKED)).status, 200);
});

test('a completion is charged for its actual text, not the longest possible', async () => {
  const { secret } = await service.issue({ monthly_cost_limit_cents: 20 });
  const post = () => service.call('POST', '/chat/completions', { body: { ...ASKED, max_tokens: 8_192 }, key: secret });
  // Each may cost 14 cents, and costs 2.
  for (let i = 0; i < 3; i++) {
    assert.equal((await post()).status, 200);
    await eventually('the settlement', async () => (await openCosts()) === 0);
  }
  const beyond = await service.issue({ monthly_cost_limit_cents: 10 });
  const refused = await service.call('POST', '/chat/completions', {
    body: { ...ASKED, max_tokens: 8_192 },
    key: beyond.secret,
  });
  assert.equal(refused.body.error.code, 'monthly_cost_limit_exceeded');
});

test("a call that continues a killed one's claim keeps its reservation and slot", async () => {
  const { id: key_id, secret } = await service.issue({ monthly_cost_limit_cents: 2 });
  const asked = { ...ASKED, stream: false, max_tokens: 10, temperature: 0 };
  const post = (key: string) =>
    service.call('POST', '/chat/completions', { body: asked, key: secret, headers: { 'idempotency-key': key } });
  const { stores, secrets } = service.service;
  const { fingerprint: fingerprintKey } = secrets as unknown as { fingerprint: Uint8Array };
  const { idempotency, admission } = stores.operations;
  const caller = { organization_id: service.organization_id, key_id };
  const verification_id = newId('ver');
  const ago = (ms: number) => new Date(service.now() - ms).toISOString();
  // What a process leaves that dies while the model writes.
  const { scope, fingerprint } = idempotentCall(fingerprintKey, caller, 'POST /chat/completions', 'killed', asked);
  await idempotency.hold(
    scope,
    {
      fingerprint,
      target_id: verification_id,
      lease_until: ago(1),
      expires_at: ago(-3_600_000),
    },
    ago(20_000),
  );
  const slot = {
    ...caller,
    requests: 0,
    quota_per_hour: 100,
    max_concurrent: 1,
    reservations: [],
    key_monthly_limit_cents: null,
    organization_monthly_limit_cents: null,
    lease_until_ms: service.now() + 60_000,
    now_ms: service.now(),
  };
  const reservations = [{ reservation_id: verification_id, cost_cents: 2 }];
  await admission.admit({ ...slot, call_id: verification_id, requests: 1, reservations });

  server.says = () => ({ ends: 'refused' });
  assert.equal((await post('killed')).status, 502);
  assert.equal((await admission.admit({ ...slot, call_id: 'another' })).outcome, 'concurrency_limited');
  assert.equal(await openCosts(), 1);

  server.says = () => ({ text: SAID });
  const answer = await post('killed');
  assert.deepEqual([answer.status, answer.body.verification.verification_id], [200, verification_id]);
  assert.equal((await admission.admit({ ...slot, call_id: 'another' })).outcome, 'admitted');
  await admission.releaseSlot(key_id, 'another');
  await eventually('the settlement', async () => (await openCosts()) === 0);
  assert.equal((await post('next')).body.error.code, 'monthly_cost_limit_exceeded');
});

test('a hanging server is a timeout, logged without the conversation', async (context) => {
  const hanging = await openModelServer({ format: chatCompletions('ollama') });
  hanging.held = new Promise(() => {});
  const model = modelOf(hanging, { key: '' });
  const other = await openTestService({ model, syncTimeoutMs: 600 });
  context.after(async () => {
    await other.close();
    await hanging.close();
  });
  const { status, body } = await other.call('POST', '/chat/completions', { body: ASKED });
  assert.deepEqual([status, body.error.code], [504, 'timeout']);
  const lines = other.logs.filter((line) => line.includes('the language model did not answer'));
  assert.deepEqual(
    lines.map((line) => JSON.parse(line).failure),
    [{ kind: 'unavailable', reason: 'timeout' }],
  );
  assert.doesNotMatch(lines.join(''), /ferry/);
});

async function openCosts(): Promise<number> {
  const { admission } = service.service.stores.operations;
  return (await admission.openReservations(service.now() + 1, 100)).length;
}

test('what a model writes beyond the limit is cut off', async () => {
  server.says = () => ({ text: 'Salmon swim. '.repeat(1_000) });
  const { choices } = (await chat({ ...ASKED, max_tokens: 10 })).body;
  assert.equal(choices[0].message.content.length, 80);
  assert.equal(choices[0].finish_reason, 'length');
  server.says = () => ({ ends: 'cut_off' });
  const cut = (await chat(ASKED)).body.choices[0];
  assert.deepEqual([cut.message.content, cut.finish_reason], ['{"half": ', 'length']);
});

test('a text is returned even if its verification fails; a retry verifies it', async () => {
  for (const asked of [ASKED, STREAMED]) {
    const key = `fails-${'stream' in asked}`;
    server.says = () => ({ text: SAID });
    service.engine.failWith = 'engine_timeout';
    const first = await chat(asked, key);
    assert.equal(first.status, 200);
    const { verification, choices } = 'stream' in asked ? lastChunk(first) : first.body;
    assert.equal(verification.status, 'failed');
    assert.equal(verification.error.code, 'timeout');
    assert.equal(choices[0].finish_reason, 'stop');
    service.engine.failWith = null;
    server.says = () => ({ text: 'Another text.' });
    const again = await chat(asked, key);
    const repeated = 'stream' in asked ? lastChunk(again) : again.body;
    assert.equal(repeated.verification.status, 'completed');
    assert.equal(repeated.verification.verification_id, verification.verification_id);
    assert.ok(again.text.includes(SAID) && !again.text.includes('Another'));
  }
  assert.equal(server.requests.length, 2);
});

// biome-ignore lint/suspicious/noExplicitAny: as bodies of answers
function lastChunk({ text }: Answer): any {
  const events = eventsIn(text);
  assert.deepEqual(
    events.map(({ event }) => event),
    ['completion', 'verification', 'message'],
  );
  assert.equal(events[2]!.data, '[DONE]');
  return chunkOf(events[1]!);
}

test('with zero retention, the verification is only in the response', async () => {
  const { organization_id, key } = await service.newTenant();
  const settings = { retention_hours: 0, zero_retention: true };
  await service.call('PATCH', `/organizations/${organization_id}/settings`, { body: settings, key });
  for (const asked of [ASKED, STREAMED]) {
    const post = () =>
      service.call('POST', '/chat/completions', {
        body: asked,
        key,
        headers: { 'idempotency-key': `zero-${'stream' in asked}` },
      });
    const answer = await post();
    const { verification } = 'stream' in asked ? lastChunk(answer) : answer.body;
    assert.equal(verification.claims.length, 2);
    const read = await service.call('GET', `/verifications/${verification.verification_id}`, { key });
    assert.equal(read.status, 410);
    assert.equal((await post()).body.error.code, 'idempotency_result_not_retained');
  }
});

test('a client that leaves while the model writes ends the writing, without a record', async () => {
  const leaving = new AbortController();
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  server.held = held;
  const key = 'leaves-early';
  const posted = open(STREAMED, { key, signal: leaving.signal });
  await eventually('the model is asked', () => server.requests.length === 1);
  leaving.abort();
  await assert.rejects(posted);
  const before = service.engine.extracted.length;
  server.held = Promise.resolve();
  let again: Answer | null = null;
  await eventually('the key is free', async () => {
    again = await chat({ ...STREAMED, max_tokens: 9 }, key);
    return again.status === 200;
  });
  release();
  assert.equal(service.engine.extracted.length, before + 1);
});

test('a client that leaves after the text gets its verification by repeating the call', async () => {
  const leaving = new AbortController();
  const release = service.engine.hold();
  const key = 'leaves-late';
  const { body } = await open(STREAMED, { key, signal: leaving.signal });
  const events = readEvents(body);
  const { id } = chunkOf((await events.next()).value as ServerSentEvent);
  leaving.abort();
  await assert.rejects(async () => events.next());
  assert.equal((await chat(STREAMED, key)).body.error.code, 'idempotency_in_progress');
  release();
  let again: Answer | null = null;
  await eventually('the verification has ended', async () => {
    again = await chat(STREAMED, key);
    return again.status === 200;
  });
  const last = lastChunk(again!);
  assert.deepEqual([last.id, last.verification.status], [id, 'completed']);
  assert.equal(server.requests.length, 1);
});

test('a key has at most eight completions, including running verifications', async () => {
  const { secret } = await service.issue({});
  const release = service.engine.hold();
  const post = () => service.call('POST', '/chat/completions', { body: STREAMED, key: secret });
  const running = Array.from({ length: 8 }, post);
  await eventually('eight texts', () => server.requests.length === 8);
  await eventually('eight verifications', () => service.engine.extracted.length >= 8);
  const ninth = await post();
  assert.deepEqual([ninth.status, ninth.body.error.code], [429, 'concurrency_limit_exceeded']);
  release();
  for (const answer of await Promise.all(running)) assert.equal(answer.status, 200);
  assert.equal((await post()).status, 200);
});

test('messages are validated, and the declared size of a conversation is accepted', async () => {
  const { body } = await chat({ model: '', messages: [{ role: 'tool', content: '' }], temperature: 3, seed: 2 });
  assert.deepEqual(
    body.detail.map(({ type, loc }: { type: string; loc: string[] }) => [type, loc.join('.')]),
    [
      ['string_too_short', 'body.model'],
      ['literal_error', 'body.messages.0.role'],
      ['string_too_short', 'body.messages.0.content'],
      ['less_than_equal', 'body.temperature'],
      ['extra_forbidden', 'body.seed'],
    ],
  );
  const messages = Array.from({ length: 100 }, () => ({ role: 'user', content: 'x'.repeat(100_000) }));
  assert.equal((await chat({ ...ASKED, messages })).status, 200);
});

test('a key without chat:write is refused', async () => {
  const { secret } = await service.issue({ scopes: ['verifications:write'] });
  const refused = await service.call('POST', '/chat/completions', { body: ASKED, key: secret });
  assert.equal(refused.body.error.code, 'insufficient_scope');
});

test('a model on another machine gets placeholders for personal identifiers', async (context) => {
  const model = modelOf(server, { isExternal: true });
  const other = await openTestService({ model, realEngine: true });
  context.after(() => other.close());
  server.says = ({ prompt }) => ({ text: `You wrote: ${prompt}` });
  const messages = [{ role: 'user', content: 'My address is anna@example.com.' }];
  const { body } = await other.call('POST', '/chat/completions', { body: { ...ASKED, messages } });
  assert.equal(body.choices[0].message.content, 'You wrote: My address is anna@example.com.');
  assert.doesNotMatch(JSON.stringify(server.requests), /anna@/);
});

test("a connected provider's models write for its organization, until disconnected", async (context) => {
  const provider = await openModelServer({ format: anthropic, says: () => ({ text: SAID }) });
  const host = new URL(provider.url).host;
  const providers = providerAddresses({ anthropic: provider.url }, [host]);
  const other = await openTestService({ allowHosts: [host], providers });
  context.after(async () => {
    await other.close();
    await provider.close();
  });
  const path = `/organizations/${other.organization_id}/provider-connections`;
  const body = { provider: 'anthropic', credential: 'sk-Zyxomma-0123456789' };
  const { id } = (await other.call('POST', path, { body })).body;
  const models: { id: string; provider: string }[] = (await other.call('GET', '/models')).body.data;
  assert.ok(models.some(({ provider }) => provider === 'anthropic'));
  const ask = (model: string, key = other.key) =>
    other.call('POST', '/chat/completions', { body: { ...ASKED, model }, key });
  for (const model of models) assert.equal((await ask(model.id)).status, 200, model.id);
  const { key } = await other.newTenant();
  assert.equal((await ask(models[0]!.id, key)).status, 404);
  assert.equal((await other.call('DELETE', `${path}/${id}`)).status, 204);
  assert.equal((await ask(models[0]!.id)).status, 404);
  assert.doesNotMatch(other.logs.join(''), /Zyxomma|Halvorsen/);
});

test('a service that shuts down ends its streams with an error', async (context) => {
  const model = modelOf(server);
  const stopping = await openTestService({ model, finishWithinMs: 20 });
  const release = stopping.engine.hold();
  context.after(async () => {
    release();
    await stopping.close();
  });
  const address = await stopping.service.app.listen({ host: '127.0.0.1', port: 0 });
  const { body } = await request(`${address}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${stopping.key}`, 'content-type': 'application/json' },
    body: JSON.stringify(STREAMED),
  });
  const closed = stopping.service.finishRequests();
  const events = eventsIn(await body.text());
  const { verification, choices } = chunkOf(events[1]!);
  assert.ok(verification.status === 'failed');
  assert.equal(verification.error.code, 'service_unavailable');
  assert.equal(choices[0]?.finish_reason, 'stop');
  assert.equal(events[2]?.data, '[DONE]');
  release();
  await closed;
});
