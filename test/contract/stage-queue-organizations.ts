import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { eventually } from '#test/support/eventually.ts';
import { finished, type QueueUnderTest, RETRY } from './stage-queue-under-test.ts';

const forever = new Promise<void>(() => {});

/** A stage whose keys tell whose they are: `crowd-1` is the crowd's. */
function stageOf(test: QueueUnderTest) {
  const stage = test.stage();
  stage.organizationOf = (key) => key.split('-')[0]!;
  return stage;
}

export function organizationContract(test: QueueUnderTest): void {
  describe('organizations', () => {
    it('take turns: a single message does not wait behind many of another one', async () => {
      const stage = stageOf(test);
      const gates: PromiseWithResolvers<void>[] = [];
      stage.behaviour = () => {
        gates.push(Promise.withResolvers<void>());
        return gates.at(-1)!.promise;
      };
      const consumer = await stage.consume({ concurrency: 1 });
      const last = await stage.publishAll('crowd-1', 'crowd-2', 'crowd-3', 'crowd-4', 'single-1');
      await eventually('all known', async () => (await consumer.pending()) === 5);
      for (let n = 0; n < 5; n++) {
        await stage.called(n + 1);
        gates[n]!.resolve();
      }
      await finished(consumer, last);
      assert.equal(stage.seen.findIndex(({ key }) => key === 'single-1') <= 1, true, `${stage.order()}`);
      await consumer.stop();
    });

    it('hold no more than their share, however much they have to do', async () => {
      const stage = stageOf(test);
      const gate = Promise.withResolvers<void>();
      stage.behaviour = () => gate.promise;
      const consumer = await stage.consume({ concurrency: 4, organizationConcurrency: 2 });
      await stage.publishAll('crowd-1', 'crowd-2', 'crowd-3', 'crowd-4');
      await eventually('all known', async () => (await consumer.pending()) === 4);
      await stage.called(2);
      const last = await stage.publishAll('single-1');
      await stage.called(3);
      assert.equal(stage.seen.filter(({ key }) => key.startsWith('crowd')).length, 2);
      gate.resolve();
      await finished(consumer, last);
      assert.equal(stage.seen.length, 5);
      await consumer.stop();
    });

    it('that overtook another one keeps its attempt count after a crash', async () => {
      const stage = stageOf(test);
      stage.behaviour = () => forever;
      const consumer = await stage.consume({ concurrency: 2, organizationConcurrency: 1 });
      const last = await stage.publishAll('crowd-1', 'crowd-2', 'single-1');
      await eventually('all known', async () => (await consumer.pending()) === 3);
      await stage.called(2);
      // Which of the crowd's comes first is open where they are in different partitions.
      const begun = stage.seen.map(({ key }) => key);
      assert.ok(begun.includes('single-1'), `${begun}`);
      await test.crash();
      test.clock.advance(RETRY.max_delay_ms);
      stage.behaviour = () => {};
      const next = await stage.consume();
      await finished(next, last);
      for (const key of ['crowd-1', 'crowd-2', 'single-1']) {
        assert.deepEqual(stage.attempts(key), begun.includes(key) ? [1, 2] : [1], key);
      }
      await next.stop();
    });

    it('that overtook another one is not handled again after a stop', async () => {
      const stage = stageOf(test);
      const gate = Promise.withResolvers<void>();
      stage.behaviour = ({ key }) => (key.startsWith('crowd') ? gate.promise : undefined);
      const consumer = await stage.consume({ concurrency: 2, organizationConcurrency: 1 });
      const last = await stage.publishAll('crowd-1', 'crowd-2', 'crowd-3', 'single-1');
      await eventually('all but the crowd finished', async () => (await consumer.pending()) === 3);
      await stage.called(2);
      const stopping = consumer.stop();
      gate.resolve();
      await stopping;
      stage.behaviour = () => {};
      const next = await stage.consume();
      await finished(next, last);
      assert.deepEqual(stage.seen.map(({ key }) => key).toSorted(), ['crowd-1', 'crowd-2', 'crowd-3', 'single-1']);
      assert.deepEqual(
        stage.seen.map(({ attempt }) => attempt),
        [1, 1, 1, 1],
      );
      await next.stop();
    });
  });
}
