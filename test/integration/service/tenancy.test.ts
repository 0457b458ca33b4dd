/** What belongs to one organization does not exist for another, on every route that takes an id. */

import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { OPERATIONS } from '#contracts/http/operations/all.ts';
import { ended, submit } from '#test/support/documents.ts';
import { openTestService, type Tenant, type TestService } from '#test/support/service/open.ts';
import { succeeded } from '#test/support/succeeded.ts';
import { openBrowser } from '#test/support/workbench.ts';

/** Of every path parameter an id that is there. */
type Belongings = Record<string, string>;

let service: TestService;
let other: Tenant;
let mine: Belongings;
let theirs: Belongings;

before(async () => {
  service = await openTestService();
  other = await service.newTenant();
  mine = await belongings(service);
  theirs = await belongings(other);
});
// So that no test meets the limit of calls per minute.
beforeEach(() => service.advance(60_000));
after(() => service.close());
// These are more calls than a key has in a minute.
beforeEach(() => service.advance(20_000));

async function belongings({ key, organization_id }: Tenant): Promise<Belongings> {
  const post = async (path: string, body: object) => (await succeeded(service.call('POST', path, { key, body }))).body;
  const base = `/organizations/${organization_id}`;
  const { result } = await post('/verifications', { content: 'Iron is a metal.' });
  const set = await post(`${base}/source-sets`, { name: 'approved' });
  const resource = { url: 'https://203.0.114.7/page', label: 'page' };
  return {
    organization_id,
    verification_id: result.id,
    claim_id: result.claims[0].id,
    policy_id: (await post(`${base}/policies`, { name: 'house', version: '1', base_profile: 'general_web' })).id,
    ...(await documentOf(key)),
    key_id: (await post('/api-keys', { name: 'mine' })).id,
    session_id: await sessionOf(key),
    source_set_id: set.id,
    connection_id: (await post(`${base}/provider-connections`, PROVIDER)).id,
    webhook_id: (await post('/webhooks', { url: 'https://203.0.114.7/hook' })).id,
    resource_id: (await post(`${base}/source-sets/${set.id}/resources`, resource)).id,
  };
}

/** A document job that has ended, and one of its artifacts. */
async function documentOf(key: string): Promise<{ job_id: string; artifact_id: string }> {
  const { body } = await submit(service, { name: 'a.txt', content: 'Iron is a metal.' }, {}, { key });
  const { artifacts } = (await ended(service, body.job_id, key)).body;
  return { job_id: body.job_id, artifact_id: artifacts[0].id };
}

async function sessionOf(key: string): Promise<string> {
  const browser = openBrowser(service);
  await browser.signIn('api-key', { api_key: key });
  return browser.session.id;
}

const PROVIDER = { provider: 'exa', credential: 'a key of the provider' };

/** Bodies that are valid, so that nothing but the id is at fault. */
const BODIES: Record<string, (ids: Belongings) => object> = {
  createReview: ({ claim_id }) => ({ claim_id, action: 'accept', explanation: 'as I know it' }),
  createPolicy: () => ({ name: 'of another', version: '1', base_profile: 'general_web' }),
  changeSettings: () => ({ retention_hours: 1 }),
  inviteMember: () => ({ email: 'a@b.example' }),
  createProject: () => ({ name: 'of another' }),
  createSourceSet: () => ({ name: 'of another' }),
  connectProvider: () => PROVIDER,
  rotateProviderCredential: () => ({ credential: 'another key' }),
  addSourceResource: () => ({ url: 'https://203.0.114.8/page', label: 'page' }),
};

const withIds = OPERATIONS.filter(({ path }) => path.includes('{'));
const fill = (path: string, ids: Belongings) =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? assert.fail(`no id for {${name}}`));

