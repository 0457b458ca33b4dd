/** How long a text can be read, and that nothing of it is left on the disk afterwards. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { eventually } from '#test/support/eventually.ts';
import { openTestService, type Tenant, type TestService } from '#test/support/service/open.ts';
import { formsOfBytes, formsOfText } from '#test/support/service/traces.ts';
import { succeeded } from '#test/support/succeeded.ts';

const HOUR_MS = 3_600_000;

let service: TestService;
before(async () => {
  service = await openTestService();
});
after(() => service.close());

const verify = async (body: object, tenant: Tenant = service) =>
  service.call('POST', '/verifications', { body: { content: 'Iron is a metal.', ...body }, key: tenant.key });
const get = (id: string, suffix = '') => service.call('GET', `/verifications/${id}${suffix}`);
const types = async (id: string) =>
  (await service.service.stores.events.readStream(`verification-${id}`)).map(({ type }) => type);
const hoursKept = ({ created_at, expires_at }: { created_at: string; expires_at: string }) =>
  (Date.parse(expires_at) - Date.parse(created_at)) / HOUR_MS;

test('the shorter retention of request and organization applies', async () => {
  const tenant = await service.newTenant();
  const settings = (body: object) =>
    succeeded(service.call('PATCH', `/organizations/${tenant.organization_id}/settings`, { body, key: tenant.key }));
  const kept = async (body: object) => hoursKept((await verify(body, tenant)).body.result);
  assert.equal(await kept({}), 24);
  assert.equal(await kept({ retention_hours: 720 }), 720);
  await settings({ retention_hours: 48 });
  assert.equal(await kept({ retention_hours: 720 }), 48);
  assert.equal(await kept({ retention_hours: 3 }), 3);
  assert.equal(await kept({ retention_hours: 0 }), 0);
  assert.equal(await kept({ zero_retention: true }), 0);
  const claim = await service.call('POST', '/claims/verify', { body: { claim: 'Iron is a metal.' }, key: tenant.key });
  assert.equal(hoursKept(claim.body.result), 24);
  await settings({ retention_hours: 48, zero_retention: true });
  assert.equal(await kept({ retention_hours: 720 }), 0);
});

test('PATCH settings keeps settings that it does not name', async () => {
  const tenant = await service.newTenant();
  const settings = async (body: object) => {
    const path = `/organizations/${tenant.organization_id}/settings`;
    return (await succeeded(service.call('PATCH', path, { body, key: tenant.key }))).body.settings;
  };
  const all = { retention_hours: 5, zero_retention: true, exports_enabled: false, monthly_cost_limit_cents: 500 };
  assert.deepEqual(await settings(all), all);
  assert.deepEqual(await settings({ retention_hours: 6 }), { ...all, retention_hours: 6 });
  assert.deepEqual(await settings({ retention_hours: 6, monthly_cost_limit_cents: null }), {
    ...all,
    retention_hours: 6,
    monthly_cost_limit_cents: null,
  });
  const { body } = await service.call('GET', '/organizations', { key: tenant.key });
  assert.equal(body.data[0].settings.zero_retention, true);
});

test('an expired verification is 410, then its text and key are erased, and no other', async () => {
  const text = 'Zyxomma petiolatum flies over quiet ponds – “at dusk” – in Żywiec.';
  const remark = 'Checked by Qwertyuiop Asdfghjkl in person.';
  const { result } = (await verify({ content: text, question: `${text}?`, retention_hours: 1 })).body;
  const kept = (await verify({ retention_hours: 720 })).body.result.id;
  const { id, claims } = result;
  const review = { claim_id: claims[0].id, action: 'request_evidence', explanation: remark };
  assert.equal((await service.call('POST', `/verifications/${id}/reviews`, { body: review })).status, 201);
  const wrapped = (await service.ground.wrappedKey(id)) ?? assert.fail('there is no key');
  const key = (await service.service.stores.vault.dataKey(id)) ?? assert.fail('the key does not open');
  const texts = { ...formsOfText(text), ...formsOfText(remark) };
  assert.deepEqual(await service.ground.traces(texts), [], 'the text is never on the disk');
  assert.notDeepEqual(await service.ground.traces(formsOfBytes(wrapped)), [], 'this search finds what is there');

  // Somebody reads the vault when the erasure comes, and lets go of it three seconds later.
  let reading = true;
  const letGo = service.ground.holdVault?.() ?? (() => {});
  const holdFor = service.ground.holdVault === null ? 0 : 3_000;
  setTimeout(() => {
    letGo();
    reading = false;
  }, holdFor);

  service.advance(Date.parse(result.expires_at) - service.now());
  for (const suffix of ['', '/export', '/export?format=json']) {
    const { status, body } = await get(id, suffix);
    assert.equal(status, 410, suffix);
    assert.equal(body.error.code, 'verification_expired');
  }
  const late = await service.call('POST', `/verifications/${id}/reviews`, { body: review });
  assert.equal(late.status, 410);
  const listed = await service.call('GET', '/reviews?status_filter=all');
  assert.ok(!listed.text.includes(id));

  await eventually('the erasure', async () => (await types(id)).includes('VerificationErased.v1'));
  assert.equal(reading, false, 'it was not said to be gone while somebody could read it');
  assert.deepEqual(await service.ground.traces(texts), []);
  assert.deepEqual(await service.ground.traces(formsOfBytes(wrapped)), []);
  assert.deepEqual(await service.ground.traces(formsOfBytes(key)), []);
  assert.equal((await get(id)).status, 410);
  assert.equal((await get(kept)).status, 200);
});

test('zero retention: neither text nor key is ever on the disk', async () => {
  const text = 'Xylophagous beetles tunnel under Öland bark.';
  const release = service.engine.hold();
  const { atWork } = await service.watchNext();
  const answer = verify({ content: text, zero_retention: true });
  const id = await atWork;
  const stored = await service.ground.wrappedKey(id);
  assert.equal(stored !== undefined, service.ground.ephemeralKeys === 'key store');
  const key = (await service.service.stores.vault.dataKey(id)) ?? assert.fail('there is no key');
  const needles = { ...formsOfText(text), ...formsOfBytes(key) };
  assert.deepEqual(await service.ground.traces(needles), []);
  assert.equal((await get(id)).status, 410);
  release();

  const { status, body } = await answer;
  assert.equal(status, 201);
  assert.equal(body.result.id, id);
  assert.equal(body.result.expires_at, body.result.created_at);
  assert.equal(body.result.claims[0].original_span, text);
  assert.equal((await get(id)).status, 410);
  assert.equal(await service.service.stores.vault.dataKey(id), null);
  await eventually('the erasure', async () => (await types(id)).includes('VerificationErased.v1'));
  assert.deepEqual(await service.ground.traces(needles), []);
  assert.equal((await get(id)).status, 410);
});

/** Id of the newest verification. */
async function newest(): Promise<string[]> {
  const { events } = service.service.stores;
  const ids: string[] = [];
  let after = '' as Parameters<typeof events.readAll>[0]['after'];
  for (;;) {
    const page = await events.readAll({ after, limit: 1_000, filter: { types: ['VerificationRequested.v2'] } });
    ids.unshift(...page.events.map(({ data }) => String(data.verification_id)).reverse());
    if (page.at_end) return ids;
    after = page.position;
  }
}

