/** After any redelivery or crash, the stream is the same as without it. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { drain, eventsOf } from '#test/support/pipeline/deliver.ts';
import { createHarness, type Harness } from '#test/support/pipeline/harness.ts';
import { type AppendOutcome, withOutcomes } from '#test/support/pipeline/killed-appends.ts';
import fc from '#test/support/property.ts';

/** Large and incompressible, so that the evidence of one verification takes several appends. */
const bulk = (seed: string) =>
  Array.from({ length: 300 }, (_, i) => createHash('sha256').update(`${seed}${i}`).digest('base64')).join(' ');
const LIBRARY = ['The tower is tall.', 'The tower is not tall.', 'The bridge is long.'].map(
  (sentence) => `${sentence} ${bulk(sentence)}`,
);
const TEXT = Array.from({ length: 32 }, (_, i) =>
  i % 7 === 6 ? 'I like tea.' : i % 2 === 0 ? 'The tower is tall.' : 'The bridge is long.',
).join(' ');

/** The types and subjects of the events, in order. */
function subjectsOf(harness: Harness, stream: string): string[] {
  const events = eventsOf(harness.events.log, stream);
  assert.equal(new Set(events.map(({ id }) => id)).size, events.length);
  return events.map(({ type, data }) => ('ordinal' in data ? `${type} ${data.ordinal}` : type));
}

async function expectedEvents(): Promise<string[]> {
  const harness = createHarness({ library: LIBRARY });
  const stream = await harness.request(TEXT);
  await harness.run();
  return subjectsOf(harness, stream);
}

const outcome = fc.constantFrom<AppendOutcome>(
  'succeeds',
  'succeeds',
  'fails before the write',
  'fails after the write',
);

test('redelivery and crashes between appends lead to the same events, one of each', async () => {
  const expected = await expectedEvents();
  assert.equal(new Set(expected).size, expected.length);
  await fc.assert(
    fc.asyncProperty(
      fc.array(outcome, { maxLength: 15 }),
      fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 10, maxLength: 10 }),
      async (outcomes, times) => {
        const harness = createHarness({ library: LIBRARY, between: (store) => withOutcomes(store, outcomes) });
        const stream = await harness.request(TEXT);
        let message = 0;
        await drain(harness.events.log, async (stage, delivered) => {
          const count = times[message++ % times.length]!;
          for (let i = 0; i < count; i++) await harness.deliver(stage, delivered);
        });
        assert.deepEqual(subjectsOf(harness, stream), expected);
      },
    ),
    { numRuns: 12 },
  );
});

test('redelivering every message after the end changes nothing', async () => {
  const harness = createHarness({ library: LIBRARY });
  const stream = await harness.request(TEXT);
  await harness.run();
  const before = subjectsOf(harness, stream);
  await harness.run();
  assert.deepEqual(subjectsOf(harness, stream), before);
});

test('two workers with the same message share the work', async () => {
  const expected = await expectedEvents();
  const harness = createHarness({ library: LIBRARY });
  const stream = await harness.request(TEXT);
  await drain(harness.events.log, async (stage, message) => {
    await Promise.all([harness.deliver(stage, message), harness.deliver(stage, message)]);
  });
  assert.deepEqual(subjectsOf(harness, stream), expected);
});

test('recorded results are not computed again', async () => {
  const asked: number[] = [];
  const outcomes: AppendOutcome[] = ['succeeds', 'succeeds', 'fails before the write'];
  const harness = createHarness({ library: LIBRARY, between: (store) => withOutcomes(store, outcomes) });
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
