/** Changing a password, and replacing a forgotten one with a token from an owner or an admin. */
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { eventuallyShown } from '#test/support/service/eventually-shown.ts';
import { type Answer, openTestService, type Tenant, type TestService } from '#test/support/service/open.ts';
import { type Browser, joinAs, openBrowser, PASSWORD, skipSignInLimits } from '#test/support/workbench.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const EMAIL = 'ada@example.org';
const NEW_PASSWORD = 'another horse, another battery';

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

const join = (email = EMAIL, role: Parameters<typeof joinAs>[2]['role'] = 'developer') =>
  joinAs(service, tenant, { email, role });
const signIn = async (password: string, email = EMAIL) => {
  const browser = openBrowser(service);
  const answer = await browser.signIn('password', { organization_id: tenant.organization_id, email, password });
  return { browser, answer };
};
const ownersBrowser = async () => {
  const browser = openBrowser(service);
  await browser.signIn('api-key', { api_key: tenant.key });
  return browser;
};
const who = (browser: Browser) => browser.call('GET', '//session');
const issue = (by: Browser, { user_id }: { user_id: string }) =>
  by.call('POST', '//session/reset-token', { body: { user_id } });
const reset = (token: string, password = NEW_PASSWORD) => openBrowser(service).signIn('reset', { token, password });
const assertCode = ({ status, body }: Answer, expected: number, code: string) =>
  assert.deepEqual([status, body.error.code], [expected, code]);

test('changing the password starts a new session and ends all others', async () => {
  const browser = await join();
  const { browser: other } = await signIn(PASSWORD);
  const stranger = await join('grace@example.org');
  const before = browser.cookie;
  const changed = await browser.changePassword(PASSWORD, NEW_PASSWORD);
  assert.equal(changed.status, 200);
  assert.notEqual(browser.cookie, before);
  assert.equal((await who(browser)).body.user_id, browser.session.user_id);
  assertCode(await who(other), 401, 'session_expired');
  const old = await service.call('GET', '//session', { key: null, headers: { cookie: before } });
  assertCode(old, 401, 'session_expired');
  assert.equal((await who(stranger)).status, 200);
  assertCode((await signIn(PASSWORD)).answer, 401, 'invalid_credentials');
  const { browser: next } = await signIn(NEW_PASSWORD);
  assert.equal((await who(next)).status, 200);
});

test('a password change needs the present one and a long enough new one', async () => {
  const browser = await join();
  assertCode(await browser.changePassword('not the password', NEW_PASSWORD), 401, 'invalid_credentials');
  assertCode(await browser.changePassword(PASSWORD, 'too short'), 422, 'validation_error');
  assert.equal((await who(browser)).status, 200);
  assert.equal((await signIn(PASSWORD)).answer.status, 201);
  // An owner has signed in with a key, and has no password.
  assertCode(await (await ownersBrowser()).changePassword(PASSWORD, NEW_PASSWORD), 401, 'invalid_credentials');
});

test('a refused change says what is wrong', async () => {
  const messageOf = ({ status, body }: Answer) => `${status} ${body.error.message}`;
  const browser = await join();
  const wrong = () => browser.changePassword('not the password', NEW_PASSWORD);
  assert.equal(messageOf(await wrong()), '401 The present password is not right.');
  const without = await (await ownersBrowser()).changePassword(PASSWORD, NEW_PASSWORD);
  assert.equal(messageOf(without), '401 You have no password. You sign in with an API key.');
  for (let n = 0; n < 9; n++) await wrong();
  assert.match(
    messageOf(await wrong()),
    /^429 The limit of 10 attempts to sign in is reached\. Try again in \d+ seconds\.$/,
  );
});

test('guessing the present password in a session is limited to ten tries', async () => {
  const browser = await join();
  const guess = () => browser.changePassword('a guess of many', NEW_PASSWORD);
  for (let n = 0; n < 10; n++) assertCode(await guess(), 401, 'invalid_credentials');
  assertCode(await guess(), 429, 'rate_limit_exceeded');
  assertCode(await browser.changePassword(PASSWORD, NEW_PASSWORD), 429, 'rate_limit_exceeded');
});

test('a member can change the password ten times a day', async () => {
  service.advance(DAY_MS - (service.now() % DAY_MS));
  const browser = await join();
  const change = () => browser.changePassword(PASSWORD, PASSWORD);
  for (let n = 0; n < 10; n++) {
    assert.equal((await change()).status, 200);
    // So that it is not the limit on attempts that is met. Within half an hour, a session goes on.
    service.advance(15 * MINUTE_MS);
  }
  const refused = await change();
  assertCode(refused, 429, 'rate_limit_exceeded');
  assert.match(
    refused.body.error.message,
    /^The limit of 10 changes of a password per day and person is reached\. Try again in \d+ seconds\.$/,
  );
  service.advance(DAY_MS);
  const { browser: next } = await signIn(PASSWORD);
  assert.equal((await next.changePassword(PASSWORD, NEW_PASSWORD)).status, 200);
});

