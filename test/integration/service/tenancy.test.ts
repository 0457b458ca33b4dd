/** What belongs to one organization does not exist for another, on every route that takes an id. */

import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { OPERATIONS } from '#contracts/http/operations/all.ts';
import { type Belongings, belongingsOf, filledPath, validBodyOf } from '#test/support/service/belongings.ts';
import { openTestService, type Tenant, type TestService } from '#test/support/service/open.ts';

let service: TestService;
let other: Tenant;
let mine: Belongings;
let theirs: Belongings;

before(async () => {
  service = await openTestService();
  other = await service.newTenant();
  mine = await belongingsOf(service, service);
  theirs = await belongingsOf(service, other);
});
// So that no test meets the limit of calls per minute.
beforeEach(() => service.advance(60_000));
after(() => service.close());

const withIds = OPERATIONS.filter(({ path }) => path.includes('{'));
for (const operation of withIds) {
  const { method, path } = operation;
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
  for (const foreign of names) {
    test(`${method} ${path} with another organization's ${foreign} is 404`, async () => {
      const url = filledPath(path, { ...mine, [foreign]: theirs[foreign]! });
      const send = validBodyOf(operation, theirs);
      const answer = await service.call(method, url, send === undefined ? {} : { body: send });
      assert.equal(answer.status, 404, answer.text);
      assert.equal(answer.body.error.code, 'not_found');
      const none = filledPath(path, { ...mine, [foreign]: `${theirs[foreign]!.slice(0, -1)}x` });
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

test("another organization's policy is no profile; lists show only one's own", async () => {
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

test('afterwards, everything of both organizations is still there', async () => {
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
