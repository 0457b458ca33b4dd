import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { eventually } from '#test/support/eventually.ts';
import { finished, type QueueUnderTest, RETRY, settled } from './stage-queue-under-test.ts';

/** Jitter shortens a delay by up to a fifth. */
const EARLIEST = 0.8;

export function failureContract(test: QueueUnderTest): void {
  describe('failing handlers', () => {
    it('block later messages of their key, but not other keys', async () => {
      const stage = test.stage();
      stage.behaviour = ({ key, attempt }) => {
        if (key === 'bad' && attempt === 1) throw new Error('not yet');
      };
      const consumer = await stage.consume({ concurrency: 1 });
      const last = await stage.publishAll('bad', 'bad', 'good', 'bad', 'good');
      await settled(consumer, last);
      assert.deepEqual(stage.order('good'), ['good/0', 'good/1']);
      assert.deepEqual(stage.order('bad'), ['bad/0']);
      assert.equal(await consumer.pending(), 3);
      // The three messages fail once each, one after another.
      for (const order of [
        ['bad/0', 'bad/0', 'bad/1'],
        ['bad/0', 'bad/0', 'bad/1', 'bad/1', 'bad/2'],
      ]) {
        test.clock.advance(RETRY.base_delay_ms);
        await eventually(order.join(), () => stage.order('bad').length === order.length);
        assert.deepEqual(stage.order('bad'), order);
        await settled(consumer, last);
      }
      test.clock.advance(RETRY.base_delay_ms);
      await finished(consumer, last);
      assert.deepEqual(stage.attempts('bad'), [1, 2, 1, 2, 1, 2]);
      await consumer.stop();
    });

    it('are retried after growing delays, up to the longest', async () => {
      const stage = test.stage();
      stage.behaviour = ({ key }) => {
        if (key === 'bad') throw new Error('never');
      };
      const consumer = await stage.consume();
      await settled(consumer, await stage.publish('bad'));
      for (const [n, delay] of [1_000, 2_000, 3_000].entries()) {
        const early = delay * EARLIEST - 1;
        test.clock.advance(early);
        // The marker is handled after any attempt that the advance may have triggered.
        await finishedMarker(`marker${n}`);
        assert.deepEqual(
          stage.attempts('bad'),
          [1, 2, 3].slice(0, n + 1),
          `no attempt sooner than ${EARLIEST} of ${delay} ms`,
        );
        test.clock.advance(delay - early);
        await eventually('next attempt', () => stage.attempts('bad').length === n + 2);
        await finishedMarker(`after${n}`);
      }
      assert.deepEqual(
        stage.seen.filter((one) => one.key === 'bad').map((one) => one.last),
        [false, false, false, true],
      );
      await consumer.stop();

      async function finishedMarker(key: string): Promise<void> {
        await settled(consumer, await stage.publish(key));
      }
    });

    it('end as one dead letter, and their key continues', async () => {
      const stage = test.stage();
      const broken = new Error('broken');
      stage.behaviour = ({ key, n }) => {
        if (key === 'bad' && n === 0) throw broken;
      };
      const consumer = await stage.consume({ retry: { ...RETRY, max_attempts: 2 } });
      const last = await stage.publishAll('bad', 'bad');
      await settled(consumer, last);
      assert.deepEqual(stage.dead, []);
      test.clock.advance(RETRY.max_delay_ms);
      await finished(consumer, last);
      assert.deepEqual(stage.dead, [{ key: 'bad', n: 0, attempts: 2, error: broken }]);
      assert.deepEqual(stage.order('bad'), ['bad/0', 'bad/0', 'bad/1']);
      await consumer.stop();
      const next = await stage.consume();
      await settled(next, await stage.publish('after'));
      assert.equal(stage.dead.length, 1);
      assert.equal(stage.order('bad').length, 3);
      await next.stop();
    });

    it('are dead-lettered at once if only one attempt is allowed', async () => {
      const stage = test.stage();
      stage.behaviour = () => {
        throw new Error('broken');
      };
      const consumer = await stage.consume({ retry: { ...RETRY, max_attempts: 1 } });
      await finished(consumer, await stage.publishAll('a', 'b'));
      assert.deepEqual(stage.dead.map((one) => one.key).toSorted(), ['a', 'b']);
      await consumer.stop();
    });

    it('keep their dead letter until its handler has succeeded', async () => {
      const stage = test.stage();
      let refusals = 2;
      stage.behaviour = ({ key }) => {
        if (key === 'bad') throw new Error('broken');
      };
      stage.buried = () => {
        if (refusals-- > 0) throw new Error('store away');
      };
      const consumer = await stage.consume({ retry: { ...RETRY, max_attempts: 1 } });
      const last = await stage.publishAll('bad', 'good', 'bad');
      await settled(consumer, last);
      for (const left of [1, 0]) {
        await eventually('a refusal', () => refusals === left);
        assert.deepEqual(stage.dead, []);
        assert.deepEqual(stage.order('bad'), ['bad/0']);
        await settled(consumer, await stage.publish('marker'));
        test.clock.advance(RETRY.max_delay_ms);
      }
      await finished(consumer, last);
      assert.deepEqual(
        stage.dead.map((one) => one.n),
        [0, 1],
      );
      assert.deepEqual(stage.order('bad'), ['bad/0', 'bad/1']);
      await consumer.stop();
    });
  });
}
