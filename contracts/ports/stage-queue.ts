/**
 * The stage queue port: delivers trigger events of a pipeline stage, in order per verification. It has no publish:
 * what is in the event store is what gets delivered (embedded: offsets over the log; Kafka: a relay writes topics).
 */
import type { Position } from './event-store.ts';

/** What travels: ids only, never text. */
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
   * 1 for the first try. Counted durably before the handler runs, so a handler that kills the process is counted; when
   * all tries ended that way, `onDeadLetter` comes without another. A try that ends because the consumer stops is not.
   */
  attempt: number;
  /** The last try: a failure now ends in `onDeadLetter`. */
  last: boolean;
  /** Aborts when the consumer stops or the lease is lost. */
  signal: AbortSignal;
  /** Says that the handler is alive; long handlers call it at real progress. */
  heartbeat(): Promise<void>;
}

export interface RetryPolicy {
  max_attempts: number;
  /** Delay before attempt n+1 = min(max_delay_ms, base_delay_ms · 2^(n-1)), shortened by up to 20 % at random. */
  base_delay_ms: number;
  max_delay_ms: number;
}

export interface StageSubscription {
  /** Consumer group; its progress is remembered under this name. */
  stage: string;
  /** Stored event type names that trigger the stage. */
  triggers: readonly string[];
  /** How many keys are handled at a time by this process. */
  concurrency: number;
  /** How many of one organization's, whose messages take turns with those of others. Default: all. */
  organizationConcurrency?: number;
  retry: RetryPolicy;
  /** Nobody waits for the stage: the queue may let others go first, or look for its messages only once a second. */
  lowPriority?: boolean;
  /** Resolves when the outcome is durable in the event store; a rejection is retried. */
  handle(message: StageMessage, context: DeliveryContext): Promise<void>;
  /** After the last attempt; must make the failure an event. A rejection is retried with the longest delay. */
  onDeadLetter(message: StageMessage, failure: { attempts: number; error: unknown }): Promise<void>;
}

/** Where messages travel over a topic on their way to the handlers of all processes. */
export interface StageTopic {
  name: string;
  /** Up to where every trigger stands in the topic. */
  relayed(): Promise<Position>;
  /** Messages in the topic that no process has finished, as far as this one knows. */
  backlog(): Promise<number>;
}

export interface StageConsumer {
  /**
   * Takes no new work, aborts the signal of handlers in flight and waits for them (bounded by the caller's patience),
   * then resolves. What was not finished comes again with the next `consume`.
   */
  stop(): Promise<void>;
  /** Messages known but not finished: waiting for their turn, in flight, or waiting for a retry. */
  pending(): Promise<number>;
  /** Up to where every trigger has been handled, or is parked: waits for a retry, or behind one. Never steps back. */
  position(): Promise<Position>;
  /** Left out by queues that read the log itself. */
  readonly topic?: StageTopic;
}

export interface StageQueue {
  /**
   * Starts consuming from the stage's remembered progress (from the start of the log the first time).
   * At-least-once: after a crash, messages in flight come again, and so may those that were handled before an earlier
   * one of another organization's. A key that waits for a retry blocks no other key; later messages of the same key
   * wait behind it. (Only when so many are unfinished that the process must not remember more, nothing new is taken in.)
   * Throws when this process consumes the stage already.
   */
  consume(subscription: StageSubscription): Promise<StageConsumer>;
  close(): Promise<void>;
}
