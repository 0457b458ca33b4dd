import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { eventually } from '#test/support/eventually.ts';
import { toNextMinute } from '#test/support/service/next-minute.ts';
import { openTestService, type TestService } from '#test/support/service/open.ts';

let service: TestService;
before(async () => {
  service = await openTestService();
});
after(() => service.close());

const TEXT = { content: 'The bridge is old. I like it.' };

const keyed = (key: string, body: unknown = TEXT, path = '/verifications', secret?: string) =>
  service.call('POST', path, { body, headers: { 'idempotency-key': key }, ...(secret ? { key: secret } : {}) });

const review = (id: string, claim_id: string) =>
  service.call('POST', `/verifications/${id}/reviews`, {
    body: { claim_id, action: 'accept', explanation: 'as I know it' },
  });

test('a replay is the first response byte for byte, despite a review in between', async () => {
  const before = service.engine.extracted.length;
  const first = await keyed('replay');
  assert.equal(first.status, 201);
  assert.equal(first.headers['idempotency-replayed'], undefined);
  const { id, claims } = first.body.result;
  assert.equal((await review(id, claims[0].id)).status, 201);
  const replay = await keyed('replay');
  assert.equal(replay.status, 201);
  assert.equal(replay.text, first.text);
  assert.equal(replay.headers['idempotency-replayed'], 'true');
  assert.notEqual(replay.headers['x-request-id'], first.headers['x-request-id']);
  assert.equal(service.engine.extracted.length, before + 1);
  const read = await service.call('GET', `/verifications/${id}`);
  assert.equal(read.body.result.claims[0].human_review_status, 'accepted');
});

test('quoting a key, or spelling out layout and defaults, is the same call', async () => {
  const first = await keyed('quoted');
  const again = await keyed('"quoted"', '{ "mode" : "thorough", "content": "The bridge is old. I like it." }');
  assert.equal(again.text, first.text);
});

test('a key belongs to one caller and one operation', async () => {
  const first = await keyed('mine');
  const { secret } = await service.issue({});
  const other = await keyed('mine', TEXT, '/verifications', secret);
  assert.equal(other.status, 201);
  assert.notEqual(other.body.result.id, first.body.result.id);
  const claim = await keyed('mine', { claim: TEXT.content }, '/claims/verify');
  assert.equal(claim.status, 201);
});

test('any printable idempotency key counts; an empty, long or other one is 422', async () => {
  for (const key of ['k'.repeat(255), "!#$%&'()*+,-./:;<=>?@[\\]^_`{|}~", `"${'q'.repeat(255)}"`]) {
    const first = await keyed(key);
    assert.equal(first.status, 201, key);
    assert.equal((await keyed(key)).text, first.text, key);
  }
  for (const [key, type] of [
    ['', 'string_too_short'],
    ['""', 'string_too_short'],
    ['k'.repeat(256), 'string_too_long'],
    ['a b', 'string_pattern_mismatch'],
    ['a\tb', 'string_pattern_mismatch'],
    ['ключ', 'string_pattern_mismatch'],
  ] as const) {
    const { status, body } = await keyed(key);
    assert.equal(status, 422, key);
    assert.deepEqual(body.detail[0].loc, ['header', 'Idempotency-Key']);
    assert.equal(body.detail[0].type, type);
  }
});

test('a changed body is a conflict that is not worth repeating', async () => {
  await keyed('changed');
  for (const body of [{ content: 'Another.' }, { ...TEXT, mode: 'fast' }, { ...TEXT, zero_retention: true }]) {
    const { status, headers } = await keyed('changed', body);
    assert.equal(status, 409);
    assert.equal(headers['x-should-retry'], 'false');
  }
});

test('exactly one of concurrent calls runs', async () => {
  const before = service.engine.extracted.length;
  const release = service.engine.hold();
  const begun = service.engine.started();
  const calls = Array.from({ length: 6 }, () => keyed('together'));
  await begun;
  let refused = 0;
  for (const call of calls) void call.then(() => refused++);
  await eventually('all but one are refused', () => refused === 5);
  release();
  const answers = await Promise.all(calls);
  assert.equal(service.engine.extracted.length, before + 1);
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [201, 409, 409, 409, 409, 409]);
  for (const { body, headers } of answers.filter(({ status }) => status === 409)) {
    assert.equal(body.error.code, 'idempotency_in_progress');
    assert.equal(headers['retry-after'], '2');
    assert.equal(headers['x-should-retry'], undefined);
  }
});

