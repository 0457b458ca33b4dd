/** Chat completions as OpenAI's own client sees them. */

import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import OpenAI from 'openai';
import { NO_PRICES } from '#domain/tariff.ts';
import { chatCompletions } from '#test/doubles/models/chat-completions.ts';
import { type ModelServer, openModelServer } from '#test/doubles/models/server.ts';
import { eventually } from '#test/support/eventually.ts';
import { openTestService, type TestService } from '#test/support/service/open.ts';

const SAID = 'Halvorsen runs the ferry.';
const ASKED = { model: 'writer:8b', messages: [{ role: 'user' as const, content: 'Who runs the ferry?' }] };

let server: ModelServer;
let service: TestService;
let client: OpenAI;

before(async () => {
  server = await openModelServer({ format: chatCompletions('ollama'), says: () => ({ text: SAID }) });
  const model = {
    url: server.url,
    name: ASKED.model,
    key: '',
    kind: 'general',
    isExternal: false,
    prices: NO_PRICES,
  } as const;
  service = await openTestService({ model });
  const address = await service.service.app.listen({ host: '127.0.0.1', port: 0 });
  client = new OpenAI({ baseURL: `${address}/v1`, apiKey: service.key });
});
after(async () => {
  await service.close();
  await server.close();
});
beforeEach(() => {
  server.requests.length = 0;
  service.engine.failWith = null;
});

/** What the client passes on besides its own fields. */
function verificationOf(answer: object) {
  return (answer as { verification?: { status: string; claims?: unknown[]; error?: { code: string } } }).verification;
}

test('a completion has its text, its usage and its verification', async () => {
  const completion = await client.chat.completions.create(ASKED);
  assert.equal(completion.choices[0]?.message.content, SAID);
  assert.equal(completion.usage?.total_tokens, 30);
  assert.equal(verificationOf(completion)?.status, 'completed');
});

test('a stream gives the text, then the verification, and ends', async () => {
  const statuses: (string | undefined)[] = [];
  let text = '';
  for await (const chunk of await client.chat.completions.create({ ...ASKED, stream: true })) {
    text += chunk.choices[0]?.delta.content ?? '';
    statuses.push(verificationOf(chunk)?.status);
  }
  assert.equal(text, SAID);
  assert.deepEqual(statuses, ['unverified', 'completed']);
});

test("the client's stream helper returns a complete completion", async () => {
  const stream = client.chat.completions.stream(ASKED);
  const completion = await stream.finalChatCompletion();
  assert.equal(completion.choices[0]?.message.content, SAID);
  assert.equal(completion.choices[0]?.finish_reason, 'stop');
});

test('a stream whose verification fails still gives its text', async () => {
  service.engine.failWith = 'engine_error';
  const chunks = await Array.fromAsync(await client.chat.completions.create({ ...ASKED, stream: true }));
  assert.equal(chunks[0]?.choices[0]?.delta.content, SAID);
  assert.deepEqual(
    [verificationOf(chunks[1]!)?.status, verificationOf(chunks[1]!)?.error?.code],
    ['failed', 'internal_error'],
  );
});

test("errors have the client's classes, with code and request id", async () => {
  await assert.rejects(client.chat.completions.create({ ...ASKED, model: 'gpt-99' }), (error) => {
    assert.ok(error instanceof OpenAI.NotFoundError);
    assert.equal(error.code, 'not_found');
    assert.match(error.requestID ?? '', /^req_/);
    return true;
  });
  const stranger = new OpenAI({ baseURL: client.baseURL, apiKey: 'evs_dev_wrong' });
  await assert.rejects(stranger.chat.completions.create(ASKED), OpenAI.AuthenticationError);
});

test('the client retries temporary failures of a provider, and nothing else', async () => {
  server.trouble('strange_form');
  assert.equal((await client.chat.completions.create(ASKED)).choices[0]?.message.content, SAID);
  assert.equal(server.requests.length, 2);
  server.requests.length = 0;
  server.trouble({ status: 401 });
  await assert.rejects(client.chat.completions.create(ASKED), OpenAI.InternalServerError);
  assert.equal(server.requests.length, 1);
});

test('a stream that the client breaks off frees the slot, and its verification ends', async () => {
  const release = service.engine.hold();
  const headers = { 'idempotency-key': 'broken-off-by-the-client' };
  const stream = await client.chat.completions.create({ ...ASKED, stream: true }, { headers });
  for await (const chunk of stream) {
    assert.equal(verificationOf(chunk)?.status, 'unverified');
    break;
  }
  release();
  await eventually('the verification', async () => {
    const again = client.chat.completions.create({ ...ASKED, stream: true }, { headers, maxRetries: 0 });
    const chunks = await again.then((chunks) => Array.fromAsync(chunks)).catch(() => []);
    return verificationOf(chunks[1] ?? {})?.status === 'completed';
  });
  assert.equal(server.requests.length, 1);
});

test('what clients send without being asked is honoured or changes nothing', async () => {
  const parts = [
    { type: 'text' as const, text: 'Who runs' },
    { type: 'text' as const, text: 'the ferry?' },
  ];
  // As LangChain's ChatOpenAI and Open WebUI send it.
  const neutral = { n: 1, frequency_penalty: 0, presence_penalty: 0 };
  const stream = await client.chat.completions.create({
    ...{ model: ASKED.model, messages: [{ role: 'user', content: parts }], ...neutral },
    ...{ stream: true, stream_options: { include_usage: true }, top_p: 0.9, max_completion_tokens: 77 },
  });
  const chunks = await Array.fromAsync(stream);
  assert.equal(chunks.at(-1)?.usage?.total_tokens, 30);
  const sent = JSON.parse(server.requests[0]!.body);
  assert.deepEqual(sent.messages, [{ role: 'user', content: 'Who runs\nthe ferry?' }]);
  assert.deepEqual([sent.top_p, sent.max_tokens ?? sent.max_completion_tokens], [0.9, 77]);
});

test('what has no meaning here is refused by name in the message the client shows', async () => {
  const image = { type: 'image_url' as const, image_url: { url: 'https://example.org/a.png' } };
  const refused: [name: string, asked: object][] = [
    ['n', { n: 2 }],
    ['logit_bias', { logit_bias: { 50256: -100 } }],
    ['seed', { seed: 7 }],
    ['presence_penalty', { presence_penalty: 0.5 }],
    ['stream_options.other', { stream: true, stream_options: { other: true } }],
    ['messages.0.content', { messages: [{ role: 'user', content: [image] }] }],
  ];
  for (const [name, asked] of refused) {
    await assert.rejects(client.chat.completions.create({ ...ASKED, ...asked } as never), (error) => {
      assert.ok(error instanceof OpenAI.UnprocessableEntityError);
      assert.ok(error.message.includes(name), `${name}: ${error.message}`);
      return true;
    });
  }
  assert.equal(server.requests.length, 0);
});
