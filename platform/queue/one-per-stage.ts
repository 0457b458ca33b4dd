/** Ensures that a queue has one consumer per stage in a process, and stops them all when it is closed. */
import type { StageConsumer, StageQueue, StageSubscription } from '#contracts/ports/stage-queue.ts';

/** Returns the queue's `consume`, and `stopAll` for its `close`. `start` starts a consumer, or throws. */
export function oneConsumerPerStage(start: (subscription: StageSubscription) => Promise<StageConsumer>): {
  consume: StageQueue['consume'];
  stopAll(): Promise<void>;
} {
  const consumers = new Map<string, Promise<StageConsumer>>();
  return {
    async consume(subscription: StageSubscription): Promise<StageConsumer> {
      const { stage } = subscription;
      if (consumers.has(stage)) throw new Error(`stage ${stage} is being consumed already`);
      const starting = start(subscription);
      consumers.set(stage, starting);
      try {
        const consumer = await starting;
        return {
          pending: () => consumer.pending(),
          position: () => consumer.position(),
          ...(consumer.topic && { topic: consumer.topic }),
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

    async stopAll() {
      const started = await Promise.allSettled(consumers.values());
      consumers.clear();
      await Promise.all(started.map((one) => (one.status === 'fulfilled' ? one.value.stop() : undefined)));
    },
  };
}
