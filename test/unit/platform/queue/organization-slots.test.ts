import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { OrganizationSlots } from '#platform/queue/organization-slots.ts';
import { slotsOf } from '#platform/queue/slots-of.ts';
import { ManualClock } from '#test/support/manual-clock.ts';

/** Lets all pending promises settle. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

const stage = { concurrency: 8, organizationConcurrency: 4 } as Parameters<typeof slotsOf>[0];

/** Two stages of a process. */
function stages() {
  const clock = new ManualClock();
  const overAll = new OrganizationSlots({ clock, timers: clock });
  const slots = [slotsOf(stage, { overAll }), slotsOf(stage, { overAll })];
  const begun: string[] = [];
  async function begin(organization: string, stageNumber: number, signal?: AbortSignal): Promise<() => void> {
    const release = await slots[stageNumber]!.acquire(organization, signal);
    begun.push(organization);
    return release;
  }
  return { clock, begun, begin };
}

suite('slots of an organization over all stages', () => {
  test('beside another, an organization has two deliveries at work over all stages', async () => {
    const { begun, begin } = stages();
    const single = await begin('single', 0);
    const crowd = [0, 0, 1, 1, 1].map((number) => begin('crowd', number));
    await settle();
    assert.deepEqual(begun, ['single', 'crowd', 'crowd']);
    single();
    (await crowd[0]!)();
    await settle();
    assert.deepEqual(begun, ['single', 'crowd', 'crowd', 'crowd']);
    await begin('single', 1);
  });

  test('alone, it has what the stages let it', async () => {
    const { begun, begin } = stages();
    for (const number of [0, 0, 0, 0, 0, 1, 1, 1, 1, 1]) void begin('crowd', number);
    await settle();
    assert.equal(begun.length, 8);
  });

  test('it is alone again ten seconds after another began something', async () => {
    const { clock, begun, begin } = stages();
    (await begin('single', 0))();
    clock.advance(9_999);
    for (const number of [0, 0, 1]) void begin('crowd', number);
    await settle();
    assert.deepEqual(begun, ['single', 'crowd', 'crowd']);
    clock.advance(1);
    // The third still waits for one of the two.
    for (const number of [1, 1]) void begin('crowd', number);
    await settle();
    assert.deepEqual(begun, ['single', 'crowd', 'crowd', 'crowd', 'crowd']);
  });

  test('a delivery of over a quarter of a second waits for something and is not counted', async () => {
    const { clock, begun, begin } = stages();
    void begin('single', 0);
    for (const number of [0, 0, 0, 1, 1, 1]) void begin('crowd', number);
    await settle();
    assert.equal(begun.length, 3);
    clock.advance(250);
    await settle();
    assert.equal(begun.length, 5);
  });

  test('a delivery that is no longer waited for gives its slot of the stage back', async () => {
    const { begin } = stages();
    await begin('single', 0);
    const crowd = [await begin('crowd', 1), await begin('crowd', 1)];
    const stopping = new AbortController();
    const waiting = [begin('crowd', 0, stopping.signal), begin('crowd', 0, stopping.signal)];
    await settle();
    stopping.abort(new Error('stopped'));
    for (const each of waiting) await assert.rejects(each, /stopped/);
    for (const release of crowd) release();
    // Four at a time, one after the other, of the same stage: no slot of it was kept.
    for (let n = 0; n < 8; n++) (await begin('crowd', 0))();
    await Promise.all([begin('crowd', 0), begin('crowd', 0)]);
  });
});
