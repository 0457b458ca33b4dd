/** Inviting members. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openTestService, type TestService } from '#test/support/service/open.ts';

let service: TestService;
before(async () => {
  service = await openTestService();
});
after(() => service.close());

const membersOf = ({ organization_id }: { organization_id: string }) => `/organizations/${organization_id}/members`;
const invite = (body: object, key?: string) =>
  service.call('POST', membersOf(service), { body, ...(key !== undefined && { key }) });

test('an invitation has a token, shown once, and the member is listed at once', async () => {
  const { status, body } = await invite({ email: 'ada@example.org' });
  assert.equal(status, 201);
  assert.equal(body.id, body.user_id);
  assert.equal(body.role, 'viewer');
  assert.equal(body.status, 'invited');
  assert.match(body.invitation.token, /^evs_inv_[\w-]{43}$/);
  const list = await service.call('GET', membersOf(service));
  const { invitation, ...member } = body;
  assert.deepEqual(list.body.data[0], member);
  assert.ok(!list.text.includes(invitation.token));
  assert.ok(!service.logs.join().includes(invitation.token));
  assert.ok(!service.logs.join().includes('ada@example.org'));
});

test('a second invitation replaces the first and keeps the user', async () => {
  const first = await invite({ email: 'grace@example.org', role: 'developer' });
  const second = await invite({ email: 'Grace@example.org', role: 'reviewer' });
  assert.equal(second.status, 201);
  assert.equal(second.body.user_id, first.body.user_id);
  assert.equal(second.body.role, 'reviewer');
  assert.notEqual(second.body.invitation.token, first.body.invitation.token);
});

test('only the owner invites admins, and nobody invites an owner', async () => {
  const { secret: admin } = await service.issue({ role: 'admin' });
  const refused = await invite({ email: 'new@example.org', role: 'admin' }, admin);
  assert.equal(refused.status, 403);
  assert.equal(refused.body.error.code, 'role_forbidden');
  assert.equal((await invite({ email: 'new@example.org', role: 'developer' }, admin)).status, 201);
  assert.equal((await invite({ email: 'admin@example.org', role: 'admin' })).status, 201);
  const owner = await invite({ email: 'new@example.org', role: 'owner' });
  assert.equal(owner.body.detail[0].type, 'literal_error');
});

test('an invalid address is refused', async () => {
  const typeOf = async (email: unknown) => (await invite({ email })).body.detail[0].type;
  assert.equal(await typeOf('a@'), 'string_too_short');
  assert.equal(await typeOf(`a@${'b'.repeat(319)}`), 'string_too_long');
  for (const email of ['ada', 'a@b@c', 'a b@c.example', 'ada@', '@example.org', 'a\u0000@b.example']) {
    assert.equal(await typeOf(email), 'value_error', email);
  }
});

test('invitations are limited per hour', async () => {
  const tenant = await service.newTenant();
  const again = async () =>
    (await service.call('POST', membersOf(tenant), { key: tenant.key, body: { email: 'a@b.example' } })).status;
  // To the beginning of an hour, and later past the limit per minute.
  service.advance(3_600_000 - (service.now() % 3_600_000));
  const statuses: number[] = [];
  for (let n = 0; n < 61; n++) {
    if (n === 30) service.advance(60_000);
    statuses.push(await again());
  }
  assert.deepEqual(statuses, [...Array.from({ length: 60 }, () => 201), 429]);
});
