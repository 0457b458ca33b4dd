/** One stage's consumer: takes triggers in from the event store, hands them to the handler, remembers how far it is. */
import type { Clock, Timers } from '#contracts/ports/clock.ts';
import { type EventStore, type Position, type RecordedEvent, START } from '#contracts/ports/event-store.ts';
import type { StageConsumer, StageMessage, StageSubscription } from '#contracts/ports/stage-queue.ts';
import { retryDelay, toStageMessage } from '../events/stage-message.ts';
import type { Remote } from '../worker/rpc.ts';
import { ProgressWriter } from './progress-writer.ts';
import type { DeliveryRow, QueueProgress } from './queue-progress.ts';
import { current, type Delivery, type Lane, StageLanes } from './stage-lanes.ts';

export interface StageConsumerOptions {
  events: EventStore;
  progress: Remote<QueueProgress>;
  clock: Clock;
  timers: Timers;
  /** What went wrong and is tried again: the log broke off, progress could not be written. */
  onError: (error: unknown) => void;
}

/** Unfinished messages in memory beyond which nothing is taken in: by then something is wrong with all of them. */
const MAX_UNFINISHED = 10_000;
/** After the subscription broke off. */
const RESUBSCRIBE_DELAY_MS = 1_000;

/** Loads what the stage remembers and starts. Throws when the log is shorter than what was already consumed of it. */
export async function startStageConsumer(
  subscription: StageSubscription,
  options: StageConsumerOptions,
): Promise<StageConsumer> {
  const remembered = await options.progress.load(subscription.stage);
  const watermark = (remembered.watermark ?? START) as Position;
  // Positions would be given again to other events, and those passed over.
  if (watermark > (await options.events.head())) {
    throw new Error(`stage ${subscription.stage} has consumed more than the log holds: was the log replaced?`);
  }
  return new SqliteStageConsumer(subscription, options, watermark, remembered.deliveries);
}

class SqliteStageConsumer implements StageConsumer {
  readonly #subscription: StageSubscription;
  readonly #options: StageConsumerOptions;
  readonly #writer: ProgressWriter;
  readonly #lanes = new StageLanes();
  readonly #stopping = new AbortController();
  readonly #running = new Set<Promise<void>>();
  readonly #timers = new Set<() => void>();
  readonly #reading: Promise<void>;
  /** The log has been read up to here. */
  #intake: Position;
  #room: PromiseWithResolvers<void> | null = null;

