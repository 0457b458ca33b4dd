import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { FairSlots, SlotsFullError } from '#common/fair-slots.ts';
import fc from '#test/support/property.ts';

/** Lets all pending promises settle. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

/** Requests slots in this order, records who got one, and releases the oldest one held. */
function asking(slots: FairSlots, keys: readonly string[]) {
  const granted: string[] = [];
  const held: (() => void)[] = [];
  for (const key of keys) {
    void slots.acquire(key).then((release) => {
      granted.push(key);
      held.push(release);
    });
  }
  return { granted, held, releaseOldest: () => held.shift()!() };
}

suite('fair slots', () => {
  test('a single request waits for one piece of work, not for all of another key', async () => {
    const slots = new FairSlots({ slots: 1 });
    const { granted, releaseOldest } = asking(slots, ['crowd', 'crowd', 'crowd', 'crowd', 'single']);
    await settle();
    assert.deepEqual(granted, ['crowd']);
    releaseOldest();
    await settle();
    assert.deepEqual(granted, ['crowd', 'single']);
  });

  test('keys with one share count as one key, in turns and in limits', async () => {
    const shareOf = async (key: string) => (key.startsWith('a') ? 'a' : key);
    const turns = asking(new FairSlots({ slots: 1, shareOf }), ['a1', 'a2', 'a3', 'b']);
    for (let released = 0; released < 3; released++) {
      await settle();
      turns.releaseOldest();
    }
    await settle();
    assert.deepEqual(turns.granted, ['a1', 'b', 'a2', 'a3']);
    const limited = new FairSlots({ slots: 4, perKey: 1, waitingPerKey: 0, shareOf });
    const release = await limited.acquire('a1');
    await assert.rejects(limited.acquire('a2'), SlotsFullError);
    await limited.acquire('b');
    release();
    await limited.acquire('a2');
  });

  test('keys that all have work take turns', async () => {
    const slots = new FairSlots({ slots: 1 });
    const { granted, releaseOldest } = asking(slots, ['a', 'a', 'a', 'b', 'b', 'b', 'c', 'c']);
    for (let released = 0; released < 7; released++) {
      await settle();
      releaseOldest();
    }
    await settle();
    assert.deepEqual(granted, ['a', 'b', 'c', 'a', 'b', 'c', 'a', 'b']);
  });

  test('a key holds no more than its share, however many slots are free', async () => {
    const slots = new FairSlots({ slots: 4, perKey: 2 });
    const { granted, releaseOldest } = asking(slots, ['a', 'a', 'a', 'b']);
    await settle();
    assert.deepEqual(granted, ['a', 'a', 'b']);
    releaseOldest();
    await settle();
    assert.deepEqual(granted, ['a', 'a', 'b', 'a']);
  });

  test('an aborted caller leaves the queue and holds nothing', async () => {
    const slots = new FairSlots({ slots: 1 });
    const release = await slots.acquire('a');
    const leaving = new AbortController();
    const left = slots.acquire('a', leaving.signal);
    const next = slots.acquire('a');
    leaving.abort(new Error('gone'));
    await assert.rejects(left, /gone/);
    release();
    (await next)();
    (await slots.acquire('a'))();
  });

  test('too many waiting callers of a key are refused, those of other keys are not', async () => {
    const slots = new FairSlots({ slots: 1, waitingPerKey: 1 });
    const release = await slots.acquire('a');
    const waiting = slots.acquire('a');
    await assert.rejects(slots.acquire('a'), SlotsFullError);
    const other = slots.acquire('b');
    release();
    for (const each of [other, waiting]) (await each)();
  });

  test('releasing twice frees one slot', async () => {
    const slots = new FairSlots({ slots: 1 });
    const release = await slots.acquire('a');
    release();
    const again = await slots.acquire('b');
    release();
    const { granted } = asking(slots, ['c']);
    await settle();
    assert.deepEqual(granted, []);
    again();
    await settle();
    assert.deepEqual(granted, ['c']);
  });

  test('after closing, waiting and new callers are refused', async () => {
    const slots = new FairSlots({ slots: 1 });
    const release = await slots.acquire('a');
    const waiting = slots.acquire('a');
    slots.close();
    await assert.rejects(waiting, SlotsFullError);
    await assert.rejects(slots.acquire('b'), SlotsFullError);
    release();
  });

  test('failing work releases its slot', async () => {
    const slots = new FairSlots({ slots: 1 });
    await assert.rejects(
      slots.run('a', async () => {
        throw new Error('failed');
      }),
      /failed/,
    );
    assert.equal(await slots.run('a', async () => 'done'), 'done');
  });

  test('in any order of requests and releases, limits hold and all are served', async () => {
    const asks = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 30 });
    await fc.assert(
      fc.asyncProperty(
        asks,
        fc.integer({ min: 1, max: 4 }),
        fc.integer({ min: 1, max: 4 }),
        async (keys, count, perKey) => {
          const slots = new FairSlots({ slots: count, perKey });
          const working: string[] = [];
          const work = async (key: string) => {
            working.push(key);
            assert.ok(working.length <= count);
            assert.ok(working.filter((each) => each === key).length <= perKey);
            await settle();
            working.splice(working.indexOf(key), 1);
            return key;
          };
          const served = await Promise.all(keys.map((key) => slots.run(key, () => work(key))));
          assert.deepEqual(served, keys);
        },
      ),
      { numRuns: 50 },
    );
  });
});