for (const { operationId, method, path, body } of withIds) {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
  for (const foreign of names) {
    test(`${method} ${path} with another organization's ${foreign} is 404`, async () => {
      assert.equal(body !== undefined, operationId in BODIES, `${operationId} needs a valid body here`);
      const url = fill(path, { ...mine, [foreign]: theirs[foreign]! });
      const send = BODIES[operationId]?.(theirs);
      const answer = await service.call(method, url, send === undefined ? {} : { body: send });
      assert.equal(answer.status, 404, answer.text);
      assert.equal(answer.body.error.code, 'not_found');
      const none = fill(path, { ...mine, [foreign]: `${theirs[foreign]!.slice(0, -1)}x` });
      const absent = await service.call(method, none, send === undefined ? {} : { body: send });
      const words = ({ error: { request_id: _, ...rest } }: { error: Record<string, unknown> }) => rest;
      assert.deepEqual(words(answer.body), words(absent.body), 'a foreign id reads like one that is not there');
    });
  }
}

test("another organization's ids in bodies are 404", async () => {
  const content = 'Iron is a metal.';
  const verify = await service.call('POST', '/verifications', {
    body: { content, source_set_id: theirs.source_set_id },
  });
  assert.equal(verify.status, 404);
  const batch = await service.call('POST', '/batches', {
    body: { items: [{ content, source_set_id: theirs.source_set_id }, { content }] },
  });
  assert.deepEqual(
    batch.body.items.map((item: { status_code: number }) => item.status_code),
    [404, 201],
  );
  const policy = await service.call('POST', `/organizations/${mine.organization_id}/policies`, {
    body: { name: 'borrowed', version: '1', base_profile: 'general_web', source_set_id: theirs.source_set_id },
  });
  assert.equal(policy.status, 404);
  const review = (body: object) =>
    service.call('POST', `/verifications/${mine.verification_id}/reviews`, { body: { explanation: 'so', ...body } });
  assert.equal((await review({ explanation: 'as is', claim_id: theirs.claim_id, action: 'accept' })).status, 404);
  const assigned = { claim_id: mine.claim_id, action: 'assign', explanation: 'as is' };
  assert.equal((await review({ ...assigned, assigned_to_user_id: other.user_id })).status, 404);
  assert.equal((await review({ ...assigned, assigned_to_user_id: service.user_id })).status, 201);
});

test("another organization's policy is no profile, and lists hold one's own alone", async () => {
  assert.equal(
    (await service.call('POST', '/verifications', { body: { content: 'x', profile: 'house' } })).status,
    201,
  );
  const stranger = await service.newTenant();
  const refused = await service.call('POST', '/verifications', {
    body: { content: 'x', profile: 'house' },
    key: stranger.key,
  });
  assert.equal(refused.status, 422);
  assert.deepEqual(refused.body.detail[0].loc, ['body', 'profile']);
  for (const path of ['/reviews?status_filter=all', '/organizations'].concat(
    ['policies', 'source-sets', 'members', 'provider-connections', 'usage', 'audit-events'].map(
      (list) => `/organizations/${stranger.organization_id}/${list}`,
    ),
  )) {
    const { status, text } = await service.call('GET', path, { key: stranger.key });
    assert.equal(status, 200, path);
    for (const id of Object.values({ ...mine, ...theirs })) assert.ok(!text.includes(id), `${path} shows ${id}`);
  }
});

test('after all that, everything of both is still there', async () => {
  // The owner's key has made its calls of this minute.
  const { secret } = await service.issue({});
  for (const [ids, key] of [
    [mine, secret],
    [theirs, other.key],
  ] as const) {
    assert.equal((await service.call('GET', `/verifications/${ids.verification_id}`, { key })).status, 200);
    const base = `/organizations/${ids.organization_id}`;
    const policies = await service.call('GET', `${base}/policies`, { key });
    assert.equal(policies.body.data[0].active, true);
    const sets = await service.call('GET', `${base}/source-sets`, { key });
    assert.equal(sets.body.data[0].resources.length, 1);
  }
});
