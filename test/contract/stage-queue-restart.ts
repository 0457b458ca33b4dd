import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { eventually } from '#test/support/eventually.ts';
import { finished, type QueueUnderTest, RETRY, settled } from './stage-queue-under-test.ts';

const forever = new Promise<void>(() => {});

export function restartContract(test: QueueUnderTest): void {
  describe('stopping', () => {
    it('waits for handlers in flight and takes no new work', async () => {
      const stage = test.stage();
      const gate = Promise.withResolvers<void>();
      let aborted = false;
      stage.behaviour = async ({ key }, { signal }) => {
        if (key !== 'slow') return;
        signal.addEventListener('abort', () => {
          aborted = true;
        });
        await gate.promise;
      };
      const consumer = await stage.consume({ concurrency: 1 });
      await stage.publish('slow');
      await stage.called(1);
      await stage.publish('next');
      await eventually('the next one waiting', async () => (await consumer.pending()) === 2);
      let stopped = false;
      const stopping = consumer.stop().then(() => {
        stopped = true;
      });
      await eventually('the signal', () => aborted);
      const last = await stage.publish('late');
      assert.equal(stopped, false);
      gate.resolve();
      await stopping;
      assert.deepEqual(stage.order(), ['slow/0']);
      const next = await stage.consume();
      await finished(next, last);
      assert.deepEqual(stage.order().toSorted(), ['late/0', 'next/0', 'slow/0']);
      await next.stop();
    });

    it('does not count an attempt that it aborted', async () => {
      const stage = test.stage();
      stage.behaviour = (_seen, { signal }) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason));
        });
      for (let round = 1; round <= RETRY.max_attempts + 1; round++) {
        const consumer = await stage.consume();
        if (round === 1) await stage.publish('a');
        await stage.called(round);
        await consumer.stop();
      }
      assert.deepEqual(new Set(stage.attempts('a')), new Set([1]));
      assert.deepEqual(stage.dead, []);
    });

    it('resumes without a loss or a repetition', async () => {
      const stage = test.stage();
      for (let round = 0; round < 3; round++) {
        const consumer = await stage.consume();
        const last = await stage.publishAll('a', 'b', 'a');
        await finished(consumer, last);
        await consumer.stop();
      }
      assert.deepEqual(stage.order('a'), ['a/0', 'a/1', 'a/2', 'a/3', 'a/4', 'a/5']);
      assert.deepEqual(stage.order('b'), ['b/0', 'b/1', 'b/2']);
    });

    it('keeps retries with their number of attempts and due time', async () => {
      const stage = test.stage();
      stage.behaviour = ({ key, n, attempt }) => {
        if (key !== 'bad' || n > 0 || attempt > 2) return;
        // The delay starts at the failure, regardless of the attempt's duration.
        if (attempt === 1) test.clock.advance(10 * RETRY.max_delay_ms);
        throw new Error('not yet');
      };
      const consumer = await stage.consume();
      await settled(consumer, await stage.publishAll('bad', 'bad', 'good'));
      await consumer.stop();
      const next = await stage.consume();
      await settled(next, await stage.publish('good'));
      assert.deepEqual(stage.order('good'), ['good/0', 'good/1']);
      assert.deepEqual(stage.order('bad'), ['bad/0']);
      assert.equal(await next.pending(), 2);
      test.clock.advance(RETRY.base_delay_ms);
      await eventually('the second attempt', () => stage.seen.some((one) => one.attempt === 2));
      assert.deepEqual(stage.attempts('bad'), [1, 2]);
      await settled(next, await stage.publish('marker'));
      test.clock.advance(2 * RETRY.base_delay_ms);
      await eventually('the third attempt', () => stage.order('bad').includes('bad/1'));
      assert.deepEqual(stage.attempts('bad'), [1, 2, 3, 1]);
      await next.stop();
    });
  });

  describe('a killed process', () => {
    it('redelivers messages in flight or waiting, but not finished ones', async () => {
      const stage = test.stage();
      let killed = false;
      stage.behaviour = ({ key }) => (key.startsWith('slow') && !killed ? forever : undefined);
      const consumer = await stage.consume({ concurrency: 3 });
      await finished(consumer, await stage.publishAll('done', 'done'));
      await stage.publishAll('slow1', 'slow1', 'slow2');
      await stage.called(4);
      killed = true;
      await test.crash();
      const next = await stage.consume();
      const last = await stage.publish('new');
      test.clock.advance(RETRY.max_delay_ms);
      await finished(next, last);
      assert.deepEqual(stage.order('done'), ['done/0', 'done/1']);
      assert.deepEqual(stage.order('slow1'), ['slow1/0', 'slow1/0', 'slow1/1']);
      assert.deepEqual(stage.order('slow2'), ['slow2/0', 'slow2/0']);
      assert.deepEqual(stage.order('new'), ['new/0']);
      assert.deepEqual(stage.attempts('slow2'), [1, 2]);
      await next.stop();
    });

    it('counts attempts before they run: a message that kills is dead-lettered', async () => {
      const stage = test.stage();
      stage.behaviour = ({ key }) => (key === 'poison' ? forever : undefined);
      await stage.publishAll('poison', 'poison');
      for (let attempt = 1; attempt <= RETRY.max_attempts; attempt++) {
        await stage.consume();
        await stage.publish('healthy');
        test.clock.advance(RETRY.max_delay_ms);
        await eventually(`attempt ${attempt}`, () => stage.attempts('poison').length === attempt);
        await eventually('the others', () => stage.order('healthy').length === attempt);
        await test.crash();
      }
      stage.behaviour = () => {};
      const consumer = await stage.consume();
      test.clock.advance(RETRY.max_delay_ms);
      await finished(consumer, await stage.publish('healthy'));
      assert.deepEqual(
        stage.dead.map(({ key, n, attempts }) => ({ key, n, attempts })),
        [{ key: 'poison', n: 0, attempts: RETRY.max_attempts }],
      );
      assert.deepEqual(stage.attempts('poison'), [1, 2, 3, 4, 1]);
      await consumer.stop();
    });
  });
}
