import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { JsonObject } from '#contracts/json.ts';
import { VERIFICATION } from '#domain/verification/decider.ts';
import { ERASED, replayVerification } from '#query-api/replay.ts';
import { createQueryService } from '#test/support/query-service.ts';
import { wholeReplay } from '#test/support/replay.ts';
import { assembleResult, createHistory, METADATA, open } from '#test/support/verification-history.ts';

async function reviewed() {
  const service = await createQueryService();
  const history = createHistory({ content: 'It is 330 metres tall.', claims: [{}, {}] }).run();
  const completed = history.events.length - 1;
  const answered = assembleResult(history.state.head, [...history.state.claims.values()], open);
  history.review(0, 'accept', { text: 'Seen with my own eyes.' });
  await service.put(history);
  return { service, history, completed, answered };
}

test('every event comes in order with its texts opened', async () => {
  const { service, history } = await reviewed();
  const replay = await wholeReplay(service.dependencies, history.id);
  assert.deepEqual(
    replay?.events.map(({ revision, type }) => [revision, type]),
    history.events.map(({ type }, revision) => [revision, type]),
  );
  assert.doesNotMatch(JSON.stringify(replay), /sealed\|/);
  assert.equal(replay?.events[0]?.data.content, 'It is 330 metres tall.');
  assert.equal(replay?.events[0]?.stored_type, 'VerificationRequested.v2');
  assert.equal(replay?.events.at(-1)?.data.explanation, 'Seen with my own eyes.');
  const { normalized_claim } = (replay?.events[1]?.data.detail ?? {}) as JsonObject;
  assert.equal(normalized_claim, 'The tower is 0 metres tall.');
  assert.equal(replay?.result?.claims[0]?.human_review_status, 'accepted');
});

test('as of completion, the result is that of the response', async () => {
  const { service, history, completed, answered } = await reviewed();
  for (const asOf of ['completion', { revision: completed }] as const) {
    const replay = await wholeReplay(service.dependencies, history.id, asOf);
    assert.deepEqual(replay?.result, answered);
    assert.equal(replay?.events.length, completed + 1);
  }
});

test('as of an earlier point, the replay shows the state of that point', async () => {
  const { service, history } = await reviewed();
  const early = await wholeReplay(service.dependencies, history.id, { revision: 0 });
  assert.deepEqual([early?.status, early?.no_result, early?.events.length], ['requested', 'not_completed', 1]);
  const before = await wholeReplay(service.dependencies, history.id, { time: '2000-01-01T00:00:00Z' });
  assert.deepEqual([before?.status, before?.organization_id, before?.events.length], ['none', 'org_1', 0]);
});

test('erased texts are marked as such at every point', async () => {
  const { service, history, completed } = await reviewed();
  history.expire();
  history.erase();
  await service.put(history);
  service.shred(history.id);
  const replay = await wholeReplay(service.dependencies, history.id);
  assert.equal(replay?.erasure, 'erased');
  assert.deepEqual([replay?.events[0]?.data.content, replay?.events[1]?.data.detail], [ERASED, ERASED]);
  assert.equal(replay?.events[1]?.data.ordinal, 0);
  const asOfCompletion = await wholeReplay(service.dependencies, history.id, { revision: completed });
  assert.deepEqual([asOfCompletion?.result, asOfCompletion?.no_result], [null, 'erased']);
});

test('a failed verification says what it failed with', async () => {
  const service = await createQueryService();
  const history = createHistory();
  history.request();
  history.fail('provider_unavailable');
  await service.put(history);
  assert.equal((await wholeReplay(service.dependencies, history.id))?.no_result, 'provider_error');
});

test('events of a newer version are shown as they are stored', async () => {
  const { service, history } = await reviewed();
  const foreign = { id: 'from-the-future', type: 'ClaimAnnotated.v1', data: { note: 'x' }, metadata: METADATA };
  await service.events.append(VERIFICATION.stream(history.id), history.events.length - 1, [foreign]);
  const last = (await wholeReplay(service.dependencies, history.id))?.events.at(-1);
  assert.deepEqual([last?.type, last?.stored_type, last?.data], [null, 'ClaimAnnotated.v1', { note: 'x' }]);
});

test('an unknown verification has no replay', async () => {
  const { service } = await reviewed();
  assert.equal(await wholeReplay(service.dependencies, 'ver_unknown'), null);
});

describe('of a long text', () => {
  async function long() {
    const service = await createQueryService();
    const claims = Array.from({ length: 700 }, () => ({}));
    const history = createHistory({ content: 'A long text.', claims }).run();
    await service.put(history);
    const reads: number[] = [];
    const events: typeof service.dependencies.events = {
      ...service.dependencies.events,
      async readStream(stream, options) {
        const read = await service.events.readStream(stream, options);
        reads.push(read.length);
        return read;
      },
    };
    return { service, history, reads, dependencies: { ...service.dependencies, events } };
  }

  test('a replay reads few events at a time and has the whole result', async () => {
    const { history, reads, dependencies } = await long();
    const replay = await wholeReplay(dependencies, history.id);
    assert.deepEqual(replay?.result, assembleResult(history.state.head, [...history.state.claims.values()], open));
    assert.equal(replay?.events.length, history.events.length);
    assert.ok(Math.max(...reads) <= 200, `${Math.max(...reads)} events were read at once`);
  });

  test('what is erased while it is replayed is shown no more', async () => {
    const { service, history, dependencies } = await long();
    let shown = 0;
    const replayed = async () => {
      for await (const part of replayVerification(dependencies, history.id)) {
        if (!('claim' in part)) continue;
        if (shown === 0) service.shred(history.id);
        shown++;
      }
    };
    await assert.rejects(replayed, { code: 'verification_expired' });
    assert.ok(shown < 20, `${shown} claims were shown`);
  });
});
