/** Signing in to the workbench, what a session may do, and how it ends. */
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { addressFingerprint } from '#sealed/member-addresses.ts';
import { eventually } from '#test/support/eventually.ts';
import { type Answer, openTestService, type Tenant, type TestService } from '#test/support/service/open.ts';
import { type Browser, joinAs, openBrowser, PASSWORD, skipSignInLimits } from '#test/support/workbench.ts';

const MINUTE_MS = 60_000;

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

const join = (email = 'ada@example.org', role: Parameters<typeof joinAs>[2]['role'] = 'developer') =>
  joinAs(service, tenant, { email, role });
const credentials = (email = 'ada@example.org', password = PASSWORD) => ({
  organization_id: tenant.organization_id,
  email,
  password,
});
const who = (browser: Browser) => browser.call('GET', '//session');
const assertCode = ({ status, body }: Answer, expected: number, code: string) =>
  assert.deepEqual([status, body.error.code], [expected, code]);

test('accepting an invitation makes a member, who can sign in again', async () => {
  const browser = await join();
  const { body } = await who(browser);
  assert.deepEqual(body, browser.session);
  assert.equal(body.organization_id, tenant.organization_id);
  assert.equal(body.role, 'developer');
  const members = await browser.call('GET', `/organizations/${tenant.organization_id}/members`);
  assert.equal(members.body.data[0].user_id, body.user_id);
  assert.equal(members.body.data[0].status, 'active');
  const again = openBrowser(service);
  assert.equal((await again.signIn('password', credentials('ADA@example.org'))).status, 201);
  assert.equal(again.session.user_id, body.user_id);
  assert.equal((await browser.call('POST', '/verifications', { body: { content: 'Iron is a metal.' } })).status, 201);
});

test('an invitation is accepted once, and not after a week', async () => {
  const invite = async (email: string) =>
    (
      await service.call('POST', `/organizations/${tenant.organization_id}/members`, {
        key: tenant.key,
        body: { email },
      })
    ).body.invitation.token;
  const token = await invite('ada@example.org');
  const accept = (given: string, password = PASSWORD) =>
    openBrowser(service).signIn('invitation', { token: given, password });
  assert.equal((await accept(token, 'too short')).status, 422);
  assert.equal((await accept(token)).status, 201);
  assertCode(await accept(token, 'another password'), 404, 'not_found');
  assertCode(await accept(`evs_inv_${'a'.repeat(43)}`), 404, 'not_found');
  const late = await invite('late@example.org');
  service.advance(7 * 24 * 60 * MINUTE_MS);
  assertCode(await accept(late), 404, 'not_found');
});

test('a repeated acceptance signs in; with another password it is refused', async () => {
  const path = `/organizations/${tenant.organization_id}/members`;
  const { body } = await service.call('POST', path, { key: tenant.key, body: { email: 'ada@example.org' } });
  const accept = (token: string, password = PASSWORD) => openBrowser(service).signIn('invitation', { token, password });
  const { token } = body.invitation;
  const answers = await Promise.all([accept(token), accept(token)]);
  answers.push(await accept(token));
  for (const { status, body: session } of answers) assert.deepEqual([status, session.user_id], [201, body.user_id]);
  const other = await accept(token, 'another password');
  assertCode(other, 404, 'not_found');
  assert.match(other.body.error.message, /has been accepted\. Sign in with your password\.$/);
  // A stranger, who has no token, learns nothing.
  assert.match((await accept(`evs_inv_${'a'.repeat(43)}`)).body.error.message, /is not valid/);
  for (let n = 0; n < 8; n++) await accept(token, 'a guess of many');
  assertCode(await accept(token, 'a guess of many'), 429, 'rate_limit_exceeded');
});

