/** Models of connected providers, asked by several processes: only with the credential in force. */
import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { createLogger } from '#apps/logger.ts';
import { createConnectedModels } from '#apps/parts/connected-models.ts';
import { providerAddresses } from '#apps/provider-urls.ts';
import { KeyVaultError } from '#contracts/ports/key-vault.ts';
import type { LanguageModelRequest } from '#contracts/ports/language-model.ts';
import type { UsableModel } from '#contracts/ports/organization-models.ts';
import type { Provider } from '#contracts/vocabulary.ts';
import type { SealedCredential } from '#domain/events/credential.ts';
import { PROVIDER_CONNECTION, type ProviderConnectionCommand } from '#domain/provider-connection/decider.ts';
import { createSealer } from '#platform/crypto/envelope.ts';
import { createOutboundGuard } from '#platform/outbound/outbound-guard.ts';
import { sealCredential } from '#sealed/credentials.ts';
import { providerConnectionsOf } from '#streams/provider-connections.ts';
import { execute } from '#streams/repository.ts';
import { anthropic } from '#test/doubles/models/anthropic.ts';
import { chatCompletions } from '#test/doubles/models/chat-completions.ts';
import type { Format } from '#test/doubles/models/format.ts';
import { google } from '#test/doubles/models/google.ts';
import { type ModelServer, openModelServer } from '#test/doubles/models/server.ts';
import { eventually } from '#test/support/eventually.ts';
import { createMemoryEventStore, type MemoryEventStore } from '#test/support/memory-event-store.ts';
import { createMemoryVault, type MemoryVault } from '#test/support/pipeline/memory-vault.ts';
import { METADATA } from '#test/support/verification-history.ts';

const FORMATS: Partial<Record<Provider, Format>> = {
  openai: chatCompletions('openai'),
  anthropic,
  google,
  mistral: chatCompletions('mistral'),
};
const AT = '2026-01-01T00:00:00.000Z';
const FIRST = 'the first key';
const SECOND = 'the second key';

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

interface Setting {
  server: ModelServer;
  credentials: () => (string | undefined)[];
  usable(organizationId: string): Promise<UsableModel[]>;
  connect(id: string, provider: Provider, credential?: string): Promise<void>;
  rotate(id: string, credential: string): Promise<void>;
  disconnect(id: string): Promise<void>;
  vault: MemoryVault;
  events: MemoryEventStore;
  /** Log lines. */
  lines: string[];
}

/** Stores, one process on them, and a server that all providers' URLs lead to. */
async function open(format: Format): Promise<Setting> {
  const server = await openModelServer({ format });
  closing.push(() => server.close());
  const { host } = new URL(server.url);
  const guard = createOutboundGuard({ allowHosts: [host], contact: null, version: '0' });
  closing.push(() => guard.close());
  const urls = Object.fromEntries(Object.keys(FORMATS).map((name) => [name, server.url]));
  const store = createMemoryEventStore();
  const lists = new Map<string, string>();
  const clock = { now: () => Date.now() };
  const vault = createMemoryVault();
  const credentials = { vault, sealer: createSealer(), clock };
  const lines: string[] = [];
  const usable = createConnectedModels({
    ...credentials,
    events: store,
    operations: { values: { get: async (name) => lists.get(name) ?? null } },
    guard,
    configuration: { providers: providerAddresses(urls, [host]), syncTimeoutMs: 60_000 },
    logger: createLogger('info', { write: (line) => void lines.push(line) }),
  });
  const record = async (id: string, command: ProviderConnectionCommand) => {
    await execute(store, PROVIDER_CONNECTION, id, command, { metadata: METADATA });
  };
  const seal = (id: string, credential: string) =>
    sealCredential(credentials, { id, organization_id: 'org_1' }, credential);
  return {
    server,
    credentials: () => server.requests.map(({ headers }) => format.credentialOf(headers as Record<string, string>)),
    usable,
    vault,
    events: store,
    lines,
    async connect(connection_id, provider, credential = FIRST) {
      const { name } = providerConnectionsOf('org_1');
      lists.set(name, JSON.stringify([...JSON.parse(lists.get(name) ?? '[]'), connection_id]));
      const about = { connection_id, organization_id: 'org_1', provider, label: 'default', created_at: AT };
      const data = { ...about, credential: await seal(connection_id, credential) };
      await record(connection_id, { type: 'ConnectProvider', data });
    },
    async rotate(id, credential) {
      await record(id, { type: 'RotateCredential', credential: await seal(id, credential), rotated_at: AT });
    },
    disconnect: (id) => record(id, { type: 'DisconnectProvider', disconnected_at: AT }),
  };
}

function ask({ id, client }: UsableModel) {
  const request: LanguageModelRequest = {
    model: id,
    messages: [{ role: 'user', content: 'Halvorsen?' }],
    answer: null,
    limits: { max_output_tokens: 10 },
    first_token: false,
  };
  return client.ask(request, { organization_id: 'org_1', signal: new AbortController().signal });
}

const DISCONNECTED = { ok: false, failure: { kind: 'disconnected' }, usage: null };

