/** Keys that the vault never had, because it is a copy older than the log or belongs to another deployment. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ServerValues } from '#contracts/ports/server-values.ts';
import { listDeadLetters, retryAllDeadLetters, retryDeadLetter } from '#pipeline/deliveries/dead-letter-list.ts';
import {
  createUnopenedSweeper,
  dropUnopened,
  keepUnopened,
  MAX_UNOPENED,
  type UnopenedStage,
  unopenedStages,
} from '#pipeline/deliveries/unopened.ts';
import { memoryValues } from '#test/support/memory-server-values.ts';
import { eventsOf } from '#test/support/pipeline/deliver.ts';
import { createHarness, recorder, verificationsOn } from '#test/support/pipeline/harness.ts';
import { METADATA } from '#test/support/verification-history.ts';

const metadataFor = () => METADATA;

const stage: UnopenedStage = {
  verification_id: 'ver_1',
  organization_id: 'org_1',
  request_id: 'req_1',
  run: 1,
  stage: 'extract',
  trigger_event_id: '00000000-0000-4000-8000-000000000001',
  attempts: 2,
  error_class: 'KeyVaultError',
  error_code: 'key_unknown',
  dead_lettered_at: '2026-01-01T00:00:00.000Z',
};

test('a stage whose key the vault never had is logged, kept and retried, not recorded', async () => {
  const harness = createHarness({ library: ['The tower is tall.'], values: memoryValues() });
  const { events, verifications, vault, values, clock } = harness;
  const stream = await harness.request('The tower is tall.');
  vault.forget('ver_1');
  await harness.run();
  assert.deepEqual(
    events.log.map((event) => event.type),
    ['VerificationRequested.v2'],
  );
  assert.deepEqual(harness.retries, ['retried extract', 'gave up extract']);
  assert.match(JSON.stringify(harness.lines.at(-1)), /"verification_id":"ver_1".*"error_code":"key_unknown"/);
  const listed = await listDeadLetters({ events, verifications, values });
  assert.deepEqual(
    listed.data.map(({ verification_id, stage, state, error_code }) => [verification_id, stage, state, error_code]),
    [['ver_1', 'extract', 'unopened', 'key_unknown']],
  );

  const dependencies = { events, verifications, values, clock };
  const stillNot = { verification_id: 'ver_1', outcome: 'unopened' };
  assert.deepEqual(await retryDeadLetter(dependencies, 'ver_1', metadataFor), stillNot);
  assert.deepEqual(await retryAllDeadLetters(dependencies, metadataFor), []);
  assert.equal(events.log.length, 1);

  await vault.createDataKey('ver_1', {
    organization_id: 'org_1',
    expires_at: '2040-01-01T00:00:00Z',
    ephemeral: false,
  });
  const restarted = [{ verification_id: 'ver_1', outcome: 'restarted' }];
  assert.deepEqual(await retryAllDeadLetters(dependencies, metadataFor), restarted);
  await harness.run();
  const types = eventsOf(events.log, stream).map((event) => event.type);
  assert.deepEqual(types.slice(0, 4), [
    'VerificationRequested',
    'StageDeadLettered',
    'VerificationFailed',
    'VerificationRestarted',
  ]);
  assert.equal(types.at(-1), 'VerificationCompleted');
  assert.deepEqual(await unopenedStages(values), []);
  const after = await listDeadLetters({ events, verifications, values });
  assert.deepEqual(
    after.data.map(({ state }) => state),
    ['retried'],
  );
});

test('zero retention: an unknown key counts as lost in a crash', async () => {
  const harness = createHarness({ values: memoryValues() });
  const stream = await harness.request('The tower is tall.', { zero_retention: true });
  harness.vault.forget('ver_1');
  await harness.run();
  const failed = eventsOf(harness.events.log, stream)[1]!;
  assert.equal((failed.data as { reason: string }).reason, 'key_lost');
});

test('unopened stages are kept once each and listed oldest first', async () => {
  const values = memoryValues();
  const at = (n: number) => new Date(Date.parse('2026-01-01T00:00:00Z') + n * 1_000).toISOString();
  const numbered = (n: number) => ({ ...stage, verification_id: `ver_${n}`, dead_lettered_at: at(n) });
  const ids = async () => (await unopenedStages(values)).map(({ verification_id }) => verification_id);
  await Promise.all([1, 2, 3].map((n) => keepUnopened(values, numbered(n))));
  await keepUnopened(values, numbered(1));
  assert.deepEqual(await ids(), ['ver_1', 'ver_2', 'ver_3']);
  for (let n = 4; n <= 1_200; n++) await keepUnopened(values, numbered(n));
  assert.equal((await ids()).length, 1_200);
  await Promise.all([2, 1_199].map((n) => dropUnopened(values, `ver_${n}`)));
  await keepUnopened(values, numbered(1_201));
  const left = await ids();
  assert.deepEqual([left.length, left.slice(0, 2), left.at(-1)], [1_199, ['ver_1', 'ver_3'], 'ver_1201']);
});

test('unopened stages beyond the limit are refused with an error', async () => {
  const many = Array.from({ length: MAX_UNOPENED }, (_, n) => ({ ...stage, verification_id: `ver_${n}` }));
  const full = recorder<ServerValues>('values', [], { get: JSON.stringify(many), compareAndSet: true });
  await keepUnopened(full, stage);
  await assert.rejects(keepUnopened(full, { ...stage, verification_id: 'ver_one_more' }), /kept already/);
});

test('an unopened verification ends when its text expires, not earlier', async () => {
  const harness = createHarness({ values: memoryValues() });
  const { events, vault, values } = harness;
  const stream = await harness.request('The tower is tall.', { expires_at: '2026-01-02T00:00:00.000Z' });
  vault.forget('ver_1');
  await harness.run();
  // As an earlier version stored it.
  const [{ expires_at, ...kept }] = (await unopenedStages(values)) as [UnopenedStage];
  assert.equal(expires_at, '2026-01-02T00:00:00.000Z');
  await dropUnopened(values, 'ver_1');
  await keepUnopened(values, kept);
  const { run } = createUnopenedSweeper(harness);
  const { signal } = new AbortController();
  await run(signal);
  assert.deepEqual([events.log.length, (await unopenedStages(values)).length], [1, 1]);
  harness.now.ms = Date.parse(expires_at);
  await run(signal);
  await harness.run();
  const types = eventsOf(events.log, stream).map(({ type }) => type);
  assert.deepEqual(types, ['VerificationRequested', 'VerificationExpired', 'VerificationFailed', 'VerificationErased']);
  assert.deepEqual(await unopenedStages(values), []);
});

test('an unreadable verification does not keep others from ending', async () => {
  const harness = createHarness({ values: memoryValues() });
  const { events, values } = harness;
  await harness.request('The tower is tall.', { expires_at: '2026-01-01T00:00:00.000Z' });
  const reading: typeof events.readStream = async (stream, options) => {
    if (stream.endsWith('ver_0')) throw new Error('unreadable');
    return events.readStream(stream, options);
  };
  await keepUnopened(values, { ...stage, verification_id: 'ver_0' });
  await keepUnopened(values, stage);
  const verifications = verificationsOn({ ...harness, events: { ...events, readStream: reading } });
  const sweeper = createUnopenedSweeper({ ...harness, verifications });
  await assert.rejects(sweeper.run(new AbortController().signal), /unreadable/);
  assert.deepEqual(
    (await unopenedStages(values)).map(({ verification_id }) => verification_id),
    ['ver_0'],
  );
});

test('dropping one run leaves a later one that was set aside meanwhile', async () => {
  const values = memoryValues();
  await keepUnopened(values, stage);
  await keepUnopened(values, { ...stage, run: 2 });
  await dropUnopened(values, 'ver_1', 1);
  assert.deepEqual(
    (await unopenedStages(values)).map(({ run }) => run),
    [2],
  );
});
