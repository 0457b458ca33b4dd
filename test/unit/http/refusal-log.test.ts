import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Method } from '#contracts/http/operation.ts';
import type { RequestContext } from '#http/context.ts';
import { createRefusalLog } from '#http/refusal-log.ts';
import { fixedWindowCounters, NOW, owner } from '#test/support/http-api.ts';
import { createMemoryEventStore } from '#test/support/memory-event-store.ts';

const CONTEXT: RequestContext = {
  request_id: 'req_1',
  principal: owner,
  ip: '192.0.2.1',
  traceparent: '',
  idempotency_key: null,
  verification_id: null,
};

function setUp(limits = { perKeyAndMinute: 60, perOrganizationAndHour: 1_000 }) {
  const events = createMemoryEventStore();
  const failures: unknown[] = [];
  let asked = 0;
  const counters = fixedWindowCounters();
  let now = NOW;
  const log = createRefusalLog({
    events,
    counters: {
      hit(...counted) {
        asked++;
        return counters.hit(...counted);
      },
    },
    clock: { now: () => now },
    onFailure: (error) => void failures.push(error),
    limits,
  });
  const refuse = (status: number, code: string, method: Method = 'POST', key_id = 'key_1') =>
    log.record({
      operation: { operationId: 'doSomething', method },
      context: { ...CONTEXT, principal: { ...owner, key_id } },
      params: {},
      status,
      code,
    });
  const advance = (ms: number) => {
    now += ms;
  };
  const types = () => events.log.map(({ type }) => type.split('.')[0]);
  return { events, failures, log, refuse, advance, types, asked: () => asked };
}

test('refusals for permissions, missing resources and conflicts are recorded', async () => {
  const { refuse, types } = setUp();
  for (const method of ['GET', 'POST', 'PATCH', 'DELETE'] as const) await refuse(403, 'role_forbidden', method);
  await refuse(404, 'not_found', 'DELETE');
  await refuse(409, 'already_exists');
  await refuse(410, 'verification_expired');
  assert.equal(types().length, 7);
});

test('mistakes, limits, failures and reads of nothing are not recorded', async () => {
  const { refuse, types } = setUp();
  await refuse(404, 'not_found', 'GET');
  await refuse(410, 'verification_expired', 'GET');
  await refuse(409, 'idempotency_in_progress');
  await refuse(413, 'payload_too_large');
  await refuse(422, 'validation_error');
  await refuse(429, 'rate_limit_exceeded');
  await refuse(500, 'internal_error');
  await refuse(503, 'service_unavailable');
  assert.deepEqual(types(), []);
});

test("beyond a key's limit nothing is written until its minute is over", async () => {
  const { refuse, advance, types, asked } = setUp({ perKeyAndMinute: 3, perOrganizationAndHour: 100 });
  for (let i = 0; i < 10; i++) await refuse(403, 'role_forbidden');
  assert.deepEqual(types(), ['CommandRefused', 'CommandRefused', 'CommandRefused', 'RefusalsOmitted']);
  const before = asked();
  for (let i = 0; i < 10; i++) await refuse(403, 'role_forbidden');
  assert.equal(asked(), before, 'a flood does not reach the store');
  await refuse(403, 'role_forbidden', 'POST', 'key_2');
  assert.equal(types().length, 5, 'another key is not concerned');
  advance(60_000);
  await refuse(403, 'role_forbidden');
  assert.ok(asked() > before);
});

test('an organization can not fill the disk with many keys', async () => {
  const { refuse, types, events } = setUp({ perKeyAndMinute: 100, perOrganizationAndHour: 5 });
  for (let i = 0; i < 30; i++) await refuse(403, 'role_forbidden', 'POST', `key_${i}`);
  assert.equal(types().filter((type) => type === 'CommandRefused').length, 5);
  const { target } = events.log.at(-1)!.data as { target: object };
  assert.deepEqual(target, { type: 'organization', id: 'org_1' });
});

test('only ids of the service are recorded from a path', async () => {
  const { log, events } = setUp();
  const operation = { operationId: 'doSomething', method: 'DELETE' } as const;
  const id = `pol_${'0'.repeat(32)}`;
  const refuse = (params: unknown) =>
    log.record({ operation, context: CONTEXT, params, status: 404, code: 'not_found' });
  await refuse({ organization_id: 'org_1', policy_id: id });
  await refuse({ organization_id: 'org_1', policy_id: 'a text of the customer' });
  const targets = events.log.map(({ data }) => data.target);
  assert.deepEqual(targets, [
    { type: 'policy', id },
    { type: 'organization', id: 'org_1' },
  ]);
  assert.ok(!JSON.stringify(events.log).includes('customer'));
});

test("a refusal that can't be recorded is logged and still sent", async () => {
  const { failures } = await (async () => {
    const set = setUp();
    set.events.append = () => Promise.reject(new Error('unavailable'));
    await set.refuse(403, 'role_forbidden');
    return set;
  })();
  assert.equal(failures.length, 1);
});
