/** Chat completions of a model with a price: their cost, and the effect of the monthly limits. */
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { chatCompletions } from '#test/doubles/models/chat-completions.ts';
import { type ModelServer, openModelServer } from '#test/doubles/models/server.ts';
import { eventually } from '#test/support/eventually.ts';
import { openTestService, type Tenant, type TestService } from '#test/support/service/open.ts';

const MODEL = 'writer:8b';
const SAID = 'Halvorsen runs the ferry.';
/** A cent for each token. The server counts 21 that it has read and 9 that it has written. */
const PRICES = { input_cents_per_million: 1_000_000, output_cents_per_million: 1_000_000 };
const WRITING = 30;
/** The model is asked about its text, too; the server counts the same tokens for each answer. */
const READING = WRITING;
const VERIFYING = 2;
const LIMIT = 1_000;
const MESSAGES = [{ role: 'user', content: 'Who runs the ferry?' }];
const BYTES = Buffer.byteLength(JSON.stringify({ messages: MESSAGES, answer: null }));

let server: ModelServer;
let service: TestService;
let tenant: Tenant;
before(async () => {
  server = await openModelServer({ format: chatCompletions('ollama') });
  const model = { url: server.url, name: MODEL, key: '', kind: 'general', isExternal: false, prices: PRICES } as const;
  service = await openTestService({ model, syncTimeoutMs: 4_000 });
});
after(async () => {
  await service.close();
  await server.close();
});
beforeEach(async () => {
  server.says = () => ({ text: SAID });
  server.requests.length = 0;
  tenant = await service.newTenant();
  const settings = { retention_hours: 720, monthly_cost_limit_cents: LIMIT };
  await service.call('PATCH', `/organizations/${tenant.organization_id}/settings`, { key: tenant.key, body: settings });
});

const chat = (max_tokens: number, model = MODEL) =>
  service.call('POST', '/chat/completions', {
    key: tenant.key,
    body: { model, max_tokens, messages: MESSAGES },
  });
const usage = async () =>
  (await service.call('GET', `/organizations/${tenant.organization_id}/usage`, { key: tenant.key })).body;
/** What was spent leaves room for a text of so many tokens, and not for one more. */
async function assertSpent(cents: number): Promise<void> {
  const room = LIMIT - cents - VERIFYING - BYTES;
  const refused = await chat(room + 1);
  assert.deepEqual([refused.status, refused.body.error?.code], [429, 'monthly_cost_limit_exceeded']);
  assert.equal((await chat(room)).status, 200);
}

test('the tokens of writing a text count in events, usage and limits', async () => {
  const { status, body } = await chat(50);
  assert.equal(status, 200);
  const events = await service.service.stores.events.readStream(`verification-${body.verification.verification_id}`);
  const dataOf = (type: string) => events.find((event) => event.type === type)?.data as Record<string, unknown>;
  assert.equal(dataOf('CompletionGenerated.v1').cost_cents, WRITING);
  assert.equal(dataOf('CompletionGenerated.v1').cost_estimated, undefined);
  assert.partialDeepStrictEqual(dataOf('VerificationCompleted.v1'), { model_usage: { cost_cents: WRITING + READING } });
  await eventually('usage', async () => {
    // A key has 60 calls a minute, these among them.
    service.advance(2_000);
    return (await usage()).totals.cost_cents === WRITING + READING + VERIFYING;
  });
  assert.partialDeepStrictEqual((await usage()).totals.model, {
    completions: 1,
    questions: 1,
    input_tokens: 2 * 21,
    output_tokens: 2 * 9,
    cost_cents: WRITING + READING,
  });
});

test('the maximum cost of a text is reserved before the model is asked', async () => {
  assert.equal((await chat(LIMIT)).status, 429);
  assert.equal(server.requests.length, 0);
  await assertSpent(0);
});

test('with a model without a price, only the verification costs', async () => {
  assert.notEqual((await chat(LIMIT, 'evidence-extractive-1')).status, 429);
});

test('a failed text costs what the server reports', async () => {
  server.says = () => ({ text: '' });
  assert.equal((await chat(50)).status, 502);
  server.says = () => ({ text: SAID });
  await assertSpent(WRITING);
});

for (const [trouble, status] of [
  ['broken_json', 502],
  ['stall', 504],
] as const) {
  test(`a text without reported usage (${trouble}) costs its input, estimated by bytes`, async () => {
    server.trouble(trouble);
    assert.equal((await chat(50)).status, status);
    await assertSpent(Math.ceil(BYTES / 4));
  });
}

test('what a server refuses costs nothing', async () => {
  server.trouble({ status: 400 });
  assert.equal((await chat(50)).status, 502);
  await assertSpent(0);
});

test('without reported tokens, the cost is estimated and marked as such', async () => {
  const uncounted = chatCompletions('ollama');
  const silent = await openModelServer({
    format: { ...uncounted, answer: (...asked) => ({ ...(uncounted.answer(...asked) as object), usage: undefined }) },
    says: () => ({ text: SAID }),
  });
  const model = { url: silent.url, name: MODEL, key: '', kind: 'general', isExternal: false, prices: PRICES } as const;
  const other = await openTestService({ model });
  try {
    const { body } = await other.call('POST', '/chat/completions', { body: { model: MODEL, messages: MESSAGES } });
    const events = await other.service.stores.events.readStream(`verification-${body.verification.verification_id}`);
    const { cost_cents, cost_estimated } = events[1]!.data;
    const written = Buffer.byteLength(JSON.stringify(SAID));
    assert.deepEqual([cost_cents, cost_estimated], [Math.ceil(BYTES / 4) + Math.ceil(written / 4), true]);
  } finally {
    await other.close();
    await silent.close();
  }
});

test('without a plan, writing a text stays within the free allowance', async () => {
  const model = { url: server.url, name: MODEL, key: '', kind: 'general', isExternal: false, prices: PRICES } as const;
  const free = await openTestService({ model, freeMonthlyCents: LIMIT });
  try {
    const write = (max_tokens: number) =>
      free.call('POST', '/chat/completions', { body: { model: MODEL, max_tokens, messages: MESSAGES } });
    const room = LIMIT - VERIFYING - BYTES;
    const refused = await write(room + 1);
    assert.deepEqual([refused.status, refused.body.error?.code], [429, 'monthly_cost_limit_exceeded']);
    assert.equal(server.requests.length, 0);
    assert.equal((await write(room)).status, 200);
  } finally {
    await free.close();
  }
});