test('a repeated acceptance counts as one attempt of its address', async () => {
  const path = `/organizations/${tenant.organization_id}/members`;
  const { body } = await service.call('POST', path, { key: tenant.key, body: { email: 'ada@example.org' } });
  const accept = (password = PASSWORD) =>
    openBrowser(service).signIn('invitation', { token: body.invitation.token, password });
  // Were the ten repeats two attempts each, what follows would exceed the address's thirty in a minute.
  for (let n = 0; n < 11; n++) assert.equal((await accept()).status, 201);
  const statuses: number[] = [];
  const wrong = { organization_id: tenant.organization_id, email: 'other@example.org', password: 'not it at all' };
  for (let n = 0; n < 10; n++) statuses.push((await openBrowser(service).signIn('password', wrong)).status);
  assert.deepEqual(statuses, Array(10).fill(401));
});

test('of two concurrent acceptances one wins, with its password', async () => {
  const path = `/organizations/${tenant.organization_id}/members`;
  const { body } = await service.call('POST', path, { key: tenant.key, body: { email: 'ada@example.org' } });
  const passwords = ['the password of the one', 'the password of the other'];
  const answers = await Promise.all(
    passwords.map((password) => openBrowser(service).signIn('invitation', { token: body.invitation.token, password })),
  );
  assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 404]);
  const joined = answers.findIndex(({ status }) => status === 201);
  for (const [index, password] of passwords.entries()) {
    const { status } = await openBrowser(service).signIn('password', credentials('ada@example.org', password));
    assert.equal(status, index === joined ? 201 : 401);
  }
});

test('a wrong password, address or organization gets the same response', async () => {
  await join();
  const invited = { key: tenant.key, body: { email: 'invited@example.org' } };
  await service.call('POST', `/organizations/${tenant.organization_id}/members`, invited);
  const answers = await Promise.all(
    [
      credentials('ada@example.org', 'not the password'),
      credentials('nobody@example.org'),
      credentials('invited@example.org'),
      { ...credentials(), organization_id: 'org_none' },
      { ...credentials(), organization_id: service.organization_id },
    ].map((body) => openBrowser(service).signIn('password', body)),
  );
  for (const answer of answers) {
    assertCode(answer, 401, 'invalid_credentials');
    assert.equal(answer.headers['set-cookie'], undefined);
    assert.deepEqual({ ...answer.body.error, request_id: null }, { ...answers[0]!.body.error, request_id: null });
  }
});

test('guessing passwords is limited, whether or not the account exists', async () => {
  await join();
  for (const email of ['ada@example.org', 'nobody@example.org']) {
    const guess = () => openBrowser(service).signIn('password', credentials(email, 'a guess of many'));
    for (let n = 0; n < 10; n++) assertCode(await guess(), 401, 'invalid_credentials');
    const refused = await guess();
    assertCode(refused, 429, 'rate_limit_exceeded');
    assert.match(String(refused.headers['retry-after']), /^\d+$/);
  }
  assertCode(await openBrowser(service).signIn('password', credentials()), 429, 'rate_limit_exceeded');
});

test('the cookie is HttpOnly and SameSite, and Secure except on plain loopback', async () => {
  const browser = openBrowser(service);
  const plain = await browser.signIn('api-key', { api_key: tenant.key });
  assert.match(
    String(plain.headers['set-cookie']),
    /^evs_session=ses_[0-9a-f]{32}\.[\w-]{43}; Max-Age=43200; Path=\/; HttpOnly; SameSite=Lax$/,
  );
  const elsewhere = { host: 'evidence.example.org' };
  const secure = await openBrowser(service).signIn('api-key', { api_key: tenant.key }, elsewhere);
  assert.match(
    String(secure.headers['set-cookie']),
    /^__Host-evs_session=[^;]+; Max-Age=43200; Path=\/; HttpOnly; SameSite=Lax; Secure$/,
  );
  const [, token] = String(secure.headers['set-cookie']).split(';', 1)[0]!.split('=');
  const unprefixed = { cookie: `evs_session=${token}`, host: 'evidence.example.org' };
  const { status } = await service.call('GET', '//session', { key: null, headers: unprefixed });
  assert.equal(status, 401);
});

