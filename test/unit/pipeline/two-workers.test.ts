/** Two processes work on one verification, as after a worker was paused and its messages went to another one. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { StageMessage } from '#contracts/ports/stage-queue.ts';
import { VERIFICATION, verificationIdOf } from '#domain/verification/decider.ts';
import { createLibrarySource } from '#pipeline/sources/library.ts';
import type { AllStagesDependencies, StageName } from '#pipeline/stages/stage.ts';
import { STAGES } from '#pipeline/stages/stage-table.ts';
import { toStageMessage } from '#platform/events/stage-message.ts';
import { openTexts } from '#sealed/open-texts.ts';
import { load } from '#streams/repository.ts';
import { delivery, eventsOf, stagesOf } from '#test/support/pipeline/deliver.ts';
import { createHarness, type Harness, Killed, libraryOf, verificationsOn } from '#test/support/pipeline/harness.ts';
import { assembleResult } from '#test/support/verification-history.ts';

const LIBRARY = ['Whales sing.', 'Otters swim.'];

/** A process with the given dependencies that handles messages on demand. */
function workerOn(dependencies: AllStagesDependencies) {
  return (stage: StageName, message: StageMessage) => STAGES[stage].create(dependencies)(message, delivery());
}

function verdictsOf(harness: Harness, stream: string): string[] {
  return eventsOf(harness.events.log, stream).flatMap((event) =>
    event.type === 'ClaimJudged' ? [(event.data as { verdict: string }).verdict] : [],
  );
}

async function resultOf({ events, vault, sealer }: Harness, stream: string) {
  const { state } = await load(events, VERIFICATION, verificationIdOf(stream));
  return assembleResult(state.head, state.claims.values(), await openTexts(vault, sealer, verificationIdOf(stream)));
}

test('a second worker judges the recorded evidence, not its own', async () => {
  const first = createHarness({ library: ['Whales not sing.'] });
  // Simulates another process: the same stores, with an older or newer index of the library.
  const sources = [createLibrarySource(libraryOf(['Whales sing.']))];
  const second = workerOn({ ...first, sources, verifications: verificationsOn(first) });
  const stream = await first.request('Whales sing.');
  const messageFor = (stage: StageName) =>
    toStageMessage(stage, first.events.log.findLast((event) => stagesOf(event).includes(stage))!);
  await second('extract', messageFor('extract'));
  await first.deliver('retrieve', messageFor('retrieve'));
  await second('retrieve', messageFor('retrieve'));
  await second('judge', messageFor('judge'));
  await second('conclude', messageFor('conclude'));
  const { claims } = await resultOf(first, stream);
  assert.deepEqual(
    claims.map(({ verdict, supporting_evidence, opposing_evidence }) => [
      verdict,
      supporting_evidence.length,
      opposing_evidence.length,
    ]),
    [['contradicted', 0, 1]],
  );
});

test("evidence recorded by another worker replaces one's own, claim by claim", async () => {
  const harness = createHarness();
  const stream = await harness.request('Whales sing. Otters swim.');
  const other = workerOn({
    ...harness,
    sources: [createLibrarySource(libraryOf(['Whales not sing.', 'Otters not swim.']))],
    verifications: verificationsOn({
      ...harness,
      events: {
        ...harness.events,
        // Records its evidence for the first claim, and dies.
        async append(to, expected, events) {
          await harness.events.append(to, expected, events.slice(0, 1));
          throw new Killed();
        },
      },
    }),
  });
  let others = 1;
  const own = workerOn({
    ...harness,
    sources: [createLibrarySource(libraryOf(LIBRARY))],
    verifications: verificationsOn({
      ...harness,
      events: {
        ...harness.events,
        async append(to, expected, events) {
          if (events.at(-1)!.type === 'RetrievalCompleted.v1' && others-- > 0) {
            await assert.rejects(other('retrieve', messageFor('retrieve')), Killed);
          }
          return harness.events.append(to, expected, events);
        },
      },
    }),
  });
  const messageFor = (stage: StageName) =>
    toStageMessage(stage, harness.events.log.findLast((event) => stagesOf(event).includes(stage))!);
  await own('extract', messageFor('extract'));
  await own('retrieve', messageFor('retrieve'));
  await own('judge', messageFor('judge'));
  assert.deepEqual(verdictsOf(harness, stream), ['contradicted', 'supported']);
});
