/** The stage queue port over the event store: no second log, only how far each stage has come. */
import type { StageConsumer, StageQueue, StageSubscription } from '#contracts/ports/stage-queue.ts';
import { type StageConsumerOptions, startStageConsumer } from './stage-consumer.ts';

/** The queue on a hosted QueueProgress. Closing it stops its consumers; thread and event store belong to the caller. */
export function createSqliteStageQueue(options: StageConsumerOptions): StageQueue {
  const consumers = new Map<string, Promise<StageConsumer>>();
  return {
    async consume(subscription: StageSubscription): Promise<StageConsumer> {
      const { stage } = subscription;
      if (consumers.has(stage)) throw new Error(`stage ${stage} is being consumed already`);
      const starting = startStageConsumer(subscription, options);
      consumers.set(stage, starting);
      try {
        const consumer = await starting;
        return {
          pending: () => consumer.pending(),
          position: () => consumer.position(),
          async stop() {
            await consumer.stop();
            if (consumers.get(stage) === starting) consumers.delete(stage);
          },
        };
      } catch (error) {
        consumers.delete(stage);
        throw error;
      }
    },

    async close() {
      const started = await Promise.allSettled(consumers.values());
      consumers.clear();
      await Promise.all(started.map((one) => (one.status === 'fulfilled' ? one.value.stop() : undefined)));
    },
  };
}