test('only pages of the service sign in and change something', async () => {
  const browser = await join();
  const change = (headers: Record<string, string>) =>
    browser.call('POST', `/organizations/${tenant.organization_id}/source-sets`, { body: { name: 'Set' }, headers });
  assert.equal((await change({})).status, 201);
  assertCode(await change({ 'x-csrf-token': '' }), 403, 'csrf_failed');
  assertCode(await change({ 'x-csrf-token': 'f'.repeat(64) }), 403, 'csrf_failed');
  const other = await join('grace@example.org');
  assertCode(await change({ 'x-csrf-token': other.session.csrf_token }), 403, 'csrf_failed');
  for (const site of ['cross-site', 'same-site', 'none']) {
    assertCode(await change({ 'sec-fetch-site': site }), 403, 'csrf_failed');
    const signIn = await openBrowser(service).signIn('password', credentials(), { 'sec-fetch-site': site });
    assertCode(signIn, 403, 'csrf_failed');
  }
  assertCode(await browser.call('DELETE', '//session', { headers: { 'x-csrf-token': '' } }), 403, 'csrf_failed');
  // A browser that says nothing of the site names the origin.
  const old = (origin: Record<string, string>) =>
    service.call('POST', `/organizations/${tenant.organization_id}/source-sets`, {
      key: null,
      body: { name: 'Set' },
      headers: { cookie: browser.cookie, 'x-csrf-token': browser.session.csrf_token, ...origin },
    });
  assert.equal((await old({ origin: 'http://localhost:80' })).status, 201);
  assertCode(await old({ origin: 'http://attacker.example' }), 403, 'csrf_failed');
  assertCode(await old({}), 403, 'csrf_failed');
});

test('signing in creates a new token and ends the previous session', async () => {
  const browser = await join();
  const before = browser.cookie;
  await browser.signIn('password', credentials());
  assert.notEqual(browser.cookie, before);
  const old = { ...browser, cookie: before };
  assert.equal((await service.call('GET', '//session', { key: null, headers: { cookie: old.cookie } })).status, 401);
  assert.equal((await who(browser)).status, 200);
  const planted = openBrowser(service);
  planted.cookie = `evs_session=ses_${'0'.repeat(32)}.${'a'.repeat(43)}`;
  await planted.signIn('password', credentials());
  assert.ok(!planted.cookie.includes('0'.repeat(32)));
});

test('signing out ends the session', async () => {
  const browser = await join();
  const out = await browser.call('DELETE', '//session');
  assert.equal(out.status, 204);
  assert.match(String(out.headers['set-cookie']), /^evs_session=; Max-Age=0;/);
  assertCode(await browser.call('GET', '/reviews'), 401, 'session_expired');
});

test('a session ends after half an hour without a call, at the latest after 12 hours', async () => {
  const idle = await join();
  const busy = await join('grace@example.org');
  for (let minutes = 0; minutes < 11 * 60 + 40; minutes += 20) {
    service.advance(20 * MINUTE_MS);
    assert.equal((await who(busy)).status, 200, `after ${minutes + 20} minutes`);
    if (minutes === 20) assertCode(await who(idle), 401, 'session_expired');
  }
  service.advance(20 * MINUTE_MS);
  assertCode(await who(busy), 401, 'session_expired');
});

test('a session can be revoked by any session or key of its person', async () => {
  const one = await join();
  const two = openBrowser(service);
  await two.signIn('password', credentials());
  const { body: key } = await one.call('POST', '/api-keys', { body: { name: 'mine' } });
  const stranger = await join('grace@example.org');
  const end = (by: Browser, of: Browser) => by.call('DELETE', `/sessions/${of.session.id}`);
  assertCode(await end(stranger, one), 404, 'not_found');
  const byOwner = await service.call('DELETE', `/sessions/${one.session.id}`, { key: tenant.key });
  assertCode(byOwner, 404, 'not_found');
  assert.equal((await end(one, two)).status, 204);
  assertCode(await who(two), 401, 'session_expired');
  assertCode(await end(one, two), 404, 'not_found');
  assert.equal((await service.call('DELETE', `/sessions/${one.session.id}`, { key: key.secret })).status, 204);
  assertCode(await who(one), 401, 'session_expired');
  assert.equal((await who(stranger)).status, 200);
});