test('an invalid call or missing source set binds no key; a bound key stays bound', async () => {
  assert.equal((await keyed('refused', { ...TEXT, profile: 'no such' })).status, 422);
  assert.equal((await keyed('refused')).status, 201);
  const missing = { ...TEXT, source_set_id: 'srs_none' };
  for (const _ of [1, 2]) {
    const { status, headers } = await keyed('missing', missing);
    assert.equal(status, 404);
    assert.equal(headers['idempotency-replayed'], undefined);
  }
  const batch = await keyed('missing', { items: [missing, TEXT] }, '/batches');
  assert.deepEqual(
    batch.body.items.map((item: { status_code: number }) => item.status_code),
    [404, 201],
  );
  assert.equal((await keyed('missing')).status, 201, 'a corrected body may follow');
  assert.equal((await keyed('missing', missing)).body.error.code, 'idempotency_key_conflict');
});

test('a refusal because of a missing source set stores nothing', async () => {
  const { operations } = service.service.stores;
  const held: string[] = [];
  const { idempotency } = operations;
  operations.idempotency = {
    hold(scope, ...rest) {
      held.push(scope.endpoint);
      return idempotency.hold(scope, ...rest);
    },
    find: (...asked) => idempotency.find(...asked),
    settle: (...settled) => idempotency.settle(...settled),
    renew: (...renewed) => idempotency.renew(...renewed),
    release: (...released) => idempotency.release(...released),
  };
  try {
    await keyed('nothing', { ...TEXT, source_set_id: 'srs_none' });
    await keyed('nothing', { items: [{ ...TEXT, source_set_id: 'srs_none' }, TEXT] }, '/batches');
    assert.deepEqual(held, ['POST /batches#1']);
  } finally {
    operations.idempotency = idempotency;
  }
});

test('a replay takes a slot and counts per minute, but uses no quota and no cost', async () => {
  // From the beginning of a minute on.
  toNextMinute(service);
  const { id, secret } = await service.issue({ quota_per_hour: 20 });
  const first = await keyed('slots', TEXT, '/verifications', secret);
  const items = [TEXT, { content: 'Iron is a metal.' }];
  assert.equal((await keyed('slots', { items }, '/batches', secret)).status, 200);
  const release = service.engine.hold();
  const running = Array.from({ length: 8 }, (_, n) =>
    service.call('POST', '/verifications', { body: { content: `Number ${n} is a number.` }, key: secret }),
  );
  const replays = () => [keyed('slots', TEXT, '/verifications', secret), keyed('slots', { items }, '/batches', secret)];
  const { operations } = service.service.stores;
  try {
    await eventually(
      'all are at work',
      async () => (await operations.admission.quota(id, 20, service.now())).remaining === 9,
    );
    for (const { status, body } of await Promise.all(replays())) {
      assert.equal(status, 429);
      assert.equal(body.error.code, 'concurrency_limit_exceeded');
    }
  } finally {
    release();
    await Promise.all(running);
  }
  const [single, batch] = await Promise.all(replays());
  assert.equal(single!.text, first.text);
  assert.equal(single!.headers['ratelimit-remaining'], '9');
  assert.deepEqual(batch!.body.counts, { total: 2, completed: 2, failed: 0 });

  let last = single!;
  for (let n = 0; n < 60 && last.status === 201; n++) last = await keyed('slots', TEXT, '/verifications', secret);
  assert.equal(last.body.error.code, 'rate_limit_exceeded');
  assert.equal(last.headers['ratelimit-limit'], '60');
  assert.equal((await keyed('slots', { items }, '/batches', secret)).status, 429);
  assert.equal((await service.call('GET', '/reviews', { key: secret })).status, 429, 'one counter for all of them');
  assert.equal((await operations.admission.quota(id, 20, service.now())).remaining, 9);
});

/** The same store, one of whose methods fails. */
function awayFor<Store extends object>(store: Store, method: keyof Store): Store {
  const fail = () => Promise.reject(new Error('the store is away'));
  return new Proxy(store, { get: (target, name) => (name === method ? fail : Reflect.get(target, name)) });
}

