/** The usage of an organization, over HTTP. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { OrganizationUsage } from '#contracts/http/organization-usage.ts';
import { USAGE, type UsageDayDocument } from '#projectors/usage/document.ts';
import { openSearchServer } from '#test/doubles/web-sources/search-server.ts';
import { ended, submit } from '#test/support/documents.ts';
import { eventually } from '#test/support/eventually.ts';
import { openTestService, type Tenant, type TestService } from '#test/support/service/open.ts';
import { succeeded } from '#test/support/succeeded.ts';

let service: TestService;
before(async () => {
  service = await openTestService();
});
after(() => service.close());

const usageOf = async ({ organization_id, key }: Tenant, query = '', used = service): Promise<OrganizationUsage> =>
  (await succeeded(used.call('GET', `/organizations/${organization_id}/usage${query}`, { key }))).body;

/** The use once so many bytes are counted. Waits in the view, as a key has 60 calls a minute. */
async function usageOnceCounted(tenant: Tenant, bytes: number, used = service): Promise<OrganizationUsage> {
  const { organization_id } = tenant;
  await eventually(`${bytes} bytes`, async () => {
    const days = await used.service.stores.views.find(USAGE, { where: { organization_id }, limit: 10 });
    const totals = days.map(({ document }) => (document as unknown as UsageDayDocument).totals.verified_bytes);
    return totals.reduce((sum, each) => sum + each, 0) >= bytes;
  });
  return usageOf(tenant, '', used);
}

test('bytes of each text count once, with zero retention too; replays do not', async () => {
  const tenant = await service.newTenant();
  const { key } = tenant;
  const content = 'Žluť is a colour.';
  const bytes = Buffer.byteLength(content);
  const headers = { 'idempotency-key': 'once' };
  const post = (body: object, more = {}) => succeeded(service.call('POST', '/verifications', { body, key, ...more }));
  const { result } = (await post({ content }, { headers })).body;
  await post({ content }, { headers });
  await post({ content, zero_retention: true });
  const items = [{ content }, { content }];
  await succeeded(service.call('POST', '/batches', { body: { items }, key }));
  const usage = await usageOnceCounted(tenant, 4 * bytes);
  assert.equal(usage.totals.verified_bytes, 4 * bytes);
  assert.equal(usage.totals.requests, 4);
  assert.equal(usage.totals.claims, 4 * result.claims.length);
  assert.equal(usage.totals.cost_cents, 4 * 2);
  assert.equal(usage.period.days, 30);
  assert.equal(usage.daily.length, 30);
  const { date, ...today } = usage.daily.at(-1)!;
  assert.equal(date, new Date(service.now()).toISOString().slice(0, 10));
  assert.deepEqual(today, usage.totals);
  assert.equal(usage.keys.length, 1);
  const { key_id, ...ofKey } = usage.keys[0]!;
  assert.equal(key_id, usage.limits.key.key_id);
  assert.deepEqual(ofKey, usage.totals);
});

test('searches of a connected provider count with their price, once per call', async () => {
  const credential = 'tvly-a-key-of-the-organization';
  const provider = await openSearchServer({ provider: 'tavily', pages: [], credential });
  const searching = await openTestService({
    realEngine: true,
    sourceUrls: { tavily: provider.url },
    allowHosts: [new URL(provider.url).host],
  });
  try {
    const { organization_id } = searching;
    await succeeded(
      searching.call('POST', `/organizations/${organization_id}/provider-connections`, {
        body: { provider: 'tavily', credential },
      }),
    );
    const body = { claim: 'The lighthouse of Alderby is 41 metres tall.', profile: 'general_web' };
    const headers = { 'idempotency-key': 'once' };
    for (let n = 0; n < 2; n++) await succeeded(searching.call('POST', '/claims/verify', { body, headers }));
    const sent = provider.requests.length;
    assert.ok(sent > 0);
    const { totals, keys } = await usageOnceCounted(searching, body.claim.length, searching);
    const sources = { searches: sent, remembered: 0, documents: 0, cost_cents: (sent * 8) / 10 };
    assert.deepEqual(totals.sources, sources);
    assert.deepEqual(keys[0]!.sources, sources);
    assert.equal(totals.cost_cents, 2 + Math.ceil(sources.cost_cents));
  } finally {
    await searching.close();
    await provider.close();
  }
});

