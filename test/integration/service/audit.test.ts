/** The audit trail over HTTP: who did what, and what was refused. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { EMPTY_CHAIN, follows, headAfter } from '#domain/audit/chain.ts';
import { isSigned } from '#domain/audit/checkpoint.ts';
import type { AuditRecord } from '#domain/audit/events.ts';
import { deriveRecords } from '#pipeline/audit/derive.ts';
import { readNewestAuditRecords } from '#streams/audit-trail.ts';
import { eventually } from '#test/support/eventually.ts';
import { toNextMinute } from '#test/support/service/next-minute.ts';
import { openTestService, type Tenant, type TestService } from '#test/support/service/open.ts';
import { succeeded } from '#test/support/succeeded.ts';

let service: TestService;
before(async () => {
  service = await openTestService();
});
after(() => service.close());

const audit = async ({ organization_id, key }: Tenant, query = '?limit=500') =>
  (await succeeded(service.call('GET', `/organizations/${organization_id}/audit-events${query}`, { key }))).body;

/** Waits in the store, as a key has 60 calls a minute, until there is such a record. */
async function untilRecorded({ organization_id }: Tenant, wanted: (record: AuditRecord) => boolean): Promise<void> {
  const { events } = service.service.stores;
  await eventually('the record', async () => {
    return (await readNewestAuditRecords(events, organization_id, 500)).some(wanted);
  });
}

/** The record that a request has left. */
async function recordOf(tenant: Tenant, requestId: string): Promise<AuditRecord> {
  const isOfRequest = ({ request_id }: AuditRecord) => request_id === requestId;
  await untilRecorded(tenant, isOfRequest);
  const { data } = (await audit(tenant)) as { data: AuditRecord[] };
  return data.find(isOfRequest)!;
}

test('a command leaves a record of who did what, from where', async () => {
  const headers = { 'x-request-id': 'making-a-policy' };
  const body = { name: 'house', version: '1', base_profile: 'general_web' };
  const base = `/organizations/${service.organization_id}`;
  const made = await service.call('POST', `${base}/policies`, { body, headers, remoteAddress: '192.0.2.7' });
  assert.equal(made.status, 201);
  const { id, action, target, outcome, ip, actor } = await recordOf(service, 'making-a-policy');
  assert.match(id, /^aud_[0-9a-f]{32}$/);
  assert.deepEqual({ action, outcome, ip }, { action: 'policy.created', outcome: 'accepted', ip: '192.0.2.7' });
  assert.deepEqual(target, { type: 'policy', id: made.body.id });
  assert.equal(actor.type, 'api_key');
});

test('a verification leaves one record, a replay none, its erasure another', async () => {
  const tenant = await service.newTenant();
  const headers = { 'idempotency-key': 'once' };
  const post = () =>
    service.call('POST', '/verifications', { body: { content: 'Iron is a metal.' }, headers, key: tenant.key });
  const { id } = (await succeeded(post())).body.result;
  assert.equal((await post()).headers['idempotency-replayed'], 'true');
  const unkept = { content: 'Iron is a metal.', zero_retention: true };
  await succeeded(service.call('POST', '/verifications', { body: unkept, key: tenant.key }));
  await untilRecorded(tenant, ({ action }) => action === 'verification.erased');
  const { data } = (await audit(tenant)) as { data: AuditRecord[] };
  const ofFirst = data.filter(({ target }) => target.id === id);
  assert.deepEqual(
    ofFirst.map(({ action }) => action),
    ['verification.requested'],
  );
  assert.equal(data.filter(({ action }) => action === 'verification.requested').length, 2);
});

test('refused commands leave records; mistakes and reads of nothing leave none', async () => {
  const tenant = await service.newTenant();
  const { organization_id, key } = tenant;
  const absent = `key_${'0'.repeat(32)}`;
  const call = (method: string, path: string, id: string, body?: object, by = key) =>
    service.call(method, path, { key: by, headers: { 'x-request-id': id }, ...(body && { body }) });
  const policy = { name: 'twice', version: '1', base_profile: 'general_web' };
  await succeeded(call('POST', `/organizations/${organization_id}/policies`, 'first', policy));
  const limited = await succeeded(call('POST', '/api-keys', 'made', { name: 'narrow', scopes: ['reviews:read'] }));

  assert.equal((await call('DELETE', `/api-keys/${absent}`, 'absent')).status, 404);
  assert.equal((await call('POST', `/organizations/${organization_id}/policies`, 'again', policy)).status, 409);
  const forbidden = await call('GET', '/organizations', 'forbidden', undefined, limited.body.secret);
  assert.equal(forbidden.status, 403);
  assert.equal((await call('GET', `/verifications/ver_${'0'.repeat(32)}`, 'read')).status, 404);
  assert.equal((await call('POST', '/api-keys', 'mistake', {})).status, 422);
  assert.equal((await call('DELETE', '/api-keys/someone@example.org', 'address')).status, 404);

  const refused = await recordOf(tenant, 'absent');
  assert.deepEqual(refused.target, { type: 'api_key', id: absent });
  assert.deepEqual([refused.action, refused.outcome], ['revokeApiKey', 'refused']);
  assert.equal((await recordOf(tenant, 'again')).outcome, 'refused');
  const { actor, action } = await recordOf(tenant, 'forbidden');
  assert.deepEqual([actor, action], [{ type: 'api_key', id: limited.body.id }, 'listOrganizations']);
  const named = await recordOf(tenant, 'address');
  assert.deepEqual(named.target, { type: 'organization', id: organization_id });
  const { data } = (await audit(tenant)) as { data: AuditRecord[] };
  for (const id of ['read', 'mistake']) assert.ok(!data.some(({ request_id }) => request_id === id), id);
});

test('refusals beyond the limit per minute are not recorded, and a record says so', async () => {
  const tenant = await service.newTenant();
  // At the beginning of a minute, so that all fall into one.
  toNextMinute(service);
  const narrow = { name: 'narrow', scopes: ['reviews:read'] };
  const { secret, id } = (await succeeded(service.call('POST', '/api-keys', { body: narrow, key: tenant.key }))).body;
  for (let i = 0; i < 70; i++) {
    assert.equal((await service.call('GET', '/organizations', { key: secret })).status, 403);
  }
  await untilRecorded(tenant, ({ action, target }) => action === 'refusals.omitted' && target.id === id);
  const { data } = (await audit(tenant)) as { data: AuditRecord[] };
  assert.equal(data.filter(({ action }) => action === 'listOrganizations').length, 60);
});

test('the list is a chain with a signed end that can be derived from the log', async () => {
  const { data, signed_checkpoint, has_more } = await audit(service);
  assert.equal(has_more, false);
  let head = EMPTY_CHAIN;
  for (const record of (data as AuditRecord[]).toReversed()) {
    assert.ok(follows(head, record), `record ${record.seq}`);
    head = headAfter(record);
  }
  assert.ok(isSigned(signed_checkpoint));
  const { organization_id } = service;
  assert.deepEqual(signed_checkpoint.checkpoint.chains, [{ organization_id, seq: head.seq, hash: head.hash }]);
  const derived = await Array.fromAsync(deriveRecords(service.service.stores.events));
  const ours = derived.filter((each) => each.organization_id === organization_id).map(({ record }) => record);
  assert.deepEqual(ours.slice(0, head.seq), (data as AuditRecord[]).toReversed());

  const page = await audit(service, '?limit=2');
  assert.deepEqual(page.data, data.slice(0, 2));
  assert.equal(page.has_more, true);
});
