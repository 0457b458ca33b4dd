/** Who may call what: compares every operation with the table of roles and scopes. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { Operation } from '#contracts/http/operation.ts';
import { ACCESS } from '#contracts/http/operations/access.ts';
import { OPERATIONS } from '#contracts/http/operations/all.ts';
import { ROLES, type Role, SCOPES, type Scope } from '#contracts/vocabulary.ts';
import { type Belongings, belongingsOf, filledPath, validBodyOf } from '#test/support/service/belongings.ts';
import { type Answer, openTestService, type TestService } from '#test/support/service/open.ts';
import { openBrowser } from '#test/support/workbench.ts';

const DESCRIPTION = join(import.meta.dirname, '../../../docs/access.md');
const COLUMNS: readonly Role[] = ['owner', 'admin', 'developer', 'reviewer', 'viewer'];

let service: TestService;
let foreign: Belongings;
before(async () => {
  service = await openTestService();
  foreign = await belongingsOf(service, await service.newTenant());
});
after(() => service.close());

test('the table in the documentation matches the one in the code', async () => {
  const rows = (await readFile(DESCRIPTION, 'utf8')).split('\n').filter((line) => line.startsWith('| `'));
  const described = rows.map((row) =>
    row
      .split('|')
      .map((cell) => cell.trim())
      .slice(1, -1),
  );
  const enforced = OPERATIONS.map(({ method, path, roles, scope }) => [
    `\`${method} ${path}\``,
    ...COLUMNS.map((role) => (roles.includes(role) ? '●' : '')),
    scope === null ? '' : `\`${scope}\``,
  ]);
  assert.deepEqual(described, enforced);
});

test('the published operations are those of the table', async () => {
  const { body } = await service.call('GET', '//v1/openapi.json', { key: null });
  const published = Object.values(body.paths as Record<string, Record<string, { operationId: string }>>)
    .flatMap((methods) => Object.values(methods))
    .map(({ operationId }) => operationId);
  assert.deepEqual(published.toSorted(), Object.keys(ACCESS).toSorted());
  assert.equal(published.length, 45);
});

/** What keeps a caller from an operation of its own organization; null: nothing. */
function refusalFor({ roles, scope }: Operation, role: Role, scopes: readonly Scope[]): string | null {
  if (scope !== null && !scopes.includes(scope)) return 'insufficient_scope';
  return roles.includes(role) ? null : 'role_forbidden';
}

const forbiddenFor = ({ status, body }: Answer) => (status === 403 ? body.error.code : null);

/** Ids that are never there and a body that is never valid, so that whoever may call the operation changes nothing. */
const harmless = ({ method, path }: Operation): [url: string, options: { body?: unknown }] => [
  path.replaceAll(/\{\w+\}/g, 'none'),
  method === 'GET' ? {} : { body: [] },
];

for (const role of ROLES) {
  test(`a ${role} key may do what the table says, in its own organization only`, async () => {
    const keys = new Map<string, string>();
    /** The same key for all operations that want it. */
    const keyWith = async (scopes: Scope[]) => {
      const key = keys.get(scopes.join()) ?? (await service.issue({ role, scopes })).secret;
      keys.set(scopes.join(), key);
      return key;
    };
    for (const operation of OPERATIONS) {
      const { method, path, scope } = operation;
      const only = scope === null ? [] : [scope];
      for (const scopes of [only, SCOPES.filter((other) => other !== scope)]) {
        const key = await keyWith(scopes);
        const refusal = refusalFor(operation, role, scopes);
        const what = `${role} with ${scopes.length === 1 ? scopes : 'other scopes'}: ${method} ${path}`;
        const [url, options] = harmless(operation);
        assert.equal(forbiddenFor(await service.call(method, url, { key, ...options })), refusal, what);
        if (!path.includes('{')) continue;
        const body = validBodyOf(operation, foreign);
        const valid = body === undefined ? {} : { body };
        const answer = await service.call(method, filledPath(path, foreign), { key, ...valid });
        assert.equal(answer.body.error.code, refusal ?? 'not_found', `${what} of another organization`);
      }
    }
  });

  test(`a ${role} session may do what the table says, in its own organization only`, async () => {
    const { secret } = await service.issue({ role });
    const browser = openBrowser(service);
    for (const operation of OPERATIONS) {
      // Every operation in a session of its own, as some end sessions; and not too many of them in a minute.
      service.advance(3_000);
      assert.equal((await browser.signIn('api-key', { api_key: secret })).status, 201);
      const { method, path } = operation;
      const refusal = refusalFor(operation, role, SCOPES);
      const [url, options] = harmless(operation);
      assert.equal(forbiddenFor(await browser.call(method, url, options)), refusal, `${role}: ${method} ${path}`);
      if (!path.includes('{')) continue;
      const body = validBodyOf(operation, foreign);
      const answer = await browser.call(method, filledPath(path, foreign), body === undefined ? {} : { body });
      assert.equal(
        answer.body.error.code,
        refusal ?? 'not_found',
        `${role}: ${method} ${path} of another organization`,
      );
    }
  });
}

test('without a key or a session nothing can be called', async () => {
  for (const operation of OPERATIONS) {
    const [url, options] = harmless(operation);
    const { status } = await service.call(operation.method, url, { key: null, ...options });
    assert.equal(status, 401, `${operation.method} ${operation.path}`);
  }
});

test('a developer manages only their own keys; owners and admins manage all', async () => {
  const developer = await service.issue({ role: 'developer', user_id: 'usr_dev' });
  const own = await service.issue({ role: 'developer', user_id: 'usr_dev' });
  const foreign = await service.issue({ role: 'developer', user_id: 'usr_else' });
  const rotate = (id: string, key: string) => service.call('POST', `/api-keys/${id}/rotate`, { key });
  assert.equal((await rotate(own.id, developer.secret)).status, 201);
  const refused = await rotate(foreign.id, developer.secret);
  assert.equal(refused.body.error.code, 'role_forbidden');
  assert.equal((await rotate(foreign.id, (await service.issue({ role: 'admin' })).secret)).status, 201);
});

test('a key never exceeds its creator', async () => {
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

test("an admin can revoke an owner's key, but not rotate it", async () => {
  const admin = await service.issue({ role: 'admin' });
  const owners = await service.issue({ role: 'owner', scopes: ['reviews:read'] });
  const refused = await service.call('POST', `/api-keys/${owners.id}/rotate`, { key: admin.secret });
  assert.equal(refused.status, 403);
  assert.equal(refused.body.error.code, 'role_forbidden');
  assert.equal((await service.call('GET', '/reviews', { key: owners.secret })).status, 200);
  assert.equal((await service.call('DELETE', `/api-keys/${owners.id}`, { key: admin.secret })).status, 204);
});

test('rotation and revocation take effect at once; a rotated key keeps its rights', async () => {
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

test('X-Forwarded-For counts only from trusted proxies', async (context) => {
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