test('of two concurrent changes, one succeeds', async () => {
  const [one, two] = [await join(), (await signIn(PASSWORD)).browser];
  const passwords = ['the password of the one', 'the password of the other'];
  const answers = await Promise.all([one, two].map((by, index) => by.changePassword(PASSWORD, passwords[index]!)));
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 401]);
  const counted = answers.findIndex(({ status }) => status === 200);
  assert.equal((await signIn(passwords[counted]!)).answer.status, 201);
  assert.equal((await signIn(passwords[1 - counted]!)).answer.status, 401);
});

test('a password change needs a session and a page of the service', async () => {
  const browser = await join();
  const body = { password: PASSWORD, new_password: NEW_PASSWORD };
  for (const [method, path, given] of [
    ['PUT', '//session/password', body],
    ['POST', '//session/reset-token', { user_id: browser.session.user_id }],
  ] as const) {
    assert.equal((await service.call(method, path, { key: null, body: given })).status, 401, path);
    // A key is no session.
    assert.equal((await service.call(method, path, { key: tenant.key, body: given })).status, 401, path);
    const without = { 'x-csrf-token': '' };
    assertCode(await browser.call(method, path, { body: given, headers: without }), 403, 'csrf_failed');
    const crossSite = { 'sec-fetch-site': 'cross-site' };
    assertCode(await browser.call(method, path, { body: given, headers: crossSite }), 403, 'csrf_failed');
  }
  const elsewhere = { token: 'evs_rst_', password: NEW_PASSWORD };
  const refused = await openBrowser(service).signIn('reset', elsewhere, { 'sec-fetch-site': 'cross-site' });
  assertCode(refused, 403, 'csrf_failed');
  assert.equal((await signIn(PASSWORD)).answer.status, 201);
});

test('a token sets a new password once, and ends earlier sessions', async () => {
  const browser = await join();
  const issued = await issue(await ownersBrowser(), browser.session);
  assert.equal(issued.status, 201);
  assert.match(issued.body.token, /^evs_rst_[\w-]{43}$/);
  // Nothing is changed by a token that nobody uses.
  assert.equal((await who(browser)).status, 200);
  assertCode(await reset(issued.body.token, 'too short'), 422, 'validation_error');
  const done = await reset(issued.body.token);
  assert.equal(done.status, 201);
  assert.equal(done.body.user_id, browser.session.user_id);
  assertCode(await who(browser), 401, 'session_expired');
  assertCode(await reset(issued.body.token, 'a third password'), 404, 'not_found');
  assertCode((await signIn(PASSWORD)).answer, 401, 'invalid_credentials');
  assert.equal((await signIn(NEW_PASSWORD)).answer.status, 201);
});

test('a repeated reset signs in; with another password the token is used', async () => {
  const browser = await join();
  const { token } = (await issue(await ownersBrowser(), browser.session)).body;
  const answers = await Promise.all([reset(token), reset(token)]);
  answers.push(await reset(token));
  for (const { status, body } of answers) assert.deepEqual([status, body.user_id], [201, browser.session.user_id]);
  const other = await reset(token, 'a guess of many');
  assertCode(other, 404, 'not_found');
  assert.match(other.body.error.message, /has been used\. Sign in/);
  const { browser: next } = await signIn(NEW_PASSWORD);
  assert.equal((await next.changePassword(NEW_PASSWORD, PASSWORD)).status, 200);
  assertCode(await reset(token), 404, 'not_found');
  assertCode(await reset(token, PASSWORD), 404, 'not_found');
});

test('guessing a reset password with the token is limited to ten tries', async () => {
  const browser = await join();
  const { token } = (await issue(await ownersBrowser(), browser.session)).body;
  assert.equal((await reset(token)).status, 201);
  for (let n = 0; n < 10; n++) assertCode(await reset(token, 'a guess of many'), 404, 'not_found');
  assertCode(await reset(token, 'a guess of many'), 429, 'rate_limit_exceeded');
});

test('a token is valid for a day, until a newer token or a new password', async () => {
  const browser = await join();
  const tokenOf = async () => (await issue(await ownersBrowser(), browser.session)).body.token as string;
  const replaced = await tokenOf();
  const overtaken = await tokenOf();
  assertCode(await reset(replaced), 404, 'not_found');
  await browser.changePassword(PASSWORD, NEW_PASSWORD);
  assertCode(await reset(overtaken), 404, 'not_found');
  const late = await tokenOf();
  service.advance(24 * 60 * MINUTE_MS);
  assertCode(await reset(late), 404, 'not_found');
  assertCode(await reset(`evs_rst_${'a'.repeat(43)}`), 404, 'not_found');
});

test('tokens for invitations and resets are not interchangeable', async () => {
  const browser = await join();
  const path = `/organizations/${tenant.organization_id}/members`;
  const invited = await service.call('POST', path, { key: tenant.key, body: { email: 'new@example.org' } });
  assertCode(await reset(invited.body.invitation.token), 404, 'not_found');
  const issued = await issue(await ownersBrowser(), browser.session);
  const accepted = await openBrowser(service).signIn('invitation', { token: issued.body.token, password: PASSWORD });
  assertCode(accepted, 404, 'not_found');
});

