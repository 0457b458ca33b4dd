/** Whatever is delivered again, and wherever the process dies, the stream comes out as if nothing had happened. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import type { EventStore } from '#contracts/ports/event-store.ts';
import { drain, eventsOf } from '#test/support/pipeline/deliver.ts';
import { createHarness, type Harness, Killed } from '#test/support/pipeline/harness.ts';
import fc from '#test/support/property.ts';

/** So large, and so hard to compress, that the evidence of one verification takes several appends. */
const bulk = (seed: string) =>
  Array.from({ length: 300 }, (_, i) => createHash('sha256').update(`${seed}${i}`).digest('base64')).join(' ');
const LIBRARY = ['The tower is tall.', 'The tower is not tall.', 'The bridge is long.'].map(
  (sentence) => `${sentence} ${bulk(sentence)}`,
);
const TEXT = Array.from({ length: 32 }, (_, i) =>
  i % 7 === 6 ? 'I like tea.' : i % 2 === 0 ? 'The tower is tall.' : 'The bridge is long.',
).join(' ');

/** What the events are about, in their order. */
function subjectsOf(harness: Harness, stream: string): string[] {
  const events = eventsOf(harness.store.log, stream);
  assert.equal(new Set(events.map(({ id }) => id)).size, events.length);
  return events.map(({ type, data }) => ('ordinal' in data ? `${type} ${data.ordinal}` : type));
}

async function undisturbed(): Promise<string[]> {
  const harness = createHarness({ library: LIBRARY });
  const stream = await harness.request(TEXT);
  await harness.run();
  return subjectsOf(harness, stream);
}

type Fate = 'goes well' | 'dies before it is written' | 'dies before it is answered';

/** Lets appends meet their fates, one after the other; then all go well. */
function fateful(store: EventStore, fates: readonly Fate[]): EventStore {
  let next = 0;
  return {
    ...store,
    async append(...args: Parameters<EventStore['append']>) {
      const fate = fates[next++] ?? 'goes well';
      if (fate === 'dies before it is written') throw new Killed();
      const result = await store.append(...args);
      if (fate === 'dies before it is answered') throw new Killed();
      return result;
    },
  };
}

const fate = fc.constantFrom<Fate>('goes well', 'goes well', 'dies before it is written', 'dies before it is answered');

test('redelivered one to three times, killed between appends: the same events, one of each', async () => {
  const expected = await undisturbed();
  assert.equal(new Set(expected).size, expected.length);
  await fc.assert(
    fc.asyncProperty(
      fc.array(fate, { maxLength: 15 }),
      fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 10, maxLength: 10 }),
      async (fates, times) => {
        const harness = createHarness({ library: LIBRARY, between: (store) => fateful(store, fates) });
        const stream = await harness.request(TEXT);
        let message = 0;
        await drain(harness.store.log, async (stage, delivered) => {
          const count = times[message++ % times.length]!;
          for (let i = 0; i < count; i++) await harness.deliver(stage, delivered);
        });
        assert.deepEqual(subjectsOf(harness, stream), expected);
      },
    ),
    { numRuns: 12 },
  );
});

test('every message once more after the end changes nothing', async () => {
  const harness = createHarness({ library: LIBRARY });
  const stream = await harness.request(TEXT);
  await harness.run();
  const before = subjectsOf(harness, stream);
  await harness.run();
  assert.deepEqual(subjectsOf(harness, stream), before);
});

test('two workers at the same message share the work', async () => {
  const expected = await undisturbed();
  const harness = createHarness({ library: LIBRARY });
  const stream = await harness.request(TEXT);
  await drain(harness.store.log, async (stage, message) => {
    await Promise.all([harness.deliver(stage, message), harness.deliver(stage, message)]);
  });
  assert.deepEqual(subjectsOf(harness, stream), expected);
});

test('what is recorded is not computed again', async () => {
  const asked: number[] = [];
  const fates: Fate[] = ['goes well', 'goes well', 'dies before it is written'];
  const harness = createHarness({ library: LIBRARY, between: (store) => fateful(store, fates) });
  const rank = harness.engine.rank;
  harness.engine.rank = async (claims, candidates) => {
    asked.push(claims.length);
    return rank(claims, candidates);
  };
  await harness.request(TEXT);
  await harness.run();
  const checkable = 28;
  const total = asked.reduce((sum, count) => sum + count, 0);
  assert(total > checkable, 'the claims of the append that died are done again');
  assert(total < 2 * checkable, 'those before it are not');
});