test('a result is returned, and replayed, even if its slot could not be freed', async () => {
  const { operations } = service.service.stores;
  const { admission, idempotency } = operations;
  operations.admission = awayFor(admission, 'releaseSlot');
  operations.idempotency = awayFor(idempotency, 'settle');
  const answers = [await keyed('unnoted')];
  try {
    service.advance(15_000);
    answers.push(await keyed('unnoted'));
  } finally {
    Object.assign(operations, { admission, idempotency });
  }
  answers.push(await keyed('unnoted'));
  assert.deepEqual(
    answers.map(({ status }) => status),
    [201, 201, 201],
  );
  assert.equal(answers[1]!.text, answers[0]!.text);
  const lines = service.logs.filter((line) => line.includes('was not stored under its idempotency key'));
  assert.equal(lines.length, 2);
});

test('a failed verification runs again under the same id, and is charged again', async () => {
  const { secret } = await service.issue({ monthly_cost_limit_cents: 4, quota_per_hour: 10 });
  service.engine.failWith = 'engine_error';
  const failed = await keyed('again', TEXT, '/verifications', secret);
  service.engine.failWith = null;
  assert.equal(failed.status, 500);
  const second = await keyed('again', TEXT, '/verifications', secret);
  assert.equal(second.status, 201);
  assert.equal(second.headers['idempotency-replayed'], undefined);
  assert.equal(second.headers['ratelimit-remaining'], '8');
  const events = await service.service.stores.events.readStream(`verification-${second.body.result.id}`);
  assert.deepEqual(
    events.map(({ type }) => type).filter((type) => /Requested|Failed|Restarted|VerificationCompleted/.test(type)),
    ['VerificationRequested.v2', 'VerificationFailed.v1', 'VerificationRestarted.v1', 'VerificationCompleted.v1'],
  );
  assert.equal((await keyed('again', TEXT, '/verifications', secret)).text, second.text);
  const { operations } = service.service.stores;
  const open = () => operations.admission.openReservations(Number.MAX_SAFE_INTEGER, 1_000);
  await eventually('the settling of both runs', async () => (await open()).length === 0);
  // 2 cents each: the failed run cost nothing, the second 2, a third verification 2 more, and that is the limit.
  assert.equal((await service.call('POST', '/verifications', { body: TEXT, key: secret })).status, 201);
  assert.equal((await service.call('POST', '/verifications', { body: TEXT, key: secret })).status, 429);
});

test('of two retries of a failed verification, one runs; the other is refused', async () => {
  service.engine.failWith = 'engine_error';
  assert.equal((await keyed('twice')).status, 500);
  service.engine.failWith = null;
  const before = service.engine.extracted.length;
  const answers = await Promise.all([keyed('twice'), keyed('twice')]);
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [201, 409]);
  assert.equal(service.engine.extracted.length, before + 1);
});

test('a refusal by a limit leaves the key free for the retry', async () => {
  const { secret } = await service.issue({ quota_per_hour: 1 });
  assert.equal((await keyed('one', TEXT, '/verifications', secret)).status, 201);
  assert.equal((await keyed('two', TEXT, '/verifications', secret)).status, 429);
  assert.equal((await keyed('two', TEXT, '/verifications', secret)).status, 429);
  // A replay counts nothing.
  assert.equal((await keyed('one', TEXT, '/verifications', secret)).status, 201);
});

test('a call that a limit refused does not bind its key, in a batch neither', async () => {
  const { secret } = await service.issue({ monthly_cost_limit_cents: 2 });
  const tooLong = { content: 'The bridge is old. '.repeat(600) };
  assert.equal((await keyed('corrected', tooLong, '/verifications', secret)).status, 429);
  const batch = { items: [tooLong] };
  assert.equal((await keyed('corrected', batch, '/batches', secret)).status, 429);
  assert.equal((await keyed('corrected', TEXT, '/verifications', secret)).status, 201);
  assert.equal((await keyed('corrected', { items: [{ content: 'Another.' }] }, '/batches', secret)).status, 429);
});