for (const provider of ['openai', 'anthropic', 'google', 'mistral'] as const) {
  test(`a model of ${provider} is asked in its format, with the connection's credential`, async () => {
    const { server, credentials, usable, connect } = await open(FORMATS[provider]!);
    await connect('pcn_1', provider);
    const models = await usable('org_1');
    assert.ok(models.length > 1);
    for (const model of models) {
      assert.deepEqual([model.provider, model.connection_id, model.is_external], [provider, 'pcn_1', false]);
    }
    assert.ok((await ask(models[0]!)).ok);
    assert.deepEqual(credentials(), [FIRST]);
    assert.equal(server.requests[0]!.understood?.model, models[0]!.id);
  });
}

test('models of the oldest connection come first; search providers have none', async () => {
  const { usable, connect, disconnect } = await open(chatCompletions('openai'));
  await connect('pcn_1', 'brave');
  await connect('pcn_2', 'mistral');
  await connect('pcn_3', 'openai');
  const providers = async (organization: string) => [
    ...new Set((await usable(organization)).map(({ provider }) => provider)),
  ];
  assert.deepEqual(await providers('org_1'), ['mistral', 'openai']);
  assert.deepEqual(await providers('org_2'), []);
  await disconnect('pcn_2');
  assert.deepEqual(await providers('org_1'), ['openai']);
});

test('a retry uses the credential that is in force by then', async () => {
  const { server, credentials, usable, connect, rotate } = await open(chatCompletions('openai'));
  await connect('pcn_1', 'openai');
  const [model] = await usable('org_1');
  const held = Promise.withResolvers<void>();
  server.held = held.promise;
  server.trouble({ status: 500 });
  const answer = ask(model!);
  await eventually('the first try', () => server.requests.length === 1);
  await rotate('pcn_1', SECOND);
  held.resolve();
  assert.ok((await answer).ok);
  assert.deepEqual(credentials(), [FIRST, SECOND]);
});

test('a question is not retried once its provider is disconnected', async () => {
  const { server, usable, connect, disconnect, lines } = await open(chatCompletions('openai'));
  await connect('pcn_1', 'openai');
  const [model] = await usable('org_1');
  const held = Promise.withResolvers<void>();
  server.held = held.promise;
  server.trouble({ status: 500 });
  const answer = ask(model!);
  await eventually('the first try', () => server.requests.length === 1);
  await disconnect('pcn_1');
  held.resolve();
  assert.deepEqual(await answer, DISCONNECTED);
  assert.deepEqual(await ask(model!), DISCONNECTED);
  assert.equal(server.requests.length, 1);
  assert.match(lines.join(''), /"connection_id":"pcn_1","provider":"openai","failure":\{"kind":"disconnected"\}/);
});

test('a credential that replaces a refused one is used at once', async () => {
  const { server, usable, connect, rotate } = await open(chatCompletions('openai'));
  await connect('pcn_1', 'openai');
  const [model] = await usable('org_1');
  const refused = { ok: false, failure: { kind: 'unauthorised' }, usage: null };
  for (let i = 0; i < 5; i++) {
    server.trouble({ status: 401 });
    assert.deepEqual(await ask(model!), refused);
  }
  const spared = await ask(model!);
  assert.deepEqual(spared, { ...refused, unasked: true });
  await rotate('pcn_1', SECOND);
  assert.ok((await ask(model!)).ok);
});

const keyOf = ({ events }: Setting) =>
  (events.log.findLast(({ type }) => type === 'ProviderConnected.v1')!.data.credential as SealedCredential).key_id;

for (const [name, breaks, code] of [
  ['was destroyed', async (given: Setting) => given.vault.shred([keyOf(given)]), null],
  ['is newer than a restored vault', async (given: Setting) => given.vault.forget(keyOf(given)), 'key_unknown'],
  [
    'is another one than it was sealed with',
    async (given: Setting) => {
      given.vault.dataKey = async () => new Uint8Array(32);
    },
    'seal_broken',
  ],
] as const) {
  test(`a connection whose key ${name} counts as disconnected`, async () => {
    const given = await open(chatCompletions('openai'));
    await given.connect('pcn_1', 'openai');
    const [model] = await given.usable('org_1');
    await breaks(given);
    assert.deepEqual(await ask(model!), DISCONNECTED);
    assert.equal(given.server.requests.length, 0);
    const told = given.lines.filter((line) => line.includes('cannot be opened'));
    assert.equal(told.length, code === null ? 0 : 1);
    for (const line of told) assert.partialDeepStrictEqual(JSON.parse(line), { connection_id: 'pcn_1', failure: code });
  });
}

test('an unavailable vault fails the question without disconnecting', async () => {
  const given = await open(chatCompletions('openai'));
  await given.connect('pcn_1', 'openai');
  const [model] = await given.usable('org_1');
  const { dataKey } = given.vault;
  given.vault.dataKey = () => Promise.reject(new KeyVaultError('unavailable', 'away'));
  await assert.rejects(ask(model!), { code: 'unavailable' });
  given.vault.dataKey = dataKey;
  assert.ok((await ask(model!)).ok);
});
