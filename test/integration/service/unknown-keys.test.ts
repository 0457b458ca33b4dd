/** Texts whose key the vault never had, as after restoring an older copy: they get a typed error and are kept. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createOperations } from '#apps/control/operations.ts';
import type { NewEvent } from '#contracts/ports/event-store.ts';
import { encodeEvent } from '#domain/events/registry.ts';
import { newEventId } from '#domain/ids.ts';
import { requestedData } from '#test/support/arbitraries.ts';
import { eventually } from '#test/support/eventually.ts';
import { replayOutput, type WholeReplay } from '#test/support/replay.ts';
import { openTestService, type TestService } from '#test/support/service/open.ts';
import { METADATA } from '#test/support/verification-history.ts';

const UNOPENED = '[unopened]';

test("a text that can't be opened is 503, and marked in lists and histories", async (context) => {
  const service = await openTestService({ realEngine: true });
  context.after(() => service.close());
  const body = { content: 'The tower is 300 metres tall.' };
  const headers = { 'idempotency-key': 'once' };
  const posted = await service.call('POST', '/verifications', { body, headers });
  assert.equal(posted.status, 201, posted.text);
  const { id, claims } = posted.body.result;
  const review = {
    claim_id: claims[0].id,
    action: 'request_evidence',
    decision: null,
    explanation: 'Who says so?',
    assigned_to_user_id: null,
    due_at: null,
  };
  assert.equal((await service.call('POST', `/verifications/${id}/reviews`, { body: review })).status, 201);
  const items = async () => (await service.call('GET', '/reviews')).body.data;
  await eventually('the review', async () => (await items())[0]?.explanation === 'Who says so?');

  await service.ground.forgetKey(id);
  const answers = await Promise.all([
    service.call('GET', `/verifications/${id}`),
    service.call('GET', `/verifications/${id}/export?format=json`),
    service.call('GET', `/verifications/${id}/export?format=html`),
    service.call('POST', '/verifications', { body, headers }),
    service.call('POST', `/verifications/${id}/reviews`, { body: review }),
  ]);
  for (const answer of answers) {
    assert.equal(answer.status, 503, answer.text);
    assert.equal(answer.body.error.code, 'service_unavailable');
    assert.equal(answer.headers['retry-after'], undefined, 'time alone mends nothing');
  }
  const [item] = await items();
  assert.deepEqual([item.verification_id, item.claim_text, item.explanation], [id, UNOPENED, UNOPENED]);
  const replay = JSON.parse(
    await replayOutput(
      createOperations(service.service, () => {}),
      id,
    ),
  ) as WholeReplay;
  assert.deepEqual([replay.status, replay.result, replay.no_result], ['completed', null, 'unopened']);
  assert.equal(replay.events[0]!.data.content, UNOPENED);
  assert.ok(!service.logs.some((line) => line.includes('"error_code":"seal_broken"')));
});

test('a batch reports a child without a key like a store that is unavailable', async (context) => {
  const service = await openTestService();
  context.after(() => service.close());
  const body = { items: [{ content: 'Water is wet.' }, { content: 'Ice is cold.' }] };
  const headers = { 'idempotency-key': 'a-batch' };
  const first = await service.call('POST', '/batches', { body, headers });
  assert.equal(first.status, 200, first.text);
  await service.ground.forgetKey(first.body.items[0].result.id);
  const again = await service.call('POST', '/batches', { body, headers });
  const [unopened, replayed] = again.body.items;
  assert.deepEqual([unopened.status_code, unopened.error.code], [503, 'service_unavailable']);
  assert.deepEqual([replayed.status_code, replayed.idempotency_replayed], [201, true]);
});

test('a running verification whose key is missing waits until an operator retries it', async (context) => {
  const service = await openTestService();
  context.after(() => service.close());
  const operations = createOperations(service.service, () => {});
  const { vault, events } = service.service.stores;
  // A request without its key, as a process that had the right vault left it.
  const other = await service.newTenant();
  const id = 'ver_01a1fd9fb86f70e5aab1945598dbfbcb';
  const request = requestOf(service, other.organization_id, id);
  await events.append(`verification-${id}`, 'no_stream', [request]);
  await eventually('the dead letter', async () => (await operations.listDeadLetters({})).data.length === 1);
  const [letter] = (await operations.listDeadLetters({})).data;
  assert.deepEqual([letter!.verification_id, letter!.state, letter!.error_code], [id, 'unopened', 'key_unknown']);
  assert.equal((await events.readStream(`verification-${id}`)).length, 1);
  const retry = () => operations.retryDeadLetters({ verification_ids: [id] });
  assert.deepEqual(await retry(), { data: [{ verification_id: id, outcome: 'unopened' }] });

  await vault.createDataKey(id, {
    organization_id: other.organization_id,
    expires_at: new Date(service.now() + 3_600_000).toISOString(),
    ephemeral: false,
  });
  assert.deepEqual(await retry(), { data: [{ verification_id: id, outcome: 'restarted' }] });
  const types = (await events.readStream(`verification-${id}`)).map(({ type }) => type);
  assert.deepEqual(types.slice(1, 4), ['StageDeadLettered.v1', 'VerificationFailed.v1', 'VerificationRestarted.v1']);
});

function requestOf(service: TestService, organizationId: string, id: string): NewEvent {
  const now = service.now();
  const data = requestedData({
    verification_id: id,
    organization_id: organizationId,
    created_at: new Date(now).toISOString(),
    expires_at: new Date(now + 3_600_000).toISOString(),
  });
  const metadata = { ...METADATA, organization_id: organizationId, correlation_id: id };
  return { id: newEventId(), ...encodeEvent({ type: 'VerificationRequested', data }), metadata };
}
