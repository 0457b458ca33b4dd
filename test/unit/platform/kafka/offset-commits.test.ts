import assert from 'node:assert/strict';
import { beforeEach, describe, it, type TestContext } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { OffsetCommits } from '#platform/kafka/offset-commits.ts';

describe('commits of offsets', () => {
  /** What was sent, in order, and how each of them is to end. */
  let sent: Record<number, number>[];
  let ends: { resolve(): void; reject(error: Error): void }[];
  let commits: OffsetCommits;
  beforeEach((context) => {
    (context as TestContext).mock.timers.enable({ apis: ['setTimeout'] });
    sent = [];
    ends = [];
    commits = new OffsetCommits((offsets) => {
      sent.push(Object.fromEntries(offsets));
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      ends.push({ resolve, reject });
      return promise;
    });
  });

  async function pass(context: TestContext): Promise<void> {
    await turn();
    context.mock.timers.tick(1_000);
    await turn();
  }

  it('gather what is set within a second', async (context) => {
    commits.set(0, 3);
    commits.set(1, 5);
    commits.set(0, 4);
    assert.deepEqual(sent, []);
    await pass(context);
    assert.deepEqual(sent, [{ 0: 4, 1: 5 }]);
    ends[0]!.resolve();
    await pass(context);
    assert.equal(sent.length, 1);
  });

  it('wait for each other, and one that fails late takes nothing back', async (context) => {
    commits.set(0, 3);
    commits.set(1, 7);
    await pass(context);
    commits.set(0, 5);
    await pass(context);
    assert.deepEqual(sent, [{ 0: 3, 1: 7 }]);
    ends[0]!.reject(new Error('the group is being rebuilt'));
    await pass(context);
    assert.deepEqual(sent[1], { 0: 5, 1: 7 });
    ends[1]!.resolve();
    await pass(context);
    assert.equal(sent.length, 2);
  });

  it('tell nothing more of partitions that went to others, even if those come back', async (context) => {
    commits.set(0, 3);
    commits.set(1, 7);
    await pass(context);
    commits.set(2, 9);
    commits.assign([1]);
    commits.assign([0, 1, 2]);
    ends[0]!.reject(new Error('the group is being rebuilt'));
    await pass(context);
    assert.deepEqual(sent[1], { 1: 7 });
  });

  it('go on after a second in which all that was to be told went to others', async (context) => {
    commits.set(0, 3);
    commits.assign([]);
    await pass(context);
    assert.deepEqual(sent, []);
    commits.assign([0]);
    commits.set(0, 4);
    await pass(context);
    assert.deepEqual(sent, [{ 0: 4 }]);
  });

  it('end with what is left, after the one under way, whether that is taken or not', async (context) => {
    commits.set(0, 3);
    await pass(context);
    commits.set(0, 5);
    const ended = commits.end();
    await turn();
    assert.equal(sent.length, 1);
    ends[0]!.resolve();
    await turn();
    assert.deepEqual(sent[1], { 0: 5 });
    ends[1]!.reject(new Error('away'));
    await ended;
    await pass(context);
    assert.equal(sent.length, 2);
  });
});
