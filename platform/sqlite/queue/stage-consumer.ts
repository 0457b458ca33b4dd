/** The consumer of one stage: reads triggers from the event store, has them handled, and saves its progress. */
import type { ShareOf } from '#common/fair-slots.ts';
import { pause } from '#common/time.ts';
import type { Clock, Timers } from '#contracts/ports/clock.ts';
import { type EventStore, type Position, type RecordedEvent, START } from '#contracts/ports/event-store.ts';
import type { StageConsumer, StageSubscription } from '#contracts/ports/stage-queue.ts';
import { toStageMessage } from '../../events/stage-message.ts';
import { type DeliveryRow, ProgressWriter } from '../../queue/progress-writer.ts';
import { slotsOf } from '../../queue/slots-of.ts';
import { StageWorker } from '../../queue/stage-worker.ts';
import { type Remote, ThreadLostError } from '../../threads/rpc.ts';
import type { QueueProgress } from './queue-progress.ts';

export interface StageConsumerOptions {
  events: EventStore;
  progress: Remote<QueueProgress>;
  clock: Clock;
  timers: Timers;
  /** Whose share an organization's work takes. Default: its own. */
  shareOf?: ShareOf | undefined;
  /** Receives errors after which the consumer retries: the subscription broke off, progress could not be written. */
  onError: (error: unknown) => void;
}

/**
 * No more triggers are read beyond this number of unfinished messages: by then they all fail for some common reason.
 */
const MAX_UNFINISHED = 10_000;
/**
 * Batch window of a low-priority stage: an event that arrives longer than this after the last pause waits this long, and
 * so do those behind it. No event waits longer, and together they are read as fast as those of other stages.
 */
const LOW_PRIORITY_DELAY_MS = 50;
/** Delay after the subscription broke off. */
const RESUBSCRIBE_DELAY_MS = 1_000;

/** Loads the progress of the stage and starts. Throws when the log is shorter than what the stage has consumed. */
export async function startStageConsumer(
  subscription: StageSubscription,
  options: StageConsumerOptions,
): Promise<StageConsumer> {
  const stored = await options.progress.load(subscription.stage);
  const watermark = (stored.watermark ?? START) as Position;
  // The log would assign these positions to other events, and the stage would skip them.
  if (watermark > (await options.events.head())) {
    throw new Error(`stage ${subscription.stage} has consumed more than the log holds: was the log replaced?`);
  }
  return new SqliteStageConsumer(subscription, options, watermark, stored.deliveries);
}

class SqliteStageConsumer implements StageConsumer {
  readonly #subscription: StageSubscription;
  readonly #options: StageConsumerOptions;
  readonly #writer: ProgressWriter;
  readonly #worker: StageWorker<Position>;
  /** Positions of restored messages above the restored watermark. */
  readonly #ahead: ReadonlySet<string>;
  readonly #stopping = new AbortController();
  readonly #reading: Promise<void>;
  /** The log has been read up to here. */
  #intake: Position;
  #room: PromiseWithResolvers<void> | null = null;

  constructor(
    subscription: StageSubscription,
    options: StageConsumerOptions,
    watermark: Position,
    stored: readonly DeliveryRow[],
  ) {
    this.#subscription = subscription;
    this.#options = options;
    this.#intake = watermark;
    this.#writer = new ProgressWriter({
      ...options,
      save: (changes) =>
        options.progress.save(subscription.stage, { watermark: this.#worker.watermark(this.#intake), ...changes }),
      isLost: (error) => error instanceof ThreadLostError,
    });
    this.#worker = new StageWorker({
      ...options,
      subscription,
      progress: this.#writer,
      slots: slotsOf(subscription, { shareOf: options.shareOf }),
      onFinished: () => this.#madeRoom(),
    });
    this.#ahead = new Set(stored.flatMap(({ position }) => (position > watermark ? [position] : [])));
    for (const row of stored) this.#worker.restore(row, row.position as Position);
    this.#reading = this.#read();
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#writer.stopRepeating();
    this.#room?.resolve();
    await this.#worker.stop();
    await this.#reading;
    await this.#writer.drain();
  }

  async pending(): Promise<number> {
    return this.#worker.size;
  }

  async position(): Promise<Position> {
    return this.#worker.settled(this.#intake);
  }

  async #read(): Promise<void> {
    const { signal } = this.#stopping;
    const { timers } = this.#options;
    const { triggers, lowPriority } = this.#subscription;
    const filter = { types: triggers };
    let pausedUntil = Number.NEGATIVE_INFINITY;
    while (!signal.aborted) {
      try {
        for await (const message of this.#options.events.subscribe({ after: this.#intake, filter, signal })) {
          if (
            lowPriority &&
            message.kind === 'event' &&
            this.#options.clock.now() > pausedUntil + LOW_PRIORITY_DELAY_MS
          ) {
            await pause(timers, LOW_PRIORITY_DELAY_MS, signal);
            if (signal.aborted) return;
            pausedUntil = this.#options.clock.now();
          }
          if (message.kind === 'event') this.#take(message.event);
          else this.#pass(message.position);
          if (this.#worker.size >= MAX_UNFINISHED) await this.#roomForMore();
        }
        return;
      } catch (error) {
        this.#options.onError(error);
        await pause(timers, RESUBSCRIBE_DELAY_MS, signal);
      }
    }
  }

  #take(event: RecordedEvent): void {
    if (event.position <= this.#intake) return;
    if (this.#ahead.has(event.position)) {
      this.#pass(event.position);
      return;
    }
    const before = this.#intake;
    this.#intake = event.position;
    this.#worker.add(toStageMessage(this.#subscription.stage, event), before);
  }

  #pass(position: Position): void {
    if (position <= this.#intake) return;
    this.#intake = position;
    this.#writer.moved();
  }

  #roomForMore(): Promise<void> {
    if (this.#stopping.signal.aborted) return Promise.resolve();
    this.#room = Promise.withResolvers<void>();
    return this.#room.promise;
  }

  #madeRoom(): void {
    if (this.#room === null || this.#worker.size >= MAX_UNFINISHED) return;
    this.#room.resolve();
    this.#room = null;
  }
}
