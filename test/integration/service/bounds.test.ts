/** Limits on the number of resources of an organization or a person: unpaid resources must not grow without end. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { newId } from '#domain/ids.ts';
import { activeApiKeys, type BoundedList, organizationsOf, sourceSetsOf } from '#streams/bounded-lists.ts';
import { providerConnectionsOf } from '#streams/provider-connections.ts';
import { type Answer, openTestService, type TestService } from '#test/support/service/open.ts';

let service: TestService;
before(async () => {
  service = await openTestService();
});
after(() => service.close());

/** Leaves room for `room` more on the list. */
async function fill({ name, limit }: BoundedList, room: number): Promise<void> {
  const { operations } = service.service.stores;
  const ids = Array.from({ length: limit - room }, (_, n) => `id_${n}`);
  assert.ok(await operations.values.compareAndSet(name, await operations.values.get(name), JSON.stringify(ids)));
}

function assertFull({ status, body }: Answer, saying: RegExp): void {
  assert.equal(status, 422);
  assert.equal(body.detail[0].type, 'value_error');
  assert.deepEqual(body.detail[0].loc, ['body', 'name']);
  assert.match(body.detail[0].msg, saying);
}

test('an organization has at most a thousand active keys; revoking one makes room', async () => {
  const { organization_id, key } = await service.newTenant();
  await fill(activeApiKeys(organization_id), 2);
  const create = () => service.call('POST', '/api-keys', { key, body: { name: 'one of many' } });
  const answers = await Promise.all([create(), create(), create()]);
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [201, 201, 422]);
  assertFull(await create(), /1000 active API keys, which is the most; revoke one first$/);
  const made = answers.find(({ status }) => status === 201)!;
  assert.equal((await service.call('DELETE', `/api-keys/${made.body.id}`, { key })).status, 204);
  assert.equal((await create()).status, 201);
  assertFull(await create(), /active API keys/);
});

test('a person creates at most a hundred organizations, with whatever key', async () => {
  const { user_id, key } = await service.newTenant();
  await fill(organizationsOf(user_id), 2);
  const create = (secret: string) => service.call('POST', '/organizations', { key: secret, body: { name: 'Another' } });
  const first = await create(key);
  assert.equal((await create(first.body.api_key.secret)).status, 201);
  assertFull(await create(first.body.api_key.secret), /100 organizations/);
  assertFull(await create(key), /100 organizations/);
  assert.equal((await create((await service.newTenant()).key)).status, 201);
});

test('an organization has at most a thousand source sets', async () => {
  const { organization_id, key } = await service.newTenant();
  await fill(sourceSetsOf(organization_id), 1);
  const path = `/organizations/${organization_id}/source-sets`;
  const create = () => service.call('POST', path, { key, body: { name: 'Ours' } });
  assert.equal((await create()).status, 201);
  assertFull(await create(), /1000 source sets/);
});

test('unused entries on the list of connections are freed', async () => {
  const { organization_id, key } = await service.newTenant();
  const { operations } = service.service.stores;
  const { name, limit } = providerConnectionsOf(organization_id);
  const path = `/organizations/${organization_id}/provider-connections`;
  const connect = () =>
    service.call('POST', path, { key, body: { provider: 'brave', credential: 'long-enough-a-key' } });
  const first = await connect();
  assert.equal(first.status, 201, first.text);
  const { body: kept } = first;
  const { body: removed } = await connect();
  assert.equal((await service.call('DELETE', `${path}/${removed.id}`, { key })).status, 204);
  // As crashes between the list and the event would have left them.
  const lost = Array.from({ length: limit - 2 }, () => newId('pcn'));
  const list = JSON.stringify([kept.id, removed.id, ...lost]);
  assert.ok(await operations.values.compareAndSet(name, await operations.values.get(name), list));
  assert.equal((await connect()).status, 201, 'the place of the removed one');
  assert.equal((await connect()).status, 422, 'the others may be about to be made');
  service.advance(3_600_000);
  assert.equal((await connect()).status, 201);
  assert.equal(JSON.parse((await operations.values.get(name)) ?? '').length, 3);
});

test('a failed creation takes no place', async () => {
  const { organization_id, key } = await service.newTenant();
  const { operations, events } = service.service.stores;
  const list = activeApiKeys(organization_id);
  const { append } = events;
  events.append = () => Promise.reject(new Error('the store is away'));
  try {
    assert.equal((await service.call('POST', '/api-keys', { key, body: { name: 'lost' } })).status, 500);
  } finally {
    events.append = append;
  }
  assert.deepEqual(JSON.parse((await operations.values.get(list.name)) ?? ''), []);
});

test('settings change at most thirty times an hour, by all keys together', async () => {
  const { organization_id, key } = await service.newTenant();
  service.advance(3_600_000 - (service.now() % 3_600_000));
  const other = await service.call('POST', '/api-keys', {
    key,
    body: { name: 'other', scopes: ['organizations:write'] },
  });
  const set = (n: number, secret: string) =>
    service.call('PATCH', `/organizations/${organization_id}/settings`, { key: secret, body: { retention_hours: n } });
  for (let n = 1; n <= 30; n++) assert.equal((await set(n, n % 2 ? key : other.body.secret)).status, 200);
  const refused = await set(31, key);
  assert.equal(refused.status, 429);
  assert.equal(refused.body.error.code, 'rate_limit_exceeded');
  assert.ok(Number(refused.headers['retry-after']) > 3_000);
  assert.equal(refused.headers['x-should-retry'], 'false');
  service.advance(3_600_000);
  assert.equal((await set(32, key)).status, 200);
});
