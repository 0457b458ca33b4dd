import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ServerValues } from '#contracts/ports/server-values.ts';
import { UnreadableEventError } from '#domain/events/registry.ts';
import { listDeadLetters, retryAllDeadLetters, retryDeadLetter } from '#pipeline/deliveries/dead-letter-list.ts';
import type { VerificationStreams } from '#streams/verification-streams.ts';
import { createHarness } from '#test/support/pipeline/harness.ts';
import { METADATA } from '#test/support/verification-history.ts';

const NO_VALUES: ServerValues = { get: async () => null, compareAndSet: async () => true };

/** `verifications`, where the stream of `id` was written by a newer version. */
function withUnreadable(verifications: VerificationStreams, id: string): VerificationStreams {
  return {
    ...verifications,
    load: async (each) => {
      if (each === id) throw new UnreadableEventError('VerificationRequested.v9', 'data');
      return verifications.load(each);
    },
  };
}

test('a stream that this version can not read hides no other dead letter', async () => {
  const { request, run, events, clock, ...harness } = createHarness();
  await request('This is poison.', { verification_id: 'ver_1' });
  await request('This is poison.', { verification_id: 'ver_2' });
  await run();
  const verifications = withUnreadable(harness.verifications, 'ver_1');
  const dependencies = { events, verifications, values: NO_VALUES, clock };
  const { data } = await listDeadLetters(dependencies);
  assert.deepEqual(data.map(({ verification_id, state }) => [verification_id, state]).toSorted(), [
    ['ver_1', 'unreadable'],
    ['ver_2', 'open'],
  ]);
  const unreadable = { verification_id: 'ver_1', outcome: 'unreadable' };
  assert.deepEqual(await retryDeadLetter(dependencies, 'ver_1', () => METADATA), unreadable);
  const restarted = [{ verification_id: 'ver_2', outcome: 'restarted' }];
  assert.deepEqual(await retryAllDeadLetters(dependencies, () => METADATA), restarted);
});
