/** An organization's own providers, over HTTP, in the shape under test. */
import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, beforeEach, test } from 'node:test';
import type { ServiceConfiguration } from '#apps/configuration.ts';
import { providerAddresses } from '#apps/provider-urls.ts';
import { NO_PRICES } from '#domain/tariff.ts';
import { anthropic } from '#test/doubles/models/anthropic.ts';
import { chatCompletions } from '#test/doubles/models/chat-completions.ts';
import { readerOf } from '#test/doubles/models/readers.ts';
import { type ModelServer, openModelServer } from '#test/doubles/models/server.ts';
import { eventually } from '#test/support/eventually.ts';
import { eventuallyShown } from '#test/support/service/eventually-shown.ts';
import { openTestService, type Tenant, type TestService } from '#test/support/service/open.ts';
import { formsOfBytes, formsOfText } from '#test/support/service/traces.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

const CREDENTIAL = 'sk-Zyxomma-petiolatum-0123456789';
const OTHER = 'sk-Xylophaga-dorsalis-9876543210';
const NAMES = ['Alder', 'Birch', 'Cedar', 'Dogwood', 'Elder', 'Fir', 'Ginkgo', 'Hazel', 'Juniper', 'Larch'];
const factOf = (name: string) => `Guidance of ships by the ${name} lighthouse began in 1901.`;
const claimOf = (name: string) => `The ${name} lighthouse has been guiding ships since 1901.`;
const CLAIM = claimOf('Alder');

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let connected: ModelServer;
let operators: ModelServer;
let service: TestService;

before(async () => {
  folder = await temporaryFolder();
  const library = join(folder.path, 'library');
  await mkdir(library);
  for (const name of NAMES) await writeFile(join(library, `${name}.md`), `# Lights of the coast\n\n${factOf(name)}\n`);
  connected = await openModelServer({ format: anthropic });
  operators = await openModelServer({ format: chatCompletions('ollama') });
  const host = new URL(connected.url).host;
  const providers: ServiceConfiguration['providers'] = providerAddresses({ anthropic: connected.url }, [host]);
  service = await openTestService({
    realEngine: true,
    libraryDirectory: library,
    allowHosts: [host],
    providers: { ...providers, anthropic: { url: connected.url, isExternal: true } },
    model: { url: operators.url, name: 'reader:8b', key: '', kind: 'general', isExternal: false, prices: NO_PRICES },
  });
  await eventually('the library', async () => (await service.call('GET', '//readyz', { key: null })).status === 200);
});
after(async () => {
  await service.close();
  await operators.close();
  await connected.close();
  await folder.remove();
});
beforeEach(() => {
  for (const server of [connected, operators]) {
    server.requests.length = 0;
    server.held = Promise.resolve();
    server.says = readerOf(
      NAMES.map((name) => ({ claim: new RegExp(name), quote: factOf(name), label: 'supports' as const })),
    );
  }
});

const connections = ({ organization_id }: Tenant) => `/organizations/${organization_id}/provider-connections`;

async function connect(tenant: Tenant, credential = CREDENTIAL): Promise<string> {
  const body = { provider: 'anthropic', credential };
  const answer = await service.call('POST', connections(tenant), { body, key: tenant.key });
  assert.equal(answer.status, 201, answer.text);
  return answer.body.id;
}

async function verify(content: string, { key }: Tenant) {
  const answer = await service.call('POST', '/verifications', { body: { content }, key });
  assert.equal(answer.status, 201, answer.text);
  return answer.body.result;
}

const remove = (id: string, tenant: Tenant) =>
  service.call('DELETE', `${connections(tenant)}/${id}`, { key: tenant.key });
const rotate = (id: string, tenant: Tenant, credential: string) =>
  service.call('POST', `${connections(tenant)}/${id}/rotate`, { body: { credential }, key: tenant.key });
/** In the order in which they first came. */
const credentialsSent = () => [...new Set(connected.requests.map(({ headers }) => headers['x-api-key']))];

test('a connection is created, listed, rotated, and removed for good', async () => {
  const tenant = await service.newTenant();
  const { key, organization_id } = tenant;
  const body = { provider: 'serper', label: 'search', credential: CREDENTIAL };
  const made = await service.call('POST', connections(tenant), { body, key });
  const { id, created_at } = made.body;
  assert.deepEqual(
    [made.status, made.body],
    [201, { id, organization_id, provider: 'serper', label: 'search', created_at, rotated_at: null }],
  );
  const listed = async () => (await service.call('GET', connections(tenant), { key })).body.data;
  await eventuallyShown(service, 'the list', async () => (await listed()).length === 1);
  assert.deepEqual(await listed(), [made.body]);

  const rotated = await rotate(id, tenant, OTHER);
  assert.equal(rotated.status, 200, rotated.text);
  assert.deepEqual(rotated.body, { ...made.body, rotated_at: rotated.body.rotated_at });
  assert.ok(rotated.body.rotated_at >= created_at);
  assert.equal((await remove(id, tenant)).status, 204);
  for (const again of [await remove(id, tenant), await rotate(id, tenant, OTHER)]) {
    assert.deepEqual([again.status, again.body.error.code], [404, 'not_found']);
  }
  await eventuallyShown(service, 'the list', async () => (await listed()).length === 0);
});