test('a zero-retention verification that fails leaves nothing either', async () => {
  service.engine.failWith = 'engine_error';
  const failed = await verify({ content: 'Quokkas smile.', zero_retention: true });
  service.engine.failWith = null;
  assert.equal(failed.status, 500);
  const [id] = await newest();
  assert.equal(await service.service.stores.vault.dataKey(id!), null);
  assert.equal((await get(id!)).status, 410);
});

test('a zero-retention result is returned even if its text can only be erased later', async () => {
  const { vault, events } = service.service.stores;
  const { append } = events;
  events.append = (stream, revision, batch) =>
    batch.some(({ type }) => type === 'VerificationExpired.v1')
      ? Promise.reject(new Error('the store is away'))
      : append.call(events, stream, revision, batch);
  let answer: Awaited<ReturnType<typeof verify>>;
  try {
    answer = await verify({ zero_retention: true });
  } finally {
    events.append = append;
  }
  assert.equal(answer.status, 201);
  const { id } = answer.body.result;
  assert.equal((await get(id)).status, 410);
  assert.ok(service.logs.some((line) => line.includes(id) && line.includes('could not be erased yet')));
  // Until then somebody may wait for the answer.
  service.advance(120_000);
  await eventually('its erasure', async () => (await types(id)).at(-1) === 'VerificationErased.v1');
  assert.equal(await vault.dataKey(id), null);
});