test('only the owner resets passwords of admins and owners', async () => {
  const admin = await join('admin@example.org', 'admin');
  const other = await join('other@example.org', 'admin');
  const viewer = await join('viewer@example.org', 'viewer');
  const developer = await join('dev@example.org', 'developer');
  assert.equal((await issue(admin, viewer.session)).status, 201);
  for (const session of [other.session, admin.session]) {
    assertCode(await issue(admin, session), 403, 'role_forbidden');
  }
  const owner = (await who(await ownersBrowser())).body;
  assert.equal(owner.role, 'owner');
  assertCode(await issue(admin, owner), 403, 'role_forbidden');
  assert.equal((await issue(await ownersBrowser(), admin.session)).status, 201);
  for (const by of [developer, viewer]) assertCode(await issue(by, viewer.session), 403, 'role_forbidden');
  const foreign = await joinAs(service, await service.newTenant(), { email: EMAIL, role: 'viewer' });
  assertCode(await issue(admin, foreign.session), 404, 'not_found');
  assertCode(await issue(admin, { user_id: 'usr_none' }), 404, 'not_found');
  const { body: key } = await service.call('POST', '/api-keys', {
    key: tenant.key,
    body: { name: 'k', scopes: ['reviews:read'] },
  });
  const narrow = openBrowser(service);
  await narrow.signIn('api-key', { api_key: key.secret });
  assertCode(await issue(narrow, viewer.session), 403, 'insufficient_scope');
});

test('a refused reset leaves a record of who tried whose', async () => {
  const admin = await join('admin@example.org', 'admin');
  const viewer = await join('viewer@example.org', 'viewer');
  assertCode(await issue(viewer, admin.session), 403, 'role_forbidden');
  await eventuallyShown(service, 'the record', async () => {
    const path = `/organizations/${tenant.organization_id}/audit-events`;
    const { data } = (await service.call('GET', path, { key: tenant.key })).body;
    type Row = { outcome: string; action: string; actor: { id: string }; target: { id: string } };
    const refused = (data as Row[]).filter(({ outcome }) => outcome === 'refused');
    const told = refused.map(({ action, actor, target }) => [action, actor.id, target.id].join(' '));
    return told.join() === `issuePasswordReset ${viewer.session.user_id} ${admin.session.user_id}`;
  });
});

test('refused resets are limited to sixty a minute per person', async () => {
  const viewer = await join('viewer@example.org', 'viewer');
  const statuses: number[] = [];
  for (let n = 0; n < 61; n++) statuses.push((await issue(viewer, viewer.session)).status);
  assert.deepEqual(statuses, [...Array(60).fill(403), 429]);
});

test('passwords are reset sixty times an hour in an organization', async () => {
  // No hour ends in the middle of it.
  service.advance(60 * MINUTE_MS - (service.now() % (60 * MINUTE_MS)));
  const owner = await ownersBrowser();
  const viewer = await join('viewer@example.org', 'viewer');
  for (let n = 0; n < 60; n++) {
    assert.equal((await issue(owner, viewer.session)).status, 201);
    // So that it is not the limit of a minute that is met.
    if (n === 30) service.advance(MINUTE_MS);
  }
  service.advance(MINUTE_MS);
  const refused = await issue(owner, viewer.session);
  assertCode(refused, 429, 'rate_limit_exceeded');
  assert.match(
    refused.body.error.message,
    /^The limit of 60 resets of passwords per hour and organization is reached\. Try again in \d+ seconds\.$/,
  );
});

test('a token for an unknown member is not created and not counted', async () => {
  const owner = await ownersBrowser();
  for (let n = 0; n < 60; n++) assertCode(await issue(owner, { user_id: 'usr_none' }), 404, 'not_found');
  service.advance(MINUTE_MS);
  const browser = await join();
  assert.equal((await issue(owner, browser.session)).status, 201);
});

test('password changes are in the audit trail; passwords and tokens in no log', async () => {
  const browser = await join();
  const { user_id } = browser.session;
  const admin = await join('admin@example.org', 'admin');
  await browser.changePassword(PASSWORD, NEW_PASSWORD);
  const { body } = await issue(admin, browser.session);
  await reset(body.token, 'the third password');
  await eventuallyShown(service, 'the records', async () => {
    const path = `/organizations/${tenant.organization_id}/audit-events`;
    const { data } = (await service.call('GET', path, { key: tenant.key })).body;
    type Row = { action: string; actor: { id: string }; target: { id: string } };
    const passwords = (data as Row[]).filter(({ action }) => action.includes('password')).reverse();
    const told = passwords.map(({ action, actor, target }) => [action, actor.id, target.id].join(' '));
    return (
      told.join() ===
      [
        `member.password_changed ${user_id} ${user_id}`,
        `member.password_reset_issued ${admin.session.user_id} ${user_id}`,
        `member.password_reset ${user_id} ${user_id}`,
      ].join()
    );
  });
  const logs = service.logs.join('\n');
  for (const text of [NEW_PASSWORD, body.token, 'the third password']) assert.ok(!logs.includes(text));
});