test('a refusal shows nothing of the credential', async () => {
  const path = connections(service);
  const expected: [body: object, type: string, field: string][] = [
    [{ provider: 'anthropic', credential: 'Zyxomma' }, 'string_too_short', 'credential'],
    [{ provider: 'anthropic', credential: 'Zyxomma'.repeat(600) }, 'string_too_long', 'credential'],
    [{ provider: 'anthropic', credential: 'Zyxomma\r\nx: 1' }, 'value_error', 'credential'],
    [{ provider: 'anthropic', credential: ['Zyxomma'] }, 'string_type', 'credential'],
    [{ provider: 'nobody', credential: CREDENTIAL }, 'literal_error', 'provider'],
    [{ credential: CREDENTIAL }, 'missing', 'provider'],
    [{ provider: 'anthropic', key: CREDENTIAL }, 'missing', 'credential'],
    [{ provider: 'anthropic', label: 'x', credential: CREDENTIAL }, 'string_too_short', 'label'],
  ];
  for (const [body, type, field] of expected) {
    const { status, body: answer, text } = await service.call('POST', path, { body });
    assert.equal(status, 422);
    assert.deepEqual([answer.detail[0].type, answer.detail[0].loc], [type, ['body', field]]);
    assert.ok(!text.includes('Zyxomma'), text);
  }
  assert.doesNotMatch(service.logs.join(''), /Zyxomma/);
});

test('an organization has fifty connections at most', async () => {
  const tenant = await service.newTenant();
  const post = () => {
    const body = { provider: 'exa', credential: CREDENTIAL };
    return service.call('POST', connections(tenant), { body, key: tenant.key });
  };
  const made = [];
  for (let i = 0; i < 50; i++) made.push(await post());
  assert.deepEqual(new Set(made.map(({ status }) => status)), new Set([201]));
  const refused = await post();
  assert.deepEqual([refused.status, refused.body.detail[0].loc], [422, ['body', 'provider']]);
  assert.equal((await remove(made[7]!.body.id, tenant)).status, 204);
  assert.equal((await post()).status, 201);
});

test("an organization's own model judges for it, the operator's for others", async () => {
  const tenant = await service.newTenant();
  await connect(tenant);
  const own = await verify(CLAIM, tenant);
  assert.equal(own.claims[0].verdict, 'supported', JSON.stringify(own.claims[0].limitations));
  assert.match(own.engine.judge_configuration, /\+claude-sonnet-4-6 \(several-\d+\)$/);
  assert.deepEqual(credentialsSent(), [CREDENTIAL]);
  assert.equal(operators.requests.length, 0);
  const engine = await service.call('GET', '/engine', { key: tenant.key });
  assert.equal(engine.body.judge_configuration, own.engine.judge_configuration);

  const others = await verify(CLAIM, service);
  assert.match(others.engine.judge_configuration, /\+reader:8b \(several-\d+\)$/);
  // About the text, and about its claim.
  assert.deepEqual([operators.requests.length, connected.requests.length], [2, 2]);
});

test("models of an organization's providers are listed first, embedded ones last", async () => {
  const tenant = await service.newTenant();
  const providers = async () => {
    const { data } = (await service.call('GET', '/models', { key: tenant.key })).body;
    return [...new Set(data.map(({ provider }: { provider: string }) => provider))];
  };
  assert.deepEqual(await providers(), ['operator', 'embedded']);
  const id = await connect(tenant);
  assert.deepEqual(await providers(), ['anthropic', 'operator', 'embedded']);
  await remove(id, tenant);
  assert.deepEqual(await providers(), ['operator', 'embedded']);
});

test('personal identifiers are replaced before a text goes to a provider', async () => {
  const tenant = await service.newTenant();
  await connect(tenant);
  const { claims } = await verify('Guidance of ships by the Alder lighthouse began with ann@alder.example.', tenant);
  assert.ok(connected.requests.length > 0);
  assert.ok(connected.requests.every(({ body }) => body.includes('[EMAIL_1]') && !body.includes('ann@alder')));
  assert.match(claims[0].limitations.join(' '), /placeholders replaced: email \(1\)/);
});