test('a zero-retention result is returned once', async () => {
  const body = { ...TEXT, zero_retention: true };
  assert.equal((await keyed('zero', body)).status, 201);
  const again = await keyed('zero', body);
  assert.equal(again.body.error.code, 'idempotency_result_not_retained');
  assert.equal(again.headers['x-should-retry'], 'false');
});

test('a key is forgotten when its content expires', async (context) => {
  const own = await openTestService();
  context.after(() => own.close());
  const call = () =>
    own.call('POST', '/verifications', {
      body: { ...TEXT, retention_hours: 1 },
      headers: { 'idempotency-key': 'short' },
    });
  const first = await call();
  own.advance(3_600_000);
  const second = await call();
  assert.equal(second.status, 201);
  assert.notEqual(second.body.result.id, first.body.result.id);
});

test('children of a batch replay, run again and conflict one by one', async () => {
  const items = [{ content: 'One is a number.' }, { content: 'Two is poison.' }, { content: 'Three is a number.' }];
  const first = await keyed('batch', { items }, '/batches');
  assert.equal(first.status, 200);
  assert.deepEqual(first.body.counts, { total: 3, completed: 2, failed: 1 });
  assert.deepEqual(
    first.body.items.map((item: { status_code: number }) => item.status_code),
    [201, 500, 201],
  );

  const before = service.engine.extracted.length;
  const again = await keyed('batch', { items }, '/batches');
  assert.equal(again.status, 200);
  assert.deepEqual(
    again.body.items.map((item: { idempotency_replayed: boolean }) => item.idempotency_replayed),
    [true, false, true],
  );
  assert.deepEqual(again.body.items[0].result, first.body.items[0].result);
  assert.equal(again.body.items[0].request_id, first.body.items[0].request_id);
  // The one that failed alone, with its two attempts.
  assert.deepEqual(service.engine.extracted.slice(before), ['Two is poison.', 'Two is poison.']);

  const changed = await keyed('batch', { items: [items[0], { content: 'Two is a number.' }] }, '/batches');
  assert.equal(changed.status, 409);
  assert.equal(changed.body.error.code, 'idempotency_key_conflict');
  const shorter = await keyed('batch', { items: items.slice(0, 1) }, '/batches');
  assert.equal(shorter.status, 200);
  assert.equal(shorter.body.items[0].idempotency_replayed, true);
});

test('a call that times out can get its result with its key later', async (context) => {
  const own = await openTestService({ syncTimeoutMs: 100 });
  context.after(() => own.close());
  const release = own.engine.hold();
  const call = () => own.call('POST', '/verifications', { body: TEXT, headers: { 'idempotency-key': 'slow' } });
  const first = await call();
  assert.equal(first.status, 504);
  assert.equal(first.body.error.code, 'timeout');
  assert.equal((await call()).body.error.code, 'idempotency_in_progress');
  release();
  let last = await call();
  await eventually('the result', async () => {
    last = await call();
    return last.status === 201;
  });
  assert.equal(last.headers['idempotency-replayed'], 'true');
  assert.equal(own.engine.extracted.length, 1);
});

test('a batch times out like a single call; texts that never began are not charged', async (context) => {
  const own = await openTestService({ syncTimeoutMs: 200 });
  const release = own.engine.hold();
  context.after(() => {
    release();
    return own.close();
  });
  const { secret } = await own.issue({ monthly_cost_limit_cents: 12 });
  const items = Array.from({ length: 6 }, (_, n) => ({ content: `Number ${n} is a number.` }));
  const call = () =>
    own.call('POST', '/batches', { body: { items }, key: secret, headers: { 'idempotency-key': 'slow' } });
  const first = await call();
  assert.equal(first.status, 200);
  assert.deepEqual(first.body.counts, { total: 6, completed: 0, failed: 6 });
  assert.ok(first.body.items.every((item: { status_code: number }) => item.status_code === 504));
  await eventually('the first ones', () => own.engine.extracted.length === 4);
  release();
  let last = first;
  await eventually('the batch', async () => {
    last = await call();
    return last.status === 200 && last.body.counts.completed === 6;
  });
  assert.deepEqual(
    own.engine.extracted.toSorted(),
    items.map(({ content }) => content),
  );
  const over = await own.call('POST', '/verifications', { body: TEXT, key: secret });
  assert.equal(over.body.error.code, 'monthly_cost_limit_exceeded');
});
