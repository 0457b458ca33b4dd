import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Caller } from '#command-api/caller.ts';
import { cancelVerification } from '#command-api/verification/cancel.ts';
import { ApiError } from '#contracts/errors.ts';
import { verificationIdOf } from '#domain/verification/decider.ts';
import { isEnd } from '#domain/verification/ended.ts';
import type { VerificationEvent } from '#domain/verification/events.ts';
import type { StageName } from '#pipeline/stages/stage.ts';
import { toStageMessage } from '#platform/events/stage-message.ts';
import { eventsOf, stagesOf } from '#test/support/pipeline/deliver.ts';
import { createHarness, type Harness, verificationsOn } from '#test/support/pipeline/harness.ts';
import { requestMetadata } from '#test/support/pipeline/request.ts';

const ID = 'ver_0190b0c0000070008000000000000001';
const TEXT = 'Whales sing. Iron rusts. Ice melts.';
const LIBRARY = ['Whales sing.', 'Iron rusts.'];
const STAGES = ['extract', 'retrieve', 'judge', 'conclude'] as const;

function callerIn(organization_id: string): Caller {
  return { organization_id, metadata: requestMetadata(ID), concerns() {} } as unknown as Caller;
}
const OWN = callerIn('org_1');

async function requested(): Promise<{ harness: Harness; stream: string }> {
  const harness = createHarness({ library: LIBRARY });
  const stream = await harness.request(TEXT, { verification_id: ID, cost_cents: 6 });
  return { harness, stream };
}

const typesOf = ({ events }: Harness, stream: string) => eventsOf(events.log, stream).map(({ type }) => type);

/** Delivers what follows from the log, calling `before` ahead of each stage. */
async function runWith(harness: Harness, before: (stage: StageName) => Promise<void>): Promise<void> {
  const { log } = harness.events;
  for (let at = 0; at < log.length; at++) {
    for (const stage of stagesOf(log[at]!)) {
      await before(stage);
      await harness.deliver(stage, toStageMessage(stage, log[at]!));
    }
  }
}

for (const stage of STAGES) {
  test(`cancelled before ${stage}, the verification stays as it was`, async () => {
    const { harness, stream } = await requested();
    // As another process does, whose cache knows nothing of this one.
    const elsewhere = { ...harness, verifications: verificationsOn(harness) };
    await runWith(harness, async (next) => {
      if (next === stage) assert.equal(await cancelVerification(elsewhere, OWN, ID), 'cancelled');
    });
    assert.equal(typesOf(harness, stream).at(-1), 'VerificationCancelled');
    assert.deepEqual(harness.calls, [`admission.settleCost(${ID}, 0)`, `admission.releaseSlot(key_1, ${ID})`]);
    assert.deepEqual(harness.retries, []);
  });
}

for (const [name, stage] of [
  ['extract', 'extract'],
  ['rank', 'retrieve'],
  ['judge', 'judge'],
  ['summarise', 'conclude'],
] as const) {
  test(`cancelled while ${stage} is at work, nothing of that stage is recorded`, async () => {
    const { harness, stream } = await requested();
    const engine = harness.engine as unknown as Record<string, (...args: unknown[]) => Promise<unknown>>;
    const original = engine[name]!;
    const elsewhere = { ...harness, verifications: verificationsOn(harness) };
    let before = 0;
    engine[name] = async (...args) => {
      if (before === 0) {
        before = eventsOf(harness.events.log, stream).length;
        assert.equal(await cancelVerification(elsewhere, OWN, ID), 'cancelled');
      }
      return original(...args);
    };
    await harness.run();
    assert.deepEqual(typesOf(harness, stream).slice(before), ['VerificationCancelled']);
  });
}

test('a repeated cancellation answers the same and records nothing', async () => {
  const { harness, stream } = await requested();
  assert.equal(await cancelVerification(harness, OWN, ID), 'cancelled');
  const events = typesOf(harness, stream);
  assert.equal(await cancelVerification(harness, OWN, ID), 'cancelled');
  assert.deepEqual(typesOf(harness, stream), events);
});

test('a cancellation that comes too late tells how the run has ended', async () => {
  const { harness } = await requested();
  await harness.run();
  assert.equal(await cancelVerification(harness, OWN, ID), 'completed');
});

/** Turns of the microtask queue. */
const HEAD_START = 20;

test('of cancellations and a completion at the same time, one wins', async () => {
  const winners = new Set<string>();
  for (let turns = 0; turns < 40; turns++) {
    const { harness, stream } = await requested();
    const ends: Promise<string>[] = [];
    await runWith(harness, async (stage) => {
      if (stage !== 'conclude' || ends.length > 0) return;
      const cancelLater = async () => {
        for (let n = 0; n < turns; n++) await Promise.resolve();
        return cancelVerification({ ...harness, verifications: verificationsOn(harness) }, OWN, ID);
      };
      ends.push(cancelLater(), cancelLater());
      // The first ones begin well before the stage, the last ones well after.
      for (let n = turns; n < HEAD_START; n++) await Promise.resolve();
    });
    const recorded = (eventsOf(harness.events.log, stream) as VerificationEvent[]).filter(isEnd);
    assert.equal(recorded.length, 1);
    const status = recorded[0]!.type === 'VerificationCancelled' ? 'cancelled' : 'completed';
    assert.deepEqual(await Promise.all(ends), [status, status]);
    winners.add(status);
  }
  assert.deepEqual([...winners].sort(), ['cancelled', 'completed']);
});

test('a verification of another organization, or none, is not found', async () => {
  const { harness, stream } = await requested();
  const refused = (code: string) => (error: unknown) => error instanceof ApiError && error.code === code;
  await assert.rejects(cancelVerification(harness, callerIn('org_2'), ID), refused('not_found'));
  await assert.rejects(cancelVerification(harness, OWN, 'ver_none'), refused('not_found'));
  assert.deepEqual(typesOf(harness, stream), ['VerificationRequested']);
  assert.equal(verificationIdOf(stream), ID);
});