  constructor(
    subscription: StageSubscription,
    options: StageConsumerOptions,
    watermark: Position,
    remembered: readonly DeliveryRow[],
  ) {
    this.#subscription = subscription;
    this.#options = options;
    this.#intake = watermark;
    this.#writer = new ProgressWriter({
      ...options,
      stage: subscription.stage,
      watermark: () => this.#lanes.watermark(this.#intake),
    });
    for (const row of remembered) this.#restore(row);
    this.#startReady();
    this.#reading = this.#read();
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#room?.resolve();
    for (const cancel of this.#timers) cancel();
    this.#timers.clear();
    await Promise.all(this.#running);
    await this.#reading;
    await this.#writer.drain();
  }

  async pending(): Promise<number> {
    return this.#lanes.size;
  }

  async position(): Promise<Position> {
    return this.#lanes.settled(this.#intake);
  }

  /* ---- taking in */

  async #read(): Promise<void> {
    const { signal } = this.#stopping;
    const filter = { types: this.#subscription.triggers };
    while (!signal.aborted) {
      try {
        for await (const message of this.#options.events.subscribe({ after: this.#intake, filter, signal })) {
          if (message.kind === 'event') this.#take(message.event);
          else this.#pass(message.position);
          if (this.#lanes.size >= MAX_UNFINISHED) await this.#roomForMore();
        }
        return;
      } catch (error) {
        this.#options.onError(error);
        await this.#pause(RESUBSCRIBE_DELAY_MS);
      }
    }
  }

  #take(event: RecordedEvent): void {
    if (event.position <= this.#intake) return;
    const message = toStageMessage(this.#subscription.stage, event);
    const delivery: Delivery = { message, before: this.#intake, attempts: 0, recorded: false, parked: false };
    this.#intake = event.position;
    if (this.#lanes.add(delivery).mustRecord) this.#writer.put(this.#row(delivery, 0));
    this.#startReady();
  }

  #pass(position: Position): void {
    if (position <= this.#intake) return;
    this.#intake = position;
    this.#writer.moved();
  }

  #restore(row: DeliveryRow): void {
    const message = JSON.parse(row.message) as StageMessage;
    const known = this.#lanes.lane(message.key) !== undefined;
    this.#lanes.add({ message, before: message.position, attempts: row.attempts, recorded: true, parked: true });
    // Of a clock that was set back, no more than the longest delay is believed.
    const wait = Math.min(row.due_at - this.#options.clock.now(), this.#subscription.retry.max_delay_ms);
    const lane = this.#lanes.lane(message.key);
    if (!known && lane !== undefined && wait > 0) this.#backOff(lane, wait);
  }

  #roomForMore(): Promise<void> {
    if (this.#stopping.signal.aborted) return Promise.resolve();
    this.#room = Promise.withResolvers<void>();
    return this.#room.promise;
  }

  /* ---- handling */

  #startReady(): void {
    while (!this.#stopping.signal.aborted && this.#running.size < this.#subscription.concurrency) {
      const lane = this.#lanes.start();
      if (lane === null) return;
      const work = this.#work(lane).finally(() => {
        this.#running.delete(work);
        this.#startReady();
      });
      this.#running.add(work);
    }
  }

  /** Brings the lane's message one step further: done, parked until a retry, or left for the next consumer. */
  async #work(lane: Lane): Promise<void> {
    const delivery = current(lane);
    const { retry } = this.#subscription;
    if (delivery.attempts >= retry.max_attempts) {
      await this.#bury(lane, new Error('the process ended during the last attempt'));
      return;
    }
    delivery.attempts++;
    try {
      // Remembered as if it had failed: what takes the process down with it comes again later than the rest.
      await this.#writer.written(this.#row(delivery, retryDelay(retry, delivery.attempts, Math.random())));
    } catch {
      // The thread is lost. An attempt that cannot be counted is not made.
      return;
    }
    if (this.#stopping.signal.aborted) this.#giveBack(delivery);
    else await this.#attempt(lane, delivery);
  }

  async #attempt(lane: Lane, delivery: Delivery): Promise<void> {
    const { retry } = this.#subscription;
    const { signal } = this.#stopping;
    const { attempts } = delivery;
    try {
      await this.#subscription.handle(delivery.message, {
        attempt: attempts,
        last: attempts >= retry.max_attempts,
        signal,
        // One process has all the work: nobody waits to take it over.
        heartbeat: async () => {},
      });
      this.#finish(lane);
    } catch (error) {
      if (signal.aborted) this.#giveBack(delivery);
      else if (attempts >= retry.max_attempts) await this.#bury(lane, error);
      else this.#park(lane, retryDelay(retry, attempts, Math.random()));
    }
  }

  async #bury(lane: Lane, error: unknown): Promise<void> {
    const delivery = current(lane);
    try {
      await this.#subscription.onDeadLetter(delivery.message, { attempts: delivery.attempts, error });
      this.#finish(lane);
    } catch (failure) {
      this.#options.onError(failure);
      this.#park(lane, this.#subscription.retry.max_delay_ms);
    }
  }

  #finish(lane: Lane): void {
    this.#writer.remove(current(lane).message.position);
    this.#lanes.finish(lane);
    if (this.#room !== null && this.#lanes.size < MAX_UNFINISHED) {
      this.#room.resolve();
      this.#room = null;
    }
  }

  #park(lane: Lane, delay: number): void {
    this.#writer.put(this.#row(current(lane), delay));
    this.#backOff(lane, delay);
  }

  #backOff(lane: Lane, delay: number): void {
    this.#lanes.backOff(lane);
    this.#later(delay, () => {
      this.#lanes.ready(lane);
      this.#startReady();
    });
  }

  /** The handler left off, or never began, because the consumer stops: that was no attempt. */
  #giveBack(delivery: Delivery): void {
    delivery.attempts--;
    this.#writer.put(this.#row(delivery, 0));
  }

  #row(delivery: Delivery, delay: number): DeliveryRow {
    const { message, attempts } = delivery;
    const due_at = this.#options.clock.now() + delay;
    return { position: message.position, message: JSON.stringify(message), attempts, due_at };
  }

  /* ---- waiting */

  #later(delay: number, callback: () => void): void {
    const cancel = this.#options.timers.after(delay, () => {
      this.#timers.delete(cancel);
      callback();
    });
    this.#timers.add(cancel);
  }

  /** Ends early when the consumer stops. */
  #pause(delay: number): Promise<void> {
    return new Promise((resolve) => {
      this.#stopping.signal.addEventListener('abort', () => resolve(), { once: true });
      this.#later(delay, resolve);
    });
  }
}
