/** The stage queue port over the event store: no second log, only how far each stage has come. */
import type { StageQueue } from '#contracts/ports/stage-queue.ts';
import { oneConsumerPerStage } from '../../queue/one-per-stage.ts';
import { type StageConsumerOptions, startStageConsumer } from './stage-consumer.ts';

/** The queue on a hosted QueueProgress. Closing it stops its consumers; thread and event store belong to the caller. */
export function createSqliteStageQueue(options: StageConsumerOptions): StageQueue {
  const { consume, stopAll } = oneConsumerPerStage((subscription) => startStageConsumer(subscription, options));
  return { consume, close: stopAll };
}
