import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EventStoreError } from '#contracts/ports/event-store.ts';
import { EngineError } from '#engine/engine.ts';
import { errorClass, errorCode, failureReason, isFinal, isPermanent } from '#pipeline/deliveries/failures.ts';
import { STAGES } from '#pipeline/stages/stage-table.ts';
import { toStageMessage } from '#platform/events/stage-message.ts';
import { delivery, eventsOf } from '#test/support/pipeline/deliver.ts';
import { createHarness, type Harness } from '#test/support/pipeline/harness.ts';
import { restart } from '#test/support/pipeline/request.ts';
import { createScriptedEngine } from '#test/support/pipeline/scripted-engine.ts';

function lastTypes(harness: Harness, stream: string, count: number) {
  return eventsOf(harness.events.log, stream)
    .slice(-count)
    .map((event) => event.type);
}

test('a text that the engine fails on fails alone, after two attempts', async () => {
  const harness = createHarness({ library: ['The tower is tall.'] });
  const poisoned = await harness.request('This is poison.', { verification_id: 'ver_1' });
  const healthy = await harness.request('The tower is tall.', { verification_id: 'ver_2' });
  await harness.run();

  assert.deepEqual(lastTypes(harness, healthy, 1), ['VerificationCompleted']);
  const [letter, failed] = eventsOf(harness.events.log, poisoned).slice(-2);
  assert.equal(letter!.type, 'StageDeadLettered');
  assert.deepEqual(letter!.data, {
    run: 1,
    stage: 'extract',
    trigger_event_id: harness.events.log[0]!.id,
    attempts: 2,
    error_class: 'EngineError',
    error_code: 'engine_error',
    dead_lettered_at: '2026-01-01T00:00:00.000Z',
  });
  assert.deepEqual([failed!.type, (failed!.data as { reason: string }).reason], ['VerificationFailed', 'engine_error']);
  assert.deepEqual(harness.retries, ['retried extract', 'gave up extract']);
});

test('a call that took more than its time fails the verification at once', async () => {
  for (const method of ['extract', 'rank', 'judge', 'summarise'] as const) {
    const engine = createScriptedEngine();
    let calls = 0;
    engine[method] = async () => {
      calls++;
      throw new EngineError('engine_timeout', `${method} took more than its time`);
    };
    const harness = createHarness({ engine, library: ['The tower is tall.'] });
    const stream = await harness.request('The tower is tall.');
    await harness.run();
    assert.equal(calls, 1, method);
    const [letter, failed] = eventsOf(harness.events.log, stream).slice(-2);
    const { attempts, error_code } = letter!.data as { attempts: number; error_code: string };
    assert.deepEqual([letter!.type, attempts, error_code], ['StageDeadLettered', 1, 'engine_timeout']);
    assert.deepEqual(
      [failed!.type, (failed!.data as { reason: string }).reason],
      ['VerificationFailed', 'engine_timeout'],
    );
  }
});

test('a transient fault is retried up to the limit, and then given up on', async () => {
  const engine = createScriptedEngine();
  let calls = 0;
  engine.judge = async () => {
    calls++;
    throw new EngineError('engine_busy', 'too many calls');
  };
  const harness = createHarness({ engine });
  const stream = await harness.request('The tower is tall.');
  await harness.run();
  assert.equal(calls, STAGES.judge.retry.max_attempts);
  assert.deepEqual(lastTypes(harness, stream, 2), ['StageDeadLettered', 'VerificationFailed']);
});

test('giving up twice on the same message is recorded once', async () => {
  const harness = createHarness();
  const stream = await harness.request('This is poison.');
  await harness.run();
  const before = harness.events.log.length;
  const message = toStageMessage('extract', harness.events.log[0]!);
  await harness.deliveries.extract.onDeadLetter(message, { attempts: 2, error: new Error('once more') });
  assert.equal(harness.events.log.length, before);
  assert.deepEqual(lastTypes(harness, stream, 2), ['StageDeadLettered', 'VerificationFailed']);
});

