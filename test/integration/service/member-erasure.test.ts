/** Members' addresses: sealed wherever they are kept, and gone from the disk after an erasure. */
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { createOperations } from '#apps/control/operations.ts';
import { ORGANIZATION } from '#domain/organization/decider.ts';
import { memberWithId } from '#domain/organization/member.ts';
import { load } from '#streams/repository.ts';
import { openTestService, type Tenant, type TestService } from '#test/support/service/open.ts';
import { formsOfBytes, formsOfText } from '#test/support/service/traces.ts';
import { succeeded } from '#test/support/succeeded.ts';
import { type Browser, joinAs, openBrowser, PASSWORD, skipSignInLimits } from '#test/support/workbench.ts';

const EMAIL = 'Zyxomma.Petiolatum@ponds.example.org';

let service: TestService;
let tenant: Tenant;
before(async () => {
  service = await openTestService();
});
after(() => service.close());
beforeEach(async () => {
  skipSignInLimits(service);
  tenant = await service.newTenant();
});

const operations = () => createOperations(service.service, () => {});
const membersOf = async () =>
  (await succeeded(service.call('GET', `/organizations/${tenant.organization_id}/members`, { key: tenant.key }))).body
    .data;
const join = () => joinAs(service, tenant, { email: EMAIL, role: 'developer' });
const signIn = (email: string) =>
  openBrowser(service).signIn('password', { organization_id: tenant.organization_id, email, password: PASSWORD });
const eraseOwn = (browser: Browser, password = PASSWORD) =>
  browser.call('POST', '//session/erasure', { body: { password } });
const stored = async (user_id: string) => {
  const { state } = await load(service.service.stores.events, ORGANIZATION, tenant.organization_id);
  return memberWithId(state, user_id)!;
};
/** The key of the member's address, plain and as it is stored. */
async function keyOf(user_id: string): Promise<Uint8Array[]> {
  const { address } = await stored(user_id);
  if (address === null || !('sealed' in address)) throw new Error('the address is not sealed');
  const wrapped = (await service.ground.wrappedKey(address.key_id)) ?? assert.fail('there is no key');
  return [wrapped, (await service.service.stores.vault.dataKey(address.key_id))!];
}
const written = [EMAIL, EMAIL.toLowerCase(), EMAIL.toUpperCase()];
const addresses = () => service.ground.traces(Object.assign({}, ...written.map(named)));
const named = (text: string) =>
  Object.fromEntries(Object.entries(formsOfText(text)).map(([form, bytes]) => [`${text}, ${form}`, bytes]));

test('an address is never on the disk nor in a log line, whatever the person does', async () => {
  const browser = await join();
  const { user_id } = browser.session;
  await succeeded(signIn(EMAIL.toUpperCase()));
  assert.equal((await signIn(`${EMAIL}.wrong`)).status, 401);
  const again = { body: { email: EMAIL.toLowerCase() }, key: tenant.key };
  const refused = await service.call('POST', `/organizations/${tenant.organization_id}/members`, again);
  assert.equal(refused.body.error.code, 'already_exists');
  await succeeded(browser.changePassword(PASSWORD, 'another horse, another battery'));
  await succeeded(browser.changePassword('another horse, another battery', PASSWORD));
  const owner = openBrowser(service);
  await succeeded(owner.signIn('api-key', { api_key: tenant.key }));
  const reset = await succeeded(owner.call('POST', '//session/reset-token', { body: { user_id } }));
  await succeeded(openBrowser(service).signIn('reset', { token: reset.body.token, password: PASSWORD }));
  assert.equal((await membersOf())[0].email, EMAIL);

  assert.deepEqual(await addresses(), []);
  const [wrapped] = await keyOf(user_id);
  assert.notDeepEqual(await service.ground.traces(formsOfBytes(wrapped!)), [], 'this search finds what is there');
  const logs = service.logs.join('\n').toLowerCase();
  assert.ok(!logs.includes('zyxomma'));
});

test('a person erases the own address: session over, key gone, id stays', async () => {
  const browser = await join();
  const { user_id } = browser.session;
  const other = await signIn(EMAIL);
  assert.equal(other.status, 201);
  const keys = await keyOf(user_id);

  const wrong = await eraseOwn(browser, 'not the password');
  assert.deepEqual([wrong.status, wrong.body.error.code], [401, 'invalid_credentials']);
  assert.equal((await membersOf())[0].email, EMAIL);

  const erased = await succeeded(eraseOwn(browser));
  assert.equal(erased.body.user_id, user_id);
  assert.deepEqual([erased.body.key_destroyed, erased.body.clear_in_log], [true, false]);
  assert.match(String(erased.headers['set-cookie']), /Max-Age=0|Expires=Thu, 01 Jan 1970/i);
  assert.equal((await browser.call('GET', '//session')).status, 401);
  assert.equal((await signIn(EMAIL)).status, 401);
  const [member] = await membersOf();
  assert.deepEqual([member.user_id, member.email, member.status], [user_id, null, 'erased']);
  for (const key of keys) assert.deepEqual(await service.ground.traces(formsOfBytes(key)), []);
  assert.deepEqual(await addresses(), []);
});

