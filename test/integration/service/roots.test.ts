/** Whose share an organization's work takes: that of the root of its chain of invitations. */
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { ORGANIZATION } from '#domain/organization/decider.ts';
import { organizationsWithRoot } from '#streams/bounded-lists.ts';
import { createRoots } from '#streams/roots.ts';
import { openTestService, type Tenant, type TestService } from '#test/support/service/open.ts';
import { METADATA } from '#test/support/verification-history.ts';
import { joinAs, skipSignInLimits } from '#test/support/workbench.ts';

/** Two short claims at the built-in tariff. */
const FREE_CENTS = 4;

let service: TestService;
let tenant: Tenant;
before(async () => {
  service = await openTestService({ freeMonthlyCents: FREE_CENTS });
});
after(() => service.close());
beforeEach(async () => {
  skipSignInLimits(service);
  tenant = await service.newTenant();
});

const rootOf = (organizationId: string) => createRoots(service.service.stores).of(organizationId);

/** An organization that a person with this role in `of` makes. */
async function madeBy(of: Tenant, role: Parameters<typeof joinAs>[2]['role']): Promise<Tenant> {
  const browser = await joinAs(service, of, { email: `${role}@example.org`, role });
  const { status, body, text } = await browser.call('POST', '/organizations', { body: { name: 'Another' } });
  assert.equal(status, 201, text);
  return { organization_id: body.id, user_id: body.owner_user_id, key: body.api_key.secret };
}

test('an organization that the operator makes is its own root', async () => {
  assert.equal(await rootOf(service.organization_id), service.organization_id);
  assert.equal(await rootOf(tenant.organization_id), tenant.organization_id);
  for (const role of ['owner', 'admin'] as const) {
    const { secret } = await service.issue({ role });
    const made = await service.call('POST', '/organizations', { key: secret, body: { name: 'A customer' } });
    assert.equal(await rootOf(made.body.id), made.body.id, role);
  }
});

test('an organization that an invited person makes has the root of the invitation', async () => {
  const invited = await madeBy(tenant, 'viewer');
  assert.equal(await rootOf(invited.organization_id), tenant.organization_id);
  const next = await madeBy(invited, 'viewer');
  assert.equal(await rootOf(next.organization_id), tenant.organization_id);
  const answer = await service.call('POST', '/organizations', { key: next.key, body: { name: 'By its key' } });
  assert.equal(await rootOf(answer.body.id), tenant.organization_id);
  assert.ok(!answer.text.includes(tenant.organization_id), 'nobody is told');
});

test('a member of the operator is a root, for all organizations together', async () => {
  const browser = await joinAs(service, service, { email: 'eve@example.org', role: 'developer' });
  const make = async () => (await browser.call('POST', '/organizations', { body: { name: 'Another' } })).body;
  const [first, second] = [await make(), await make()];
  assert.equal(await rootOf(first.id), first.owner_user_id);
  assert.equal(await rootOf(second.id), first.owner_user_id);
});

test('before roots were recorded, an organization has that of its owner', async () => {
  const { stores } = service.service;
  const append = async (organization_id: string, owner_user_id: string) => {
    const settings = {
      retention_hours: 720,
      zero_retention: false,
      exports_enabled: true,
      monthly_cost_limit_cents: null,
    };
    const data = { organization_id, name: 'Earlier', owner_user_id, settings, created_at: '2026-01-01T00:00:00.000Z' };
    const event = { id: crypto.randomUUID(), type: 'OrganizationCreated.v1', data, metadata: METADATA };
    await stores.events.append(ORGANIZATION.stream(organization_id), 'no_stream', [event]);
    return rootOf(organization_id);
  };
  assert.equal(await append(`org_${'1'.repeat(32)}`, 'usr_ada'), 'usr_ada');
  assert.equal(await append(`org_${'2'.repeat(32)}`, 'usr_ada'), 'usr_ada');
  const own = `org_${'3'.repeat(32)}`;
  assert.equal(await append(own, service.user_id), own, 'one that the bootstrap key made');
});

test('all organizations with one root share one free allowance', async () => {
  const others = [await madeBy(tenant, 'viewer'), await madeBy(await madeBy(tenant, 'reviewer'), 'viewer')];
  const verify = async ({ key }: Tenant) =>
    (await service.call('POST', '/claims/verify', { key, body: { claim: 'Iron is a metal.' } })).status;
  assert.equal(await verify(others[0]!), 201);
  assert.equal(await verify(others[1]!), 201);
  for (const each of [tenant, ...others]) assert.equal(await verify(each), 429);
  assert.equal(await verify(await service.newTenant()), 201);
});

test('all persons with one root make a hundred organizations together', async () => {
  const { values } = service.service.stores.operations;
  const { name, limit } = organizationsWithRoot(tenant.organization_id);
  const made = Array.from({ length: limit - 1 }, (_, n) => `org_${n}`);
  assert.ok(await values.compareAndSet(name, null, JSON.stringify(made)));
  const last = await madeBy(tenant, 'viewer');
  for (const { key } of [tenant, last]) {
    const { status, body } = await service.call('POST', '/organizations', { key, body: { name: 'Another' } });
    assert.equal(status, 422);
    assert.match(body.detail[0].msg, /100 organizations/);
  }
  const { secret } = await service.issue({ role: 'owner' });
  assert.equal((await service.call('POST', '/organizations', { key: secret, body: { name: 'Another' } })).status, 201);
});

test('where organizations are not open, only the operator creates them', async (context) => {
  const closed = await openTestService({ openOrganizations: false });
  context.after(() => closed.close());
  const customer = await closed.newTenant();
  const create = (key?: string) => closed.call('POST', '/organizations', { key, body: { name: 'Another' } });
  const developer = await closed.issue({ role: 'developer' });
  for (const key of [customer.key, developer.secret]) {
    const { status, body } = await create(key);
    assert.equal(status, 403);
    assert.equal(body.error.code, 'role_forbidden');
    assert.match(body.error.message, /only the operator creates organizations/);
  }
  assert.equal((await create()).status, 201);
  assert.equal((await create((await closed.issue({ role: 'admin' })).secret)).status, 201);
});
