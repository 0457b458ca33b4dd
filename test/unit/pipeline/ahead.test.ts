/** What the engine is given before the stage that needs it has begun. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ClaimState } from '#domain/verification/state.ts';
import { EngineError } from '#engine/engine.ts';
import { Ahead } from '#pipeline/ahead.ts';
import { eventsOf } from '#test/support/pipeline/deliver.ts';
import { createHarness, type Harness } from '#test/support/pipeline/harness.ts';

const LIBRARY = ['Whales sing.', 'Otters swim.'];
const TEXT = 'Whales sing. I like tea. Otters swim.';

/** The order of calls of the engine, and of appends by the last event of each. */
function traced(harness: Harness): string[] {
  const trace: string[] = [];
  const { planQueries, judge } = harness.engine;
  harness.engine.planQueries = (claims, mode) => {
    trace.push(`plan ${claims.length}`);
    return planQueries(claims, mode);
  };
  harness.engine.judge = (items, policy, now) => {
    trace.push(`judge ${items.length}`);
    return judge(items, policy, now);
  };
  const { append } = harness.store;
  harness.store.append = (stream, expected, events) => {
    trace.push(events.at(-1)!.type);
    return append(stream, expected, events);
  };
  return trace;
}

function verdictsOf(harness: Harness, stream: string): string[] {
  return eventsOf(harness.store.log, stream).flatMap((event) =>
    event.type === 'ClaimJudged' ? [(event.data as { verdict: string }).verdict] : [],
  );
}

test('queries are planned, and found evidence is judged, while what they rest on is being recorded', async () => {
  const harness = createHarness({ library: LIBRARY });
  const trace = traced(harness);
  const stream = await harness.request(TEXT);
  trace.length = 0;
  await harness.run();
  const extraction = ['plan 2', 'ExtractionCompleted.v1'];
  const retrieval = ['judge 2', 'RetrievalCompleted.v1'];
  const judgement = ['judge 1', 'JudgementCompleted.v1'];
  assert.deepEqual(trace.slice(0, 6), [...extraction, ...retrieval, ...judgement]);
  assert.deepEqual(verdictsOf(harness, stream), ['supported', 'supported', 'not_checkable']);
});

test('where nothing is handed on, a stage asks the engine itself and comes to the same events', async () => {
  const harness = createHarness({ library: LIBRARY });
  harness.handOver.leave = () => {};
  const stream = await harness.request(TEXT);
  await harness.run();
  const other = createHarness({ library: LIBRARY });
  const handedOn = await other.request(TEXT);
  await other.run();
  // The first event is the request's, whose id is the command API's to choose.
  const ids = (each: Harness, of: string) =>
    eventsOf(each.store.log, of)
      .map(({ id }) => id)
      .slice(1);
  assert.deepEqual(ids(harness, stream), ids(other, handedOn));
  assert.deepEqual(verdictsOf(harness, stream), verdictsOf(other, handedOn));
});

test('what fails ahead fails the stage that needs it, which then asks again', async () => {
  const harness = createHarness({ library: LIBRARY });
  const { judge } = harness.engine;
  let calls = 0;
  harness.engine.judge = async (...args) => {
    if (calls++ === 0) throw new EngineError('engine_busy', 'once');
    return judge(...args);
  };
  const stream = await harness.request(TEXT);
  await harness.run();
  assert.deepEqual(harness.retries, ['retried judge']);
  assert.deepEqual(verdictsOf(harness, stream), ['supported', 'supported', 'not_checkable']);
});

test('of a long text only the beginning is judged ahead', async () => {
  const harness = createHarness({ library: LIBRARY });
  const trace = traced(harness);
  await harness.request('Whales sing. '.repeat(120));
  await harness.run();
  const ahead = trace.slice(0, trace.indexOf('RetrievalCompleted.v1')).filter((step) => step.startsWith('judge'));
  assert.deepEqual(ahead, Array(5).fill('judge 10'));
  assert.equal(trace.filter((step) => step === 'judge 10').length, 12);
});

test('what was begun on evidence that was not recorded in the end is left aside', async () => {
  const claim = (detail: string) => ({ evidence: { detail } }) as ClaimState;
  const ahead = new Ahead<string>();
  ahead.begin([{ detail: 'a' }, { detail: 'b' }], async () => ['of a', 'of b']);
  ahead.begin([{ detail: 'c' }], async () => ['of c']);
  const claims = ['x', 'a', "somebody else's", 'c', 'y', 'z'].map(claim);
  const groups = ahead.groups(claims, ({ evidence }) => evidence?.detail, 2);
  const shown = groups.map(async ({ claims, begun }) => [claims.map(({ evidence }) => evidence!.detail), await begun]);
  assert.deepEqual(await Promise.all(shown), [
    [['x'], null],
    [['a', "somebody else's"], null],
    [['c'], ['of c']],
    [['y', 'z'], null],
  ]);
});
