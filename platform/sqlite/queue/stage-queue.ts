/** The stage queue port over the event store: it stores only the progress of each stage, no second log. */
import type { StageQueue } from '#contracts/ports/stage-queue.ts';
import { oneConsumerPerStage } from '../../queue/one-per-stage.ts';
import { type StageConsumerOptions, startStageConsumer } from './stage-consumer.ts';

/**
 * A queue over a hosted QueueProgress. Closing it stops its consumers; the caller closes the thread and the event
 * store.
 */
export function createSqliteStageQueue(options: StageConsumerOptions): StageQueue {
  const { consume, stopAll } = oneConsumerPerStage((subscription) => startStageConsumer(subscription, options));
  return { consume, close: stopAll };
}