test('revoking all sessions of a person affects nobody else', async () => {
  const browsers = [await join(), openBrowser(service), openBrowser(service)];
  for (const browser of browsers.slice(1)) await browser.signIn('password', credentials());
  const other = await join('grace@example.org');
  const revoked = await browsers[0]!.call('DELETE', '/sessions');
  assert.equal(revoked.status, 204);
  assert.match(String(revoked.headers['set-cookie']), /Max-Age=0/);
  for (const browser of browsers) assertCode(await who(browser), 401, 'session_expired');
  assert.equal((await who(other)).status, 200);
  assert.equal((await browsers[1]!.signIn('password', credentials())).status, 201);
  assert.equal((await who(browsers[1]!)).status, 200);
});

test('a person can revoke all own sessions thirty times an hour', async () => {
  // No hour ends in the middle of it.
  service.advance(60 * MINUTE_MS - (service.now() % (60 * MINUTE_MS)));
  const revoke = () => service.call('DELETE', '/sessions', { key: tenant.key });
  for (let n = 0; n < 30; n++) assert.equal((await revoke()).status, 204);
  const refused = await revoke();
  assertCode(refused, 429, 'rate_limit_exceeded');
  assert.match(
    refused.body.error.message,
    /^The limit of 30 revocations of sessions per hour and person is reached\. Try again in \d+ seconds\.$/,
  );
});

test('a session from a key has the rights of the key, and ends with it', async () => {
  const { body: key } = await service.call('POST', '/api-keys', {
    key: tenant.key,
    body: { name: 'k', scopes: ['reviews:read'] },
  });
  const browser = openBrowser(service);
  assert.equal((await browser.signIn('api-key', { api_key: key.secret })).status, 201);
  assert.equal((await browser.call('GET', '/reviews')).status, 200);
  assertCode(await browser.call('GET', '/organizations'), 403, 'insufficient_scope');
  const { body: rotated } = await service.call('POST', `/api-keys/${key.id}/rotate`, { key: tenant.key });
  assertCode(await who(browser), 401, 'session_expired');
  assertCode(await browser.signIn('api-key', { api_key: key.secret }), 401, 'key_revoked');
  assert.equal((await browser.signIn('api-key', { api_key: rotated.secret })).status, 201);
  await service.call('DELETE', `/api-keys/${key.id}`, { key: tenant.key });
  assertCode(await who(browser), 401, 'session_expired');
  assertCode(await browser.signIn('api-key', { api_key: `${key.secret}x` }), 401, 'invalid_api_key');
});

test('a key limited to addresses signs in from these only', async () => {
  const body = { name: 'k', allowed_ips: ['10.0.0.0/8'] };
  const { secret } = (await service.call('POST', '/api-keys', { key: tenant.key, body })).body;
  assertCode(await openBrowser(service).signIn('api-key', { api_key: secret }), 403, 'ip_not_allowed');
});

test('a key made in a session acts for the person, with the role', async () => {
  const browser = await join('dev@example.org', 'developer');
  const { secret } = (await browser.call('POST', '/api-keys', { body: { name: 'k', scopes: ['policies:write'] } }))
    .body;
  const path = `/organizations/${tenant.organization_id}/policies`;
  const policy = { name: 'house', version: '1', base_profile: 'general_web' };
  assertCode(await service.call('POST', path, { key: secret, body: policy }), 403, 'role_forbidden');
});

test('a session shows the organizations of the person', async () => {
  const browser = await join('founder@example.org', 'admin');
  const { body: made } = await browser.call('POST', '/organizations', { body: { name: 'Second' } });
  const { body } = await browser.call('GET', '/organizations');
  const ids = body.data.map(({ id }: { id: string }) => id);
  assert.deepEqual(ids, [made.id, tenant.organization_id]);
  assertCode(await browser.call('GET', `/organizations/${made.id}/members`), 404, 'not_found');
});