test('a failed text is free, and its repetition counts its bytes once', async () => {
  const tenant = await service.newTenant();
  const { key } = tenant;
  const headers = { 'idempotency-key': 'again' };
  const body = { content: 'Iron is a metal.' };
  service.engine.failWith = 'engine_error';
  const failed = await service.call('POST', '/verifications', { body, key, headers });
  assert.equal(failed.status, 500);
  service.engine.failWith = null;
  await succeeded(service.call('POST', '/verifications', { body, key, headers }));
  const bytes = Buffer.byteLength(body.content);
  const { totals } = await usageOnceCounted(tenant, bytes);
  assert.equal(totals.verified_bytes, bytes);
  assert.equal(totals.requests, 2);
  assert.equal(totals.cost_cents, 2);
});

test('usage remains after an erasure, and past days leave the period', async () => {
  const tenant = await service.newTenant();
  const { key } = tenant;
  const body = { content: 'Iron is a metal.', retention_hours: 1 };
  const { id } = (await succeeded(service.call('POST', '/verifications', { body, key }))).body.result;
  const before = await usageOnceCounted(tenant, 1);
  service.advance(3_600_000);
  await eventually('the erasure', async () => {
    const events = await service.service.stores.events.readStream(`verification-${id}`);
    return events.at(-1)!.type.startsWith('VerificationErased');
  });
  assert.deepEqual((await usageOf(tenant)).totals, before.totals);
  service.advance(2 * 86_400_000);
  const { totals, daily, period } = await usageOf(tenant, '?days=2');
  assert.equal(totals.requests, 0);
  assert.equal(daily.length, 2);
  assert.equal(Date.parse(period.end) - Date.parse(period.start), 2 * 86_400_000);
  assert.deepEqual((await usageOf(tenant, '?days=365')).totals, before.totals);
});

test('the number of days is bounded', async () => {
  const path = `/organizations/${service.organization_id}/usage`;
  for (const days of ['0', '366', 'x']) {
    const refused = await service.call('GET', `${path}?days=${days}`);
    assert.equal(refused.status, 422, days);
    assert.deepEqual(refused.body.detail[0].loc, ['query', 'days']);
  }
});

test('usage is reported per project, including documents', async () => {
  const tenant = await service.newTenant();
  const post = async (path: string, body: object, key = tenant.key) =>
    (await succeeded(service.call('POST', path, { key, body }))).body;
  const project = await post(`/organizations/${tenant.organization_id}/projects`, { name: 'Press' });
  const made = await post('/api-keys', { name: 'k', project_id: project.id });
  assert.equal(made.project_id, project.id);
  const { secret } = await post(`/api-keys/${made.id}/rotate`, {});
  await post('/verifications', { content: 'Iron is a metal.' }, secret);
  const { body: job } = await submit(service, { name: 'a.txt', content: 'Iron is a metal.' }, {}, { key: secret });
  await ended(service, job.job_id, secret);
  await post('/verifications', { content: 'Iron is a metal.' });
  const { totals, projects } = await usageOnceCounted(tenant, 3 * 16);
  assert.equal(totals.requests, 3);
  assert.deepEqual(
    projects.map(({ project_id, name, requests, verified_bytes }) => ({ project_id, name, requests, verified_bytes })),
    [{ project_id: project.id, name: 'Press', requests: 2, verified_bytes: 32 }],
  );
});

test('a key can only be created in a project of its own organization', async () => {
  const [one, other] = [await service.newTenant(), await service.newTenant()];
  const path = `/organizations/${other.organization_id}/projects`;
  const { body } = await succeeded(service.call('POST', path, { key: other.key, body: { name: 'Theirs' } }));
  for (const project_id of [body.id, 'none']) {
    const refused = await service.call('POST', '/api-keys', { key: one.key, body: { name: 'k', project_id } });
    assert.equal(refused.status, 404, project_id);
    assert.equal(refused.body.error.param, 'project_id');
  }
});
