/**
 * The stage queue port: delivers the trigger events of a pipeline stage, in order per verification. It has no publish:
 * it delivers what is in the event store (embedded: offsets over the log; Kafka: a relay writes topics).
 */
import type { Position } from './event-store.ts';

/** A message holds ids only, never text. */
export interface StageMessage {
  stage: string;
  event_id: string;
  event_type: string;
  stream: string;
  revision: number;
  position: Position;
  /** Ordering key (the stream): messages of one key are handled one after another. */
  key: string;
  organization_id: string | null;
  correlation_id: string;
  request_id: string;
  traceparent: string;
}

export interface DeliveryContext {
  /**
   * 1 for the first attempt. Counted durably before the handler runs, so an attempt that kills the process is counted;
   * if all attempts end that way, `onDeadLetter` is called without another one. An attempt that ends because the
   * consumer stops is not counted.
   */
  attempt: number;
  /** The last attempt: if it fails, `onDeadLetter` is called. */
  last: boolean;
  /** Aborts when the consumer stops or the lease is lost. */
  signal: AbortSignal;
  /** Reports that the handler is alive; long handlers call it when they make progress. */
  heartbeat(): Promise<void>;
}

export interface RetryPolicy {
  max_attempts: number;
  /** Delay before attempt n+1 = min(max_delay_ms, base_delay_ms · 2^(n-1)), shortened by up to 20 % at random. */
  base_delay_ms: number;
  max_delay_ms: number;
}

export interface StageSubscription {
  /** Consumer group; progress is stored under this name. */
  stage: string;
  /** Stored event type names that trigger the stage. */
  triggers: readonly string[];
  /** Keys handled concurrently by this process. */
  concurrency: number;
  /** Keys of one organization handled concurrently; organizations take turns. Default: `concurrency`. */
  organizationConcurrency?: number;
  retry: RetryPolicy;
  /** No request waits for the stage, so the queue may delay its messages, or poll only once a second. */
  lowPriority?: boolean;
  /** Resolves when the outcome is durable in the event store; a rejection is retried. */
  handle(message: StageMessage, context: DeliveryContext): Promise<void>;
  /**
   * Called after the last attempt; must record the failure as an event. A rejection is retried with the longest delay.
   */
  onDeadLetter(message: StageMessage, failure: { attempts: number; error: unknown }): Promise<void>;
}

/** The topic that carries messages to the handlers of all processes. */
export interface StageTopic {
  name: string;
  /** Every trigger up to here is in the topic. */
  relayed(): Promise<Position>;
  /** Messages in the topic that no process has finished, as far as this one knows. */
  backlog(): Promise<number>;
}

export interface StageConsumer {
  /**
   * Accepts no new work, aborts the signal of running handlers, waits for them (the caller bounds the time), then
   * resolves. Unfinished messages are delivered again by the next `consume`.
   */
  stop(): Promise<void>;
  /** Unfinished messages: waiting for their turn, being handled, or waiting for a retry. */
  pending(): Promise<number>;
  /** Every trigger up to here was handled or is parked (waits for a retry, or behind one). Never moves back. */
  position(): Promise<Position>;
  /** Absent in queues that read the log itself. */
  readonly topic?: StageTopic;
}

export interface StageQueue {
  /**
   * Starts consuming from the stage's stored progress (at first, from the start of the log). At-least-once: after a
   * crash, messages in progress are delivered again, and so may be handled ones that overtook an earlier one of another
   * organization. A key that waits for a retry blocks no other key; later messages of the same key wait behind it. (No
   * new messages are accepted only when the limit of unfinished ones is reached.) Throws when this process already
   * consumes the stage.
   */
  consume(subscription: StageSubscription): Promise<StageConsumer>;
  close(): Promise<void>;
}