test('the operator erases by address or by id, and again without harm', async () => {
  const browser = await join();
  const { user_id } = browser.session;
  const { body: made } = await succeeded(
    browser.call('POST', '/api-keys', { body: { name: 'of the member', scopes: ['verifications:read'] } }),
  );
  const withKey = openBrowser(service);
  await succeeded(withKey.signIn('api-key', { api_key: made.secret }));
  const keys = await keyOf(user_id);
  const elsewhere = await service.newTenant();
  const foreign = await joinAs(service, elsewhere, { email: EMAIL, role: 'viewer' });

  const { organization_id } = tenant;
  const { data } = await operations().eraseMember({ member: EMAIL.toLowerCase(), organization_id });
  assert.deepEqual(
    data.map(({ erased_at: _, ...rest }) => rest),
    [{ organization_id, user_id, key_destroyed: true, clear_in_log: false, key_ids: [made.id] }],
  );
  for (const key of keys) assert.deepEqual(await service.ground.traces(formsOfBytes(key)), []);
  for (const session of [browser, withKey]) assert.equal((await session.call('GET', '//session')).status, 401);
  const entering = await openBrowser(service).signIn('api-key', { api_key: made.secret });
  assert.deepEqual([entering.status, entering.body.error.code], [403, 'role_forbidden']);
  assert.equal((await service.call('GET', '/models', { key: made.secret })).status, 200, 'the key goes on');
  assert.equal((await foreign.call('GET', '//session')).status, 200, 'the other organization is not concerned');

  const repeated = await operations().eraseMember({ member: user_id, organization_id: null });
  assert.deepEqual(repeated.data, data);
  const unknown = operations().eraseMember({ member: 'nobody@example.org', organization_id: null });
  await assert.rejects(unknown, { code: 'operation_refused' });
});

test('an invited person is erased too; the address can be invited anew', async () => {
  const path = `/organizations/${tenant.organization_id}/members`;
  const invite = () => succeeded(service.call('POST', path, { key: tenant.key, body: { email: EMAIL } }));
  const first = (await invite()).body;
  await operations().eraseMember({ member: first.user_id, organization_id: null });
  const joining = await openBrowser(service).signIn('invitation', {
    token: first.invitation.token,
    password: PASSWORD,
  });
  assert.equal(joining.status, 404);
  const second = (await invite()).body;
  assert.notEqual(second.user_id, first.user_id);
  assert.equal((await membersOf())[0].email, EMAIL);
});

test('an invitation written in another way leaves one key', async () => {
  const path = `/organizations/${tenant.organization_id}/members`;
  const invite = async (email: string) =>
    (await succeeded(service.call('POST', path, { key: tenant.key, body: { email } }))).body.user_id;
  const user_id = await invite(EMAIL);
  const keys = await keyOf(user_id);
  assert.equal(await invite(EMAIL), user_id);
  assert.deepEqual(await keyOf(user_id), keys);
  assert.equal(await invite(EMAIL.toLowerCase()), user_id);
  assert.equal((await membersOf())[0].email, EMAIL.toLowerCase());
  for (const key of keys) assert.deepEqual(await service.ground.traces(formsOfBytes(key)), []);
});

test('the creator of an organization has no address to erase', async () => {
  const owner = openBrowser(service);
  await succeeded(owner.signIn('api-key', { api_key: tenant.key }));
  const answer = await eraseOwn(owner, 'any password');
  assert.deepEqual([answer.status, answer.body.error.code], [404, 'not_found']);
});

test('an erasure leaves an audit record that names the id', async () => {
  const browser = await join();
  const { user_id } = browser.session;
  await succeeded(eraseOwn(browser));
  const { events } = service.service.stores;
  const recorded = (await events.readStream(ORGANIZATION.stream(tenant.organization_id))).at(-1)!;
  assert.equal(recorded.type, 'MemberErased.v1');
  assert.deepEqual(recorded.metadata.actor, { type: 'user', id: user_id });
});
