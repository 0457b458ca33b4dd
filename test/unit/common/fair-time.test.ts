/** Slots that share time instead of turns. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { FairSlots } from '#common/fair-slots.ts';
import fc from '#test/support/property.ts';

/** Lets all pending promises settle. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

const HALF_LIFE_MS = 10_000;

/** One slot, on a clock that only moves while work is done. */
function sharing({ slots = 1, aside = 0 } = {}) {
  let now = 0;
  const shared = new FairSlots({ slots, halfLifeMs: HALF_LIFE_MS, now: () => now, aside });
  const served: string[] = [];
  return {
    shared,
    served,
    pass: (milliseconds: number) => {
      now += milliseconds;
    },
    work: (key: string, milliseconds: number) =>
      shared.run(key, async () => {
        served.push(key);
        await settle();
        now += milliseconds;
      }),
  };
}

/** Asks for holds, and notes who got one. */
function asking(shared: FairSlots) {
  const granted: string[] = [];
  const ask = async (key: string) => {
    const hold = await shared.hold(key);
    granted.push(key);
    return hold;
  };
  return { granted, ask };
}

suite('fair time', () => {
  test('a key whose work takes long waits until others have held as long', async () => {
    const { work, served } = sharing();
    const crowd = Array.from({ length: 3 }, () => work('long', 1_000));
    const single = Array.from({ length: 8 }, () => work('short', 100));
    await Promise.all([...crowd, ...single]);
    assert.deepEqual(served.slice(0, 9), ['long', ...Array(8).fill('short')]);
  });

  test('keys that both take long share the time by halves', async () => {
    const { work, served } = sharing();
    await Promise.all(['a', 'b'].flatMap((key) => Array.from({ length: 6 }, () => work(key, 500))));
    assert.deepEqual(served.slice(0, 6).toSorted(), ['a', 'a', 'a', 'b', 'b', 'b']);
  });

  test('what was held long ago no longer counts', async () => {
    const { work, served, pass } = sharing();
    await work('before', 5_000);
    pass(30 * HALF_LIFE_MS);
    await Promise.all([work('other', 100), work('other', 100), work('before', 100), work('other', 100)]);
    assert.deepEqual(served, ['before', 'other', 'before', 'other', 'other']);
  });

  test('a hold that goes on counts already', async () => {
    const { shared, pass } = sharing({ slots: 2 });
    await shared.hold('long');
    pass(5_000);
    const brief = await shared.hold('brief');
    const granted: string[] = [];
    for (const key of ['long', 'brief']) void shared.hold(key).then(() => granted.push(key));
    brief.release();
    await settle();
    assert.deepEqual(granted, ['brief']);
  });

  test('a hold that steps aside leaves its slot to others, not to its key', async () => {
    const { shared } = sharing({ aside: 1 });
    const { granted, ask } = asking(shared);
    const long = await ask('long');
    const again = ask('long');
    const other = ask('other');
    await settle();
    assert.deepEqual(granted, ['long']);
    long.stepAside();
    (await other).release();
    await settle();
    assert.deepEqual(granted, ['long', 'other']);
    long.release();
    (await again).release();
    assert.deepEqual(granted, ['long', 'other', 'long']);
  });

  test('no more holds step aside than may', async () => {
    const { shared } = sharing({ aside: 1 });
    const { granted, ask } = asking(shared);
    const first = await ask('first');
    first.stepAside();
    const second = await ask('second');
    void ask('third');
    second.stepAside();
    await settle();
    assert.deepEqual(granted, ['first', 'second']);
    first.release();
    second.stepAside();
    await settle();
    assert.deepEqual(granted, ['first', 'second', 'third']);
  });

  test('who waits for a key that has held much longer is made room for', async () => {
    let now = 0;
    const heldUp: string[] = [];
    const shared = new FairSlots({
      slots: 1,
      halfLifeMs: HALF_LIFE_MS,
      now: () => now,
      aside: 1,
      onHeldUp: (by) => {
        heldUp.push('long');
        by.stepAside();
      },
    });
    const { granted, ask } = asking(shared);
    const long = await ask('long');
    const again = ask('long');
    const early = ask('other');
    await settle();
    assert.deepEqual([granted, heldUp], [['long'], []], 'not before it has held for long');
    now += 1_000;
    const late = ask('another');
    (await early).release();
    (await late).release();
    assert.deepEqual([granted, heldUp], [['long', 'other', 'another'], ['long']]);
    long.release();
    (await again).release();
  });

  test('in any order of holds that step aside, limits hold and all are served', async () => {
    const asks = fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c'), fc.boolean()), { maxLength: 30 });
    await fc.assert(
      fc.asyncProperty(asks, fc.integer({ min: 1, max: 3 }), async (keys, slots) => {
        const shared = new FairSlots({ slots, halfLifeMs: HALF_LIFE_MS, aside: 1 });
        let working = 0;
        const served = await Promise.all(
          keys.map(async ([key, isLong]) => {
            const hold = await shared.hold(key);
            working++;
            assert.ok(working <= slots + 1);
            if (isLong) hold.stepAside();
            await settle();
            working--;
            hold.release();
            return key;
          }),
        );
        assert.equal(served.length, keys.length);
      }),
      { numRuns: 50 },
    );
  });
});