test('a session that began with an API key shows no more than the key does', async () => {
  const browser = openBrowser(service);
  await browser.signIn('api-key', { api_key: tenant.key });
  await browser.call('POST', '/organizations', { body: { name: 'Third' } });
  const { body } = await browser.call('GET', '/organizations');
  assert.deepEqual(
    body.data.map(({ id }: { id: string }) => id),
    [tenant.organization_id],
  );
});

test("actions in a session are recorded as the person's", async () => {
  const browser = await join('ada@example.org', 'admin');
  await browser.call('POST', `/organizations/${tenant.organization_id}/projects`, { body: { name: 'Press' } });
  await browser.call('DELETE', '//session');
  await eventually('the records', async () => {
    // A key has 60 calls a minute, these among them.
    service.advance(2_000);
    const path = `/organizations/${tenant.organization_id}/audit-events`;
    const { data } = (await service.call('GET', path, { key: tenant.key })).body;
    const { user_id } = browser.session;
    const own = data.filter(({ actor }: { actor: { id: string } }) => actor.id === user_id).reverse();
    const actions = own.map(({ action }: { action: string }) => action);
    return actions.join() === 'member.joined,session.started,project.created,session.ended';
  });
});

test('passwords, tokens and addresses are in no log', async () => {
  const browser = await join('secret-address@example.org');
  await openBrowser(service).signIn('password', { ...credentials('secret-address@example.org'), password: 7 });
  const refused = await openBrowser(service).signIn('password', { email: 'x', pasword: PASSWORD });
  assert.ok(!refused.text.includes(PASSWORD));
  const logs = service.logs.join('\n');
  for (const text of [PASSWORD, browser.cookie.split('.')[1]!, 'secret-address']) assert.ok(!logs.includes(text), text);
});

test('an unauthenticated body must be small JSON', async () => {
  const send = (body: string, type: string) =>
    service.call('POST', '//session/password', {
      key: null,
      body,
      headers: { 'content-type': type, 'sec-fetch-site': 'same-origin' },
    });
  assertCode(await send(`{"a":"${'x'.repeat(20_000)}"}`, 'application/json'), 413, 'payload_too_large');
  assertCode(await send('a=b', 'application/x-www-form-urlencoded'), 415, 'unsupported_media_type');
  assertCode(await send('{', 'application/json'), 422, 'validation_error');
});

test('a browser is remembered for an account in a cookie that gives no rights', async () => {
  const browser = await join();
  const signedIn = await browser.signIn('password', credentials());
  const [, remembered = ''] = String(signedIn.headers['set-cookie']).split(',');
  assert.match(remembered, /^evs_device=[0-9a-z]+-[0-9a-f]{64}; Max-Age=15552000; Path=\/; HttpOnly; SameSite=Lax$/);
  const alone = await service.call('GET', '//session', { key: null, headers: { cookie: browser.device } });
  assertCode(alone, 401, 'session_expired');
  const wrong = await browser.signIn('password', credentials('ada@example.org', 'not the password'));
  assertCode(wrong, 401, 'invalid_credentials');
  assert.equal(wrong.headers['set-cookie'], undefined);
  for (let n = 0; n < 8; n++) await browser.signIn('password', credentials('ada@example.org', 'not the password'));
  assertCode(await browser.signIn('password', credentials()), 429, 'rate_limit_exceeded');
});

test('strangers who use up the guesses of an account do not lock out a known browser', async () => {
  const browser = await join();
  const { counters } = service.service.stores.operations;
  const { organization_id } = tenant;
  const account = addressFingerprint(service.service.secrets.pepper, { organization_id, email: 'ada@example.org' });
  for (let n = 0; n < 1_000; n++) await counters.hit(`sign-in:${account}`, 1_000, 60 * MINUTE_MS, service.now());
  assertCode(await openBrowser(service).signIn('password', credentials()), 429, 'rate_limit_exceeded');
  assert.equal((await browser.signIn('password', credentials())).status, 201);
});
