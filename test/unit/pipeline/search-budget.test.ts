/** How long the claims of a text, and those of a document, may be searched for. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { VerificationRequestedData } from '#domain/verification/events.ts';
import type { EvidenceSource } from '#pipeline/sources/source.ts';
import { STAGES } from '#pipeline/stages/stage-table.ts';
import { toStageMessage } from '#platform/events/stage-message.ts';
import { delivery, eventsOf, stagesOf } from '#test/support/pipeline/deliver.ts';
import { createHarness } from '#test/support/pipeline/harness.ts';

const CLAIMS = 200;
const TEXT = Array.from({ length: CLAIMS }, (_, i) => `Whale ${i} sings.`).join(' ');

/** Claims that were not searched for, where a search for a group of ten takes so long. */
async function unsearched(millisecondsPerGroup: number, request: Partial<VerificationRequestedData>): Promise<number> {
  const slow: EvidenceSource = {
    id: 'slow',
    async open() {
      return {
        async search(searches) {
          harness.now.ms += millisecondsPerGroup;
          return searches.map(() => ({ candidates: [], searched: true, gaps: [] }));
        },
      };
    },
  };
  const harness = createHarness({ sources: [slow] });
  const stream = await harness.request(TEXT, request);
  for (const stage of ['extract', 'retrieve'] as const) {
    const trigger = harness.events.log.findLast((event) => stagesOf(event).includes(stage))!;
    await STAGES[stage].create(harness)(toStageMessage(stage, trigger), delivery());
  }
  return eventsOf(harness.events.log, stream).filter(
    ({ type, data }) => type === 'EvidenceRetrieved' && (data as { gaps: string[] }).gaps.includes('budget_spent'),
  ).length;
}

const DOCUMENT = { document: { job_id: 'job_1', page_starts: [] } };

test('the claims of a document are searched for longer than those of a text', async () => {
  // 70 seconds in all.
  assert.equal(await unsearched(3_500, {}), 20);
  assert.equal(await unsearched(3_500, DOCUMENT), 0);
});

test('the claims of a document are not searched for without end', async () => {
  assert.ok((await unsearched(8_000, DOCUMENT)) > 0);
});
