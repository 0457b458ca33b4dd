import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hostInReplacedThread } from '#platform/threads/replaced-thread.ts';
import { ManualClock } from '#test/support/manual-clock.ts';
import type { Echo, EchoOptions } from './echo-thread.ts';

const ENTRY = new URL('./echo-thread.ts', import.meta.url);

async function started({ heapMb }: { heapMb?: number } = {}) {
  const clock = new ManualClock();
  const losses: { message: string; pauseMs: number }[] = [];
  let onLoss = () => {};
  const options: EchoOptions = { greeting: 'hello' };
  const thread = await hostInReplacedThread(ENTRY, options, {
    name: 'echo',
    timers: clock,
    now: () => clock.now(),
    ...(heapMb && { resourceLimits: { maxOldGenerationSizeMb: heapMb } }),
    onLost(error, pauseMs) {
      losses.push({ message: error.message, pauseMs });
      onLoss();
    },
  });
  const echo = thread.port<Echo>('echo');
  /** Ends the thread; resolves when the loss has been noticed. */
  const kill = async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    onLoss = resolve;
    await echo.die();
    await promise;
  };
  return { thread, echo, clock, losses, kill };
}

test('a lost thread is replaced: its calls are rejected, later ones succeed', async () => {
  const { thread, echo, clock, losses, kill } = await started();
  const asked = assert.rejects(echo.waitForGate(), { code: 'thread_lost' });
  await kill();
  await asked;
  assert.deepEqual(losses, [{ message: 'thread echo ended: deliberate crash', pauseMs: 0 }]);
  await assert.rejects(echo.greet('between'), { code: 'thread_lost' });
  clock.advance(0);
  // One waits for the start, the other comes after it.
  assert.equal(await echo.greet('you'), 'hello you');
  assert.equal(await echo.greet('again'), 'hello again');
  await thread.close();
  await assert.rejects(echo.greet('late'), { code: 'thread_lost' });
});

test('repeated losses delay the replacement; after a long life it is immediate', async () => {
  const { thread, echo, clock, losses, kill } = await started();
  for (let loss = 0; loss < 8; loss++) {
    await kill();
    clock.advance(losses.at(-1)!.pauseMs - 1);
    if (loss > 0) await assert.rejects(echo.greet('too early'), { code: 'thread_lost' });
    clock.advance(1);
    await echo.greet('you');
  }
  assert.deepEqual(
    losses.map(({ pauseMs }) => pauseMs),
    [0, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000],
  );
  clock.advance(60_000);
  await kill();
  assert.equal(losses.at(-1)!.pauseMs, 0);
  await thread.close();
});

test('a thread that fills its heap ends alone and is replaced', async () => {
  const { thread, echo, clock, losses } = await started({ heapMb: 16 });
  await assert.rejects(echo.hoard(), { code: 'thread_lost' });
  assert.equal(losses.length, 1);
  clock.advance(0);
  assert.equal(await echo.greet('you'), 'hello you');
  await thread.close();
});

test('closing during a pause prevents a replacement', async () => {
  const { thread, echo, clock, kill } = await started();
  await kill();
  await thread.close();
  clock.advance(60_000);
  await assert.rejects(echo.greet('late'), { code: 'thread_lost' });
});

test("a first thread that can't start is not replaced", async () => {
  const options: EchoOptions = { greeting: '', failToStart: true };
  const onLost = () => assert.fail('told of a loss');
  await assert.rejects(hostInReplacedThread(ENTRY, options, { name: 'echo', onLost }), { code: 'unavailable' });
});

test('an unknown object is refused at once', async () => {
  const { thread } = await started();
  assert.throws(() => thread.port('nothing'), RangeError);
  await thread.close();
});
