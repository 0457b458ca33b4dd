/**
 * The search of an organization, used by several processes: its provider with the credential in force, else the
 * operator's.
 */
import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { createLogger } from '#apps/logger.ts';
import { createOrganizationSearch } from '#apps/parts/organization-search.ts';
import { systemTimers } from '#common/time.ts';
import type { Provider } from '#contracts/vocabulary.ts';
import { PROVIDER_CONNECTION, type ProviderConnectionCommand } from '#domain/provider-connection/decider.ts';
import { createSealer } from '#platform/crypto/envelope.ts';
import { createOutboundGuard } from '#platform/outbound/outbound-guard.ts';
import { createSourceClient } from '#platform/web-sources/client.ts';
import { sealCredential } from '#sealed/credentials.ts';
import { providerConnectionsOf } from '#streams/provider-connections.ts';
import { execute } from '#streams/repository.ts';
import { openSearchServer } from '#test/doubles/web-sources/search-server.ts';
import { createMemoryEventStore } from '#test/support/memory-event-store.ts';
import { createMemoryVault } from '#test/support/pipeline/memory-vault.ts';
import { METADATA } from '#test/support/verification-history.ts';

const AT = '2026-01-01T00:00:00.000Z';
const FIRST = 'the first key';
const SECOND = 'the second key';
const QUERY = { text: 'tower', language: 'en', limit: 5 };

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

/** Stores and one process on them; `searchUrl` is the operator's. */
function open(searchUrl?: string, connectedSearch = true) {
  const events = createMemoryEventStore();
  const lists = new Map<string, string>();
  const clock = { now: () => Date.now() };
  const vault = createMemoryVault();
  const lines: string[] = [];
  const credentials = { vault, sealer: createSealer(), clock };
  const search = createOrganizationSearch({
    ...credentials,
    events,
    operations: { values: { get: async (name) => lists.get(name) ?? null } },
    configuration: { searchUrl, connectedSearch },
    logger: createLogger('info', { write: (line) => void lines.push(line) }),
  });
  const record = async (id: string, command: ProviderConnectionCommand) => {
    await execute(events, PROVIDER_CONNECTION, id, command, { metadata: METADATA });
  };
  const seal = (id: string, credential: string) =>
    sealCredential(credentials, { id, organization_id: 'org_1' }, credential);
  return {
    search,
    vault,
    lines,
    async connect(connection_id: string, provider: Provider, credential = FIRST) {
      const { name } = providerConnectionsOf('org_1');
      lists.set(name, JSON.stringify([...JSON.parse(lists.get(name) ?? '[]'), connection_id]));
      const about = { connection_id, organization_id: 'org_1', provider, label: 'default', created_at: AT };
      await record(connection_id, {
        type: 'ConnectProvider',
        data: { ...about, credential: await seal(connection_id, credential) },
      });
    },
    async rotate(id: string, credential: string) {
      await record(id, { type: 'RotateCredential', credential: await seal(id, credential), rotated_at: AT });
    },
    disconnect: (id: string) => record(id, { type: 'DisconnectProvider', disconnected_at: AT }),
  };
}

test("an organization uses its oldest connected provider, others the operator's", async () => {
  const { search, connect } = open('http://searxng.internal:8080');
  assert.equal((await search('org_1'))?.wire.id, 'searxng');
  await connect('pcn_1', 'openai');
  assert.equal((await search('org_1'))?.wire.id, 'searxng');
  await connect('pcn_2', 'brave');
  await connect('pcn_3', 'exa');
  const own = await search('org_1');
  assert.deepEqual([own?.wire.id, own?.connection_id], ['brave', 'pcn_2']);
  const other = await search('org_2');
  assert.deepEqual([other?.wire.id, other?.connection_id, other?.credential], ['searxng', null, null]);
});

test("without a connection and an operator's search there is no search", async () => {
  const { search, connect, disconnect } = open();
  assert.equal(await search('org_1'), null);
  await connect('pcn_1', 'serper');
  await disconnect('pcn_1');
  assert.equal(await search('org_1'), null);
});

test('connected providers are not used if they are switched off', async () => {
  const { search, connect } = open(undefined, false);
  await connect('pcn_1', 'brave');
  assert.equal(await search('org_1'), null);
});

test('a request uses the credential that is in force when it is sent', async () => {
  const { search, connect, rotate, disconnect } = open();
  await connect('pcn_1', 'tavily');
  const own = await search('org_1');
  assert.equal(await own?.credential?.(), FIRST);
  await rotate('pcn_1', SECOND);
  assert.equal(await own?.credential?.(), SECOND);
  await disconnect('pcn_1');
  assert.equal(await own?.credential?.(), null);
});

test('an unreadable credential is not used, and is logged without its value', async () => {
  const { search, connect, vault, lines } = open();
  await connect('pcn_1', 'tavily');
  vault.dataKey = async () => new Uint8Array(32);
  const own = await search('org_1');
  assert.equal(await own?.credential?.(), null);
  assert.match(lines.join(''), /cannot be opened/);
  assert.doesNotMatch(lines.join(''), new RegExp(FIRST));
});

test('a provider that is disconnected between two tries is not asked again', async () => {
  const { search, connect, disconnect } = open();
  const server = await openSearchServer({ provider: 'tavily', pages: [], credential: FIRST });
  const { host } = new URL(server.url);
  const guard = createOutboundGuard({ allowHosts: [host], contact: null, version: '0' });
  const client = createSourceClient({
    guard,
    contact: null,
    baseUrls: { tavily: server.url },
    leases: { acquire: async () => true, release: async () => {} },
    values: { get: async () => null, compareAndSet: async () => true },
    clock: { now: () => Date.now() },
    timers: systemTimers,
    instance: 'test',
  });
  closing.push(
    () => server.close(),
    () => guard.close(),
    async () => client.close(),
  );
  await connect('pcn_1', 'tavily');
  const own = (await search('org_1'))!;
  server.trouble('server_error', 'server_error');
  const asked = client.search(own.wire, QUERY, {
    organization_id: 'org_1',
    signal: new AbortController().signal,
    credential: async () => {
      const credential = await own.credential!();
      await disconnect('pcn_1').catch(() => {});
      return credential;
    },
  });
  assert.deepEqual(await asked, { ok: false, failure: { reason: 'disconnected' } });
  assert.deepEqual(
    server.requests.map(({ headers }) => headers.authorization),
    [`Bearer ${FIRST}`],
  );
});
