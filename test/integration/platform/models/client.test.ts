import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { Agent } from 'undici';
import { FairSlots } from '#common/fair-slots.ts';
import type { LanguageModelRequest } from '#contracts/ports/language-model.ts';
import { createModelClient } from '#platform/models/client.ts';
import { OPERATOR_WIRE, openDirectDispatcher } from '#platform/models/providers.ts';
import { createOutboundGuard } from '#platform/outbound/outbound-guard.ts';
import { chatCompletions } from '#test/doubles/models/chat-completions.ts';
import { type ModelServer, openModelServer } from '#test/doubles/models/server.ts';
import { eventually } from '#test/support/eventually.ts';

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

test('the outbound guard keeps a provider from a private address, unless the host is allowed', async () => {
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

test('no more questions are asked at a time than there are slots, and too many who wait are turned away', async () => {
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
