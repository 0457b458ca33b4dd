/** Who may call what: the table of roles and scopes, held against every operation. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { OPERATIONS } from '#contracts/http/operations/all.ts';
import { ROLES, type Role, SCOPES, type Scope } from '#contracts/vocabulary.ts';
import { openTestService, type TestService } from '#test/support/service/open.ts';

const ALL = 'OADRV';
const INITIALS: Record<Role, string> = { owner: 'O', admin: 'A', developer: 'D', reviewer: 'R', viewer: 'V' };

/** Method and path: initials of the roles, and the scope. */
const TABLE: Record<string, [roles: string, scope: Scope | null]> = {
  'POST /verifications': ['OAD', 'verifications:write'],
  'POST /claims/verify': ['OAD', 'verifications:write'],
  'POST /batches': ['OAD', 'verifications:write'],
  'POST /chat/completions': ['OAD', 'chat:write'],
  'GET /verifications/{verification_id}': [ALL, 'verifications:read'],
  'GET /verifications/{verification_id}/export': ['OADR', 'exports:read'],
  'POST /verifications/{verification_id}/reviews': ['OAR', 'reviews:write'],
  'GET /reviews': [ALL, 'reviews:read'],
  'GET /policies': [ALL, null],
  'GET /models': [ALL, null],
  'GET /engine': [ALL, null],
  'GET /usage/estimate': [ALL, null],
  'GET /organizations/{organization_id}/policies': [ALL, 'policies:read'],
  'POST /organizations/{organization_id}/policies': ['OA', 'policies:write'],
  'DELETE /organizations/{organization_id}/policies/{policy_id}': ['OA', 'policies:write'],
  'POST /documents': ['OAD', 'documents:write'],
  'GET /documents/{job_id}': [ALL, 'documents:write'],
  'GET /documents/{job_id}/artifacts/{artifact_id}': [ALL, 'documents:write'],
  'POST /documents/{job_id}/cancel': [ALL, 'documents:write'],
  'POST /documents/{job_id}/retry': [ALL, 'documents:write'],
  'POST /api-keys': ['OAD', 'keys:write'],
  'DELETE /api-keys/{key_id}': ['OAD', 'keys:write'],
  'POST /api-keys/{key_id}/rotate': ['OAD', 'keys:write'],
  'DELETE /sessions': [ALL, null],
  'DELETE /sessions/{session_id}': [ALL, null],
  'GET /organizations': [ALL, 'organizations:read'],
  'POST /organizations': [ALL, 'organizations:write'],
  'PATCH /organizations/{organization_id}/settings': ['OA', 'organizations:write'],
  'GET /organizations/{organization_id}/members': [ALL, 'members:read'],
  'POST /organizations/{organization_id}/members': ['OA', 'members:write'],
  'POST /organizations/{organization_id}/projects': ['OAD', 'projects:write'],
  'GET /organizations/{organization_id}/source-sets': [ALL, 'sources:read'],
  'POST /organizations/{organization_id}/source-sets': ['OAD', 'sources:write'],
  'POST /organizations/{organization_id}/source-sets/{source_set_id}/resources': ['OAD', 'sources:write'],
  'DELETE /organizations/{organization_id}/source-sets/{source_set_id}/resources/{resource_id}': [
    'OAD',
    'sources:write',
  ],
  'GET /organizations/{organization_id}/provider-connections': ['OA', 'providers:read'],
  'POST /organizations/{organization_id}/provider-connections': ['OA', 'providers:write'],
  'POST /organizations/{organization_id}/provider-connections/{connection_id}/rotate': ['OA', 'providers:write'],
  'DELETE /organizations/{organization_id}/provider-connections/{connection_id}': ['OA', 'providers:write'],
  'GET /organizations/{organization_id}/usage': ['OAD', 'usage:read'],
  'GET /organizations/{organization_id}/audit-events': ['OA', 'audit:read'],
  'POST /billing/checkout': ['OA', 'billing:write'],
  'POST /billing/portal': ['OA', 'billing:write'],
  'POST /webhooks': ['OAD', 'webhooks:write'],
  'DELETE /webhooks/{webhook_id}': ['OAD', 'webhooks:write'],
};

let service: TestService;
before(async () => {
  service = await openTestService();
});
after(() => service.close());

test('the table knows every operation', () => {
  const served = OPERATIONS.map(({ method, path }) => `${method} ${path}`);
  assert.deepEqual(served.toSorted(), Object.keys(TABLE).toSorted());
});

/** What an operation answers with a body that is never valid and ids that are never there: 403 comes before both. */
async function refusalOf(method: string, path: string, key: string): Promise<string | null> {
  const url = path.replaceAll(/\{\w+\}/g, 'none');
  const { status, body } = await service.call(method, url, { key, ...(method === 'GET' ? {} : { body: [] }) });
  return status === 403 ? body.error.code : null;
}

test('every role may do what the table says, and nothing else', async () => {
  for (const role of ROLES) {
    const { secret } = await service.issue({ role });
    for (const [name, [roles]] of Object.entries(TABLE)) {
      const [method, path] = name.split(' ') as [string, string];
      const expected = roles.includes(INITIALS[role]) ? null : 'role_forbidden';
      assert.equal(await refusalOf(method, path, secret), expected, `${role}: ${name}`);
    }
  }
});

