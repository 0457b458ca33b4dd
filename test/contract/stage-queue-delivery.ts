import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { append, metadata, newEvent, newEvents, unique } from '#test/support/events.ts';
import { eventually } from '#test/support/eventually.ts';
import { finished, type QueueUnderTest, settled } from './stage-queue-under-test.ts';

export function deliveryContract(test: QueueUnderTest): void {
  describe('delivery', () => {
    it('delivers earlier and new triggers, each once', async () => {
      const stage = test.stage();
      await stage.publishAll('a', 'b');
      const consumer = await stage.consume();
      await stage.called(2);
      const last = await stage.publishAll('a', 'c');
      await finished(consumer, last);
      assert.deepEqual(stage.order().toSorted(), ['a/0', 'a/1', 'b/0', 'c/0']);
      assert.deepEqual([...stage.attempts('a'), ...stage.attempts('b')], [1, 1, 1]);
      await consumer.stop();
    });

    it('sends only the ids of the trigger', async () => {
      const stage = test.stage();
      const event = newEvent(stage.trigger, { text: 'confidential' });
      const stream = stage.stream('a');
      await append(test.store, stream, 'no_stream', newEvents(1));
      const { position } = await append(test.store, stream, 0, [event]);
      const consumer = await stage.consume();
      await finished(consumer, position);
      assert.deepEqual(stage.messages, [
        {
          stage: stage.name,
          event_id: event.id,
          event_type: stage.trigger,
          stream,
          revision: 1,
          position,
          key: stream,
          organization_id: metadata.organization_id,
          correlation_id: metadata.correlation_id,
          request_id: metadata.request_id,
          traceparent: metadata.traceparent,
        },
      ]);
      await consumer.stop();
    });

    it('delivers only triggers of the stage and skips other events', async () => {
      const stage = test.stage();
      const other = unique('Trigger');
      await stage.publish('a');
      await append(test.store, unique('noise'), 'no_stream', newEvents(50));
      await append(test.store, unique('other'), 'no_stream', [newEvent(other)]);
      const last = (await append(test.store, unique('noise'), 'no_stream', newEvents(50))).position;
      const consumer = await stage.consume({ triggers: [stage.trigger, other] });
      await finished(consumer, last);
      // The order of two keys is not defined.
      assert.deepEqual(
        stage.messages.map((message) => message.event_type).toSorted(),
        [stage.trigger, other].toSorted(),
      );
      const live = (await append(test.store, unique('noise'), 'no_stream', newEvents(5))).position;
      await settled(consumer, live);
      assert.equal(stage.seen.length, 2);
      await consumer.stop();
    });

    it('handles the messages of a key one after another, in order', async () => {
      const stage = test.stage();
      const running = new Map<string, number>();
      stage.behaviour = async ({ key }) => {
        const now = (running.get(key) ?? 0) + 1;
        running.set(key, now);
        assert.equal(now, 1);
        // Long enough for a second message to start, if the queue allowed it.
        await test.store.head();
        running.set(key, now - 1);
      };
      const consumer = await stage.consume();
      const last = await stage.publishAll(...Array.from({ length: 60 }, (_, n) => 'abc'[(n * n) % 3]!));
      await finished(consumer, last);
      for (const key of ['a', 'b', 'c']) {
        const order = stage.order(key);
        assert.deepEqual(
          order,
          order.map((_, n) => `${key}/${n}`),
        );
      }
      assert.equal(stage.seen.length, 60);
      await consumer.stop();
    });

    it('handles up to `concurrency` keys at a time, not more', async () => {
      const stage = test.stage();
      const gate = Promise.withResolvers<void>();
      stage.behaviour = () => gate.promise;
      const last = await stage.publishAll('a', 'b', 'c', 'd', 'e', 'a');
      const consumer = await stage.consume({ concurrency: 3 });
      await stage.called(3);
      await eventually('all known', async () => (await consumer.pending()) === 6);
      assert.equal(stage.running, 3);
      gate.resolve();
      await finished(consumer, last);
      assert.equal(stage.mostRunning, 3);
      assert.equal(stage.seen.length, 6);
      await consumer.stop();
    });

    it('reports pending messages, and a position with no unhandled message below', async () => {
      const stage = test.stage();
      const gate = Promise.withResolvers<void>();
      stage.behaviour = ({ key }) => (key === 'slow' ? gate.promise : undefined);
      const slow = await stage.publish('slow');
      const last = await stage.publishAll('quick', 'quick');
      const consumer = await stage.consume();
      await stage.called(3);
      await eventually('one pending', async () => (await consumer.pending()) === 1);
      assert.ok((await consumer.position()) < slow);
      gate.resolve();
      await finished(consumer, last);
      await consumer.stop();
    });

    it('keeps stages independent', async () => {
      const [one, two] = [test.stage(), test.stage()];
      const first = await one.consume();
      const second = await two.consume({ triggers: [one.trigger] });
      const last = await one.publishAll('a', 'b');
      await finished(first, last);
      await finished(second, last);
      assert.equal(one.seen.length, 2);
      assert.equal(two.messages.length, 2);
      assert.deepEqual(new Set(two.messages.map((message) => message.stage)), new Set([two.name]));
      await first.stop();
      await second.stop();
    });

    it('refuses a second consumer of a stage until the first has stopped', async () => {
      const stage = test.stage();
      const consumer = await stage.consume();
      await assert.rejects(stage.consume());
      await consumer.stop();
      const next = await stage.consume();
      await next.stop();
    });
  });
}
