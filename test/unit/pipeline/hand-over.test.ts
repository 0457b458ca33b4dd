import assert from 'node:assert/strict';
import { test } from 'node:test';
import { verificationDecider, verificationIdOf } from '#domain/verification/decider.ts';
import { assembleResult } from '#domain/verification/result.ts';
import { createExpiryWatch } from '#pipeline/expiry-watch.ts';
import { openTexts, openTextsWith } from '#streams/open-texts.ts';
import { loadStream } from '#streams/repository.ts';
import { createHarness } from '#test/support/pipeline/harness.ts';

test('what a stage hands over is what reading the stream gives', async () => {
  const harness = createHarness({ library: ['Whales sing.'] });
  const { store, handOver } = harness;
  const { leave } = handOver;
  const left: string[] = [];
  const checks: Promise<void>[] = [];
  handOver.leave = (stream, loaded) => {
    left.push(loaded.state.head.status);
    const { state, revision, position } = loaded;
    const copy = structuredClone({ state, revision, position });
    checks.push(loadStream(store, verificationDecider, stream).then((read) => assert.deepEqual(copy, read)));
    leave(stream, loaded);
  };
  const stream = await harness.request('Whales sing. Whales eat krill.');
  await harness.run();
  await Promise.all(checks);
  assert.deepEqual(left, ['extracted', 'retrieved', 'judged', 'completed']);
  assert.equal(handOver.take(stream, 0)?.state.head.status, 'completed');
});

test('details that are handed over are what opening them gives', async () => {
  const harness = createHarness({ library: ['Whales sing.'] });
  const { vault, sealer, handOver } = harness;
  const stream = await harness.request('Whales sing. Whales eat krill.');
  await harness.run();
  const { state, details } = handOver.take(stream, 0)!;
  const id = verificationIdOf(stream);
  const neverOpened = { open: () => assert.fail('opened') };
  const known = openTextsWith((await vault.dataKey(id))!, neverOpened, id, details);
  const result = assembleResult(state.head, state.claims.values(), known);
  assert.deepEqual(result, assembleResult(state.head, state.claims.values(), await openTexts(vault, sealer, id)));
  assert.equal(result.claims.length, 2);
});

test('a stage that is delivered again reads the stream', async () => {
  const harness = createHarness({ library: ['Whales sing.'] });
  const stream = await harness.request('Whales sing.');
  await harness.run();
  harness.handOver.take(stream, 0);
  const before = harness.store.log.length;
  await harness.run();
  assert.equal(harness.store.log.length, before);
});

test('the key is handed over with it: the vault is asked by nobody but who takes up a stream that was read', async () => {
  const harness = createHarness({ library: ['Whales sing.'] });
  const { dataKey } = harness.vault;
  const asked: string[] = [];
  harness.vault.dataKey = (id) => {
    asked.push(id);
    return dataKey(id);
  };
  await harness.request('Whales sing.');
  await harness.run();
  assert.deepEqual(asked, ['ver_1']);
});

test('nothing is left of what was erased', async () => {
  const harness = createHarness({ library: ['Whales sing.'] });
  const stream = await harness.request('Whales sing.');
  await harness.run();
  harness.now.ms += 25 * 3_600_000;
  await createExpiryWatch(harness).run(new AbortController().signal);
  await harness.run();
  assert.equal(harness.handOver.take(stream, 0), null);
});