test('a key needs the scope of the operation, and no other', async () => {
  for (const scope of new Set(Object.values(TABLE).map(([, scope]) => scope))) {
    const with_it = await service.issue({ scopes: scope === null ? [] : [scope] });
    const without = await service.issue({ scopes: SCOPES.filter((other) => other !== scope) });
    for (const [name, [, needed]] of Object.entries(TABLE)) {
      const [method, path] = name.split(' ') as [string, string];
      const alone = needed === null || needed === scope ? null : 'insufficient_scope';
      assert.equal(await refusalOf(method, path, with_it.secret), alone, `only ${scope}: ${name}`);
      const lacking = needed !== null && needed === scope ? 'insufficient_scope' : null;
      assert.equal(await refusalOf(method, path, without.secret), lacking, `without ${scope}: ${name}`);
    }
  }
});

test('a developer manages own keys alone; owners and admins manage all', async () => {
  const developer = await service.issue({ role: 'developer', user_id: 'usr_dev' });
  const own = await service.issue({ role: 'developer', user_id: 'usr_dev' });
  const foreign = await service.issue({ role: 'developer', user_id: 'usr_else' });
  const rotate = (id: string, key: string) => service.call('POST', `/api-keys/${id}/rotate`, { key });
  assert.equal((await rotate(own.id, developer.secret)).status, 201);
  const refused = await rotate(foreign.id, developer.secret);
  assert.equal(refused.body.error.code, 'role_forbidden');
  assert.equal((await rotate(foreign.id, (await service.issue({ role: 'admin' })).secret)).status, 201);
});

test('a key never exceeds its maker', async () => {
  const maker = await service.issue({ role: 'developer', scopes: ['keys:write', 'reviews:read'] });
  const make = (body: object) => service.call('POST', '/api-keys', { key: maker.secret, body: { name: 'k', ...body } });
  assert.equal((await make({ scopes: ['verifications:write'] })).body.error.code, 'insufficient_scope');
  const made = await make({ scopes: ['keys:write'] });
  assert.equal(made.status, 201);
  const settings = await service.call('PATCH', `/organizations/${service.organization_id}/settings`, {
    key: made.body.secret,
    body: { retention_hours: 1 },
  });
  assert.equal(settings.status, 403);
});

test('an admin can revoke the key of an owner, but not rotate it and have its secret', async () => {
  const admin = await service.issue({ role: 'admin' });
  const owners = await service.issue({ role: 'owner', scopes: ['reviews:read'] });
  const refused = await service.call('POST', `/api-keys/${owners.id}/rotate`, { key: admin.secret });
  assert.equal(refused.status, 403);
  assert.equal(refused.body.error.code, 'role_forbidden');
  assert.equal((await service.call('GET', '/reviews', { key: owners.secret })).status, 200);
  assert.equal((await service.call('DELETE', `/api-keys/${owners.id}`, { key: admin.secret })).status, 204);
});

test('rotation and revocation are in force at once; a rotated key keeps what it was', async () => {
  const created = await service.call('POST', '/api-keys', {
    body: { name: 'kept', quota_per_hour: 7, allowed_ips: ['127.0.0.1'], environment: 'production' },
  });
  const { secret, prefix, warning, ...kept } = created.body;
  const list = (key: string) => service.call('GET', '/reviews', { key });
  assert.match(secret, /^evs_prod_/);
  assert.equal((await list(secret)).status, 200);
  const rotated = await service.call('POST', `/api-keys/${kept.id}/rotate`);
  assert.equal(rotated.status, 201);
  assert.notEqual(rotated.body.secret, secret);
  assert.deepEqual({ ...kept, warning }, (({ secret: _, prefix: __, ...rest }) => rest)(rotated.body));
  assert.equal(rotated.body.prefix, rotated.body.secret.slice(0, 12));
  assert.equal((await list(secret)).body.error.code, 'key_revoked');
  assert.equal((await list(rotated.body.secret)).status, 200);
  assert.equal((await service.call('DELETE', `/api-keys/${kept.id}`)).status, 204);
  assert.equal((await list(rotated.body.secret)).body.error.code, 'key_revoked');
  assert.equal((await service.call('DELETE', `/api-keys/${kept.id}`)).status, 404);
  assert.equal((await service.call('POST', `/api-keys/${kept.id}/rotate`)).status, 404);
});

test('X-Forwarded-For counts from trusted proxies alone', async (context) => {
  const { secret } = await service.issue({ allowed_ips: ['198.51.100.7'] });
  const list = (own: TestService, key: string, remoteAddress: string) =>
    own.call('GET', '/reviews', { key, remoteAddress, headers: { 'x-forwarded-for': '198.51.100.7' } });
  assert.equal((await list(service, secret, '10.0.0.1')).body.error.code, 'ip_not_allowed');
  assert.equal((await list(service, secret, '198.51.100.7')).status, 200);

  const behind = await openTestService({ trustedProxies: ['10.0.0.1'] });
  context.after(() => behind.close());
  const { secret: other } = await behind.issue({ allowed_ips: ['198.51.100.7'] });
  assert.equal((await list(behind, other, '10.0.0.1')).status, 200);
  assert.equal((await list(behind, other, '10.0.0.2')).body.error.code, 'ip_not_allowed');
});