test('a restarted verification begins anew, unaffected by dead letters of the old run', async () => {
  const engine = createScriptedEngine();
  const extract = engine.extract;
  engine.extract = async () => {
    throw new EngineError('engine_error', 'extract failed');
  };
  const harness = createHarness({ engine });
  const stream = await harness.request('The tower is tall.');
  await harness.run();
  engine.extract = extract;
  const restartedAt = harness.events.log.length;
  await restart(harness.events, stream);
  const old = toStageMessage('extract', harness.events.log[0]!);
  await harness.deliveries.extract.onDeadLetter(old, { attempts: 9, error: new Error('late') });
  await harness.run();
  assert.deepEqual(lastTypes(harness, stream, 1), ['VerificationCompleted']);
  const types = eventsOf(harness.events.log.slice(restartedAt), stream).map((event) => event.type);
  assert.deepEqual(
    types.filter((type) => type === 'VerificationFailed' || type === 'StageDeadLettered'),
    [],
  );
});

test('stopping is not a failure, and recorded results stay', async () => {
  const harness = createHarness({ library: ['The tower is tall.'] });
  await harness.request('The tower is tall.');
  const abort = new AbortController();
  abort.abort();
  const message = toStageMessage('extract', harness.events.log[0]!);
  for (let attempt = 1; attempt <= 4; attempt++) {
    const context = delivery({ attempt, signal: abort.signal });
    await assert.rejects(harness.deliveries.extract.handle(message, context), { name: 'AbortError' });
  }
  assert.deepEqual(harness.retries, []);
  await harness.run();
  assert.equal(harness.events.log.at(-1)!.type, 'VerificationCompleted.v1');
});

test('a lost key fails a zero-retention verification and expires it', async () => {
  const harness = createHarness();
  const stream = await harness.request('The tower is tall.', { zero_retention: true });
  harness.vault.lose('ver_1');
  await harness.run();
  const events = eventsOf(harness.events.log, stream);
  assert.deepEqual(
    events.map((event) => event.type),
    ['VerificationRequested', 'VerificationFailed', 'VerificationExpired', 'VerificationErased'],
  );
  assert.equal((events[1]!.data as { reason: string }).reason, 'key_lost');
});

test('a missing key is reported as lost, or as expired once it was due', async () => {
  for (const [ms, reason] of [
    [0, 'key_lost'],
    [25 * 3_600_000, 'source_expired'],
  ] as const) {
    const harness = createHarness();
    const stream = await harness.request('The tower is tall.');
    harness.vault.lose('ver_1');
    harness.now.ms += ms;
    await harness.run();
    const failed = eventsOf(harness.events.log, stream).at(-1)!;
    assert.deepEqual(failed.data, {
      run: 1,
      reason,
      stage: 'extract',
      failed_at: new Date(harness.now.ms).toISOString(),
    });
  }
});

test('errors are classified by code, and their messages are never quoted', () => {
  assert(isPermanent(new EngineError('engine_error', '')));
  assert(!isFinal(new EngineError('engine_error', '')));
  assert(isFinal(new EngineError('engine_timeout', '')));
  assert(isPermanent(new TypeError('x')));
  assert(!isPermanent(new EngineError('engine_busy', '')));
  assert(!isPermanent(new EventStoreError('unavailable', '')));
  assert(!isPermanent(new Error('who knows')));
  assert(!isPermanent(Object.assign(new TypeError('fetch failed'), { code: 'ECONNRESET' })));
  assert.equal(failureReason(new EngineError('engine_timeout', '')), 'engine_timeout');
  assert.equal(failureReason('not even an error'), 'internal_error');
  const chatty = Object.assign(new Error('m'), { name: 'the text itself', code: 'a text, too' });
  assert.equal(errorClass(chatty), 'Error');
  assert.equal(errorCode(chatty), null);
});