test('a refused credential is reported, and the log names the connection', async () => {
  const tenant = await service.newTenant();
  const id = await connect(tenant);
  connected.trouble({ status: 401 }, { status: 401 });
  const { claims, limitations } = await verify(CLAIM, tenant);
  assert.ok(
    limitations.includes('The text was taken apart by rules alone: the server of the language model refused the key.'),
  );
  assert.match(claims[0].limitations.join(' '), /the server of the language model refused the key/);
  const line = service.logs.find((text) => text.includes(id) && text.includes('unauthorised'));
  assert.match(line ?? '', /the language model did not answer/);
  const logged = service.logs.join('');
  for (const credential of [CREDENTIAL, OTHER]) assert.ok(!logged.includes(credential));
});

test('a replaced credential is not used again, nor is one of a removed connection', async () => {
  const tenant = await service.newTenant();
  const id = await connect(tenant);
  await verify(CLAIM, tenant);
  await rotate(id, tenant, OTHER);
  // An equal claim would be answered from memory.
  await verify(claimOf(NAMES[1]!), tenant);
  assert.deepEqual(credentialsSent(), [CREDENTIAL, OTHER]);
  await remove(id, tenant);
  const { engine } = await verify(claimOf(NAMES[2]!), tenant);
  assert.match(engine.judge_configuration, /\+reader:8b/);
  assert.equal(connected.requests.length, 4);
});

test('a connection that is removed during a question is not asked again', async () => {
  const tenant = await service.newTenant();
  const id = await connect(tenant);
  const held = Promise.withResolvers<void>();
  const { says } = connected;
  connected.says = (understood) => {
    // The text has been taken apart.
    connected.held = held.promise;
    return says(understood);
  };
  // A question is about claims of one paragraph.
  const verified = verify(NAMES.map(claimOf).join('\n\n'), tenant);
  await eventually('as many questions as are asked at a time', () => connected.requests.length === 1 + 6);
  await remove(id, tenant);
  held.resolve();
  const { claims } = await verified;
  connected.says = says;
  assert.equal(connected.requests.length, 1 + 6);
  assert.equal(claims.filter(({ verdict }: { verdict: string }) => verdict === 'supported').length, 6);
  // The operator's model takes texts as they are, so that a question with placeholders is none for it.
  const left = claims.filter(({ verdict }: { verdict: string }) => verdict !== 'supported');
  assert.equal(left.length, NAMES.length - 6);
  for (const { limitations } of left) assert.match(limitations.join(' '), /the language model is no longer connected/);
});

test('a credential is nowhere in plain text, and its key is destroyed with it', async () => {
  const tenant = await service.newTenant();
  const id = await connect(tenant);
  await verify(CLAIM, tenant);
  const { events, vault } = service.service.stores;
  const keyOf = async () => {
    const history = await events.readStream(`provider-connection-${id}`);
    const { key_id } = history.at(-1)!.data.credential as { key_id: string };
    return { key_id, wrapped: (await service.ground.wrappedKey(key_id)) ?? assert.fail('there is no key') };
  };
  const first = await keyOf();
  await rotate(id, tenant, OTHER);
  const second = await keyOf();
  const needles = { ...formsOfText(CREDENTIAL), ...formsOfText(OTHER) };
  assert.deepEqual(await service.ground.traces(needles), []);
  assert.deepEqual(await service.ground.traces(formsOfBytes(first.wrapped)), []);
  assert.notDeepEqual(await service.ground.traces(formsOfBytes(second.wrapped)), [], 'this search finds what is there');
  await remove(id, tenant);
  assert.deepEqual(await service.ground.traces(formsOfBytes(second.wrapped)), []);
  for (const { key_id } of [first, second]) assert.equal(await vault.dataKey(key_id), null);
  const metrics = (await service.call('GET', '//metrics', { key: null })).text;
  for (const shown of [metrics, service.logs.join('')]) {
    for (const credential of [CREDENTIAL, OTHER]) assert.ok(!shown.includes(credential));
  }
});

test('the history shows questions, and who connected the provider', async () => {
  const tenant = await service.newTenant();
  const id = await connect(tenant);
  const { id: verification_id, claims } = await verify(CLAIM, tenant);
  await remove(id, tenant);
  const { events } = service.service.stores;
  const [made, gone] = await events.readStream(`provider-connection-${id}`);
  assert.deepEqual([made!.type, gone!.type], ['ProviderConnected.v1', 'ProviderDisconnected.v1']);
  for (const { metadata } of [made!, gone!]) {
    assert.deepEqual([metadata.actor.type, metadata.organization_id], ['api_key', tenant.organization_id]);
  }
  const history = await events.readStream(`verification-${verification_id}`);
  const consulted = history.find(({ type }) => type === 'ModelConsulted.v1');
  assert.deepEqual([consulted?.data.model, consulted?.data.outcome], ['claude-sonnet-4-6', 'answered']);
  // The verdict can be read although nobody could be asked any more.
  const read = await service.call('GET', `/verifications/${verification_id}`, { key: tenant.key });
  assert.deepEqual(read.body.result.claims, claims);
});
