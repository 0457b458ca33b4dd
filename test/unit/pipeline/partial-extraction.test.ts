/** The claims of a long text take several appends, and the process may be killed between any two of them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type EventStore, MAX_APPEND_BYTES } from '#contracts/ports/event-store.ts';
import { STAGES } from '#pipeline/stages/stage-table.ts';
import { toStageMessage } from '#platform/events/stage-message.ts';
import { jsonBytes } from '#streams/repository.ts';
import { delivery, eventsOf, stagesOf } from '#test/support/pipeline/deliver.ts';
import { createHarness, type Harness, Killed, verificationsOn } from '#test/support/pipeline/harness.ts';
import { type AppendOutcome, withOutcomes } from '#test/support/pipeline/killed-appends.ts';

const CLAIMS = 1_500;
const TEXT = Array.from({ length: CLAIMS }, (_, i) => `Whale ${i} sings.`).join(' ');

/** Delivers the extraction's message to a process that has nothing in memory. */
function extractAnew(harness: Harness, events: EventStore = harness.events): Promise<void> {
  const requested = harness.events.log.find((event) => stagesOf(event).includes('extract'))!;
  const handle = STAGES.extract.create({ ...harness, verifications: verificationsOn({ ...harness, events }) });
  return handle(toStageMessage('extract', requested), delivery());
}

function typesOf(harness: Harness, stream: string): string[] {
  return eventsOf(harness.events.log, stream).map(({ type }) => type);
}

function ordinalsOf(harness: Harness, stream: string): number[] {
  return eventsOf(harness.events.log, stream).flatMap(({ data }) => ('ordinal' in data ? [data.ordinal] : []));
}

test('an append of claims is far below the limit, and the completion comes last', async () => {
  const sizes: number[] = [];
  const harness = createHarness();
  const stream = await harness.request(TEXT);
  await extractAnew(harness, {
    ...harness.events,
    async append(...args) {
      sizes.push(args[2].reduce((sum, { data, metadata }) => sum + jsonBytes(data) + jsonBytes(metadata), 0));
      return await harness.events.append(...args);
    },
  });
  assert.ok(sizes.length > 2, `${sizes.length} appends`);
  assert.ok(Math.max(...sizes) < MAX_APPEND_BYTES / 2);
  assert.equal(typesOf(harness, stream).indexOf('ExtractionCompleted'), CLAIMS + 1);
  assert.equal(typesOf(harness, stream).length, CLAIMS + 2);
});

const KILLS: AppendOutcome[] = ['fails before the write', 'fails after the write'];

for (const kill of KILLS) {
  test(`an extraction killed in its second append (${kill}) is gone on with`, async () => {
    const harness = createHarness();
    const stream = await harness.request(TEXT);
    await assert.rejects(extractAnew(harness, withOutcomes(harness.events, ['succeeds', kill])), Killed);
    const before = ordinalsOf(harness, stream);
    assert.ok(before.length > 0 && before.length < CLAIMS);
    assert.ok(!typesOf(harness, stream).includes('ExtractionCompleted'));
    await extractAnew(harness);
    await extractAnew(harness);
    assert.deepEqual(
      ordinalsOf(harness, stream),
      Array.from({ length: CLAIMS }, (_, i) => i),
    );
    const types = typesOf(harness, stream);
    assert.equal(types.filter((type) => type === 'ExtractionCompleted').length, 1);
    assert.equal(types.at(-1), 'ExtractionCompleted');
  });
}
