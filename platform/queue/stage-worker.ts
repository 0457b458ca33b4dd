/**
 * Passes a stage's messages to its handler: in order per key, organizations in turn. Each attempt is stored before it
 * is made. Failures are retried after a delay, and become dead letters after the last attempt. The queue that uses the
 * worker reads the messages and stores the progress.
 */
import type { Clock, Timers } from '#contracts/ports/clock.ts';
import type { StageMessage, StageSubscription } from '#contracts/ports/stage-queue.ts';
import { retryDelay } from '../events/stage-message.ts';
import type { DeliveryRow } from './progress-writer.ts';
import type { StageSlots } from './slots-of.ts';
import { current, type Delivery, type Lane, organizationOf, StageLanes } from './stage-lanes.ts';

/** Stores progress; see ProgressWriter. */
export interface DeliveryProgress {
  put(row: DeliveryRow): void;
  written(row: DeliveryRow): Promise<void>;
  remove(position: string): void;
}

export interface StageWorkerOptions {
  subscription: StageSubscription;
  progress: DeliveryProgress;
  /** Per organization; shared with other workers of the stage. */
  slots: StageSlots;
  clock: Clock;
  timers: Timers;
  onError: (error: unknown) => void;
  /** Called when a message was finished. */
  onFinished: () => void;
}

export class StageWorker<Place extends string> {
  readonly #options: StageWorkerOptions;
  readonly #lanes = new StageLanes<Place>();
  readonly #stopping = new AbortController();
  readonly #running = new Set<Promise<void>>();
  readonly #timers = new Set<() => void>();
  /** Organizations with a pending request for a slot. */
  readonly #asking = new Set<string>();

  constructor(options: StageWorkerOptions) {
    this.#options = options;
  }

  /** Number of unfinished messages. */
  get size(): number {
    return this.#lanes.size;
  }

  /** Adds a message that was read; `before` is how far the source was read before it. */
  add(message: StageMessage, before: Place): void {
    const delivery: Delivery<Place> = { message, before, attempts: 0, recorded: false, parked: false };
    for (const each of this.#lanes.add(delivery)) this.#options.progress.put(this.#row(each, 0));
    this.#askSlot(organizationOf(delivery));
  }

  /** Restores an unfinished message at or below `place`, up to which the source was read. */
  restore(row: DeliveryRow, place: Place): void {
    const message = JSON.parse(row.message) as StageMessage;
    const known = this.#lanes.lane(message.key) !== undefined;
    this.#lanes.add({ message, before: place, attempts: row.attempts, recorded: true, parked: true });
    // Bounded by the longest delay, in case the clock was set back.
    const wait = Math.min(row.due_at - this.#options.clock.now(), this.#options.subscription.retry.max_delay_ms);
    const lane = this.#lanes.lane(message.key);
    if (!known && lane !== undefined && wait > 0) this.#backOff(lane, wait);
    this.#askSlot(organizationOf({ message }));
  }

  /** Everything up to here is finished or recorded, if the source was read up to `intake`. */
  watermark(intake: Place): Place {
    return this.#lanes.watermark(intake);
  }

  /** Everything up to here is finished or parked, if the source was read up to `intake`. */
  settled(intake: Place): Place {
    return this.#lanes.settled(intake);
  }

  /** Starts nothing more, signals running handlers, and resolves when they have ended. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    for (const cancel of this.#timers) cancel();
    this.#timers.clear();
    await Promise.all(this.#running);
    for (const each of this.#lanes.recordOvertaken()) this.#options.progress.put(this.#row(each, 0));
  }

  /** Requests one slot at a time; which lane of the organization uses it is decided once it is free. */
  #askSlot(organization: string): void {
    const { signal } = this.#stopping;
    if (signal.aborted || this.#asking.has(organization) || !this.#lanes.hasReady(organization)) return;
    this.#asking.add(organization);
    this.#options.slots.acquire(organization, signal).then(
      (release) => {
        this.#asking.delete(organization);
        this.#start(organization, release);
        this.#askSlot(organization);
      },
      // Rejects when the worker stops.
      () => {},
    );
  }

  #start(organization: string, release: () => void): void {
    const lane = this.#stopping.signal.aborted ? null : this.#lanes.start(organization);
    if (lane === null) {
      release();
      return;
    }
    const work = this.#work(lane).finally(() => {
      this.#running.delete(work);
      release();
      this.#askSlot(organization);
    });
    this.#running.add(work);
  }

  /** Brings the lane's message one step further: finished, parked for a retry, or left to the next consumer. */
  async #work(lane: Lane<Place>): Promise<void> {
    const delivery = current(lane);
    const { retry } = this.#options.subscription;
    if (delivery.attempts >= retry.max_attempts) {
      await this.#deadLetter(lane, new Error('the process ended during the last attempt'));
      return;
    }
    delivery.attempts++;
    try {
      // Stored as if it had failed: a message that crashes the process is retried later than the others.
      await this.#options.progress.written(this.#row(delivery, retryDelay(retry, delivery.attempts, Math.random())));
    } catch {
      // Progress can no longer be written. An attempt that cannot be counted is not made.
      return;
    }
    if (this.#stopping.signal.aborted) this.#giveBack(delivery);
    else await this.#attempt(lane, delivery);
  }

  async #attempt(lane: Lane<Place>, delivery: Delivery<Place>): Promise<void> {
    const { subscription } = this.#options;
    const { retry } = subscription;
    const { signal } = this.#stopping;
    const { attempts } = delivery;
    try {
      await subscription.handle(delivery.message, {
        attempt: attempts,
        last: attempts >= retry.max_attempts,
        signal,
        // Nothing to extend: a message is not taken over because its handler is slow. Handlers have their own time
        // limits.
        heartbeat: async () => {},
      });
      this.#finish(lane);
    } catch (error) {
      if (signal.aborted) this.#giveBack(delivery);
      else if (attempts >= retry.max_attempts) await this.#deadLetter(lane, error);
      else this.#park(lane, retryDelay(retry, attempts, Math.random()));
    }
  }

  async #deadLetter(lane: Lane<Place>, error: unknown): Promise<void> {
    const { subscription, onError } = this.#options;
    const delivery = current(lane);
    try {
      await subscription.onDeadLetter(delivery.message, { attempts: delivery.attempts, error });
      this.#finish(lane);
    } catch (failure) {
      onError(failure);
      this.#park(lane, subscription.retry.max_delay_ms);
    }
  }

  #finish(lane: Lane<Place>): void {
    this.#options.progress.remove(current(lane).message.position);
    this.#lanes.finish(lane);
    this.#options.onFinished();
  }

  #park(lane: Lane<Place>, delay: number): void {
    this.#options.progress.put(this.#row(current(lane), delay));
    this.#backOff(lane, delay);
  }

  #backOff(lane: Lane<Place>, delay: number): void {
    this.#lanes.backOff(lane);
    const cancel = this.#options.timers.after(delay, () => {
      this.#timers.delete(cancel);
      this.#lanes.ready(lane);
      this.#askSlot(lane.organization);
    });
    this.#timers.add(cancel);
  }

  /** The handler stopped early, or never started, because the consumer stops; not counted as an attempt. */
  #giveBack(delivery: Delivery<Place>): void {
    delivery.attempts--;
    this.#options.progress.put(this.#row(delivery, 0));
  }

  #row(delivery: Delivery<Place>, delay: number): DeliveryRow {
    const { message, attempts } = delivery;
    const due_at = this.#options.clock.now() + delay;
    return { position: message.position, message: JSON.stringify(message), attempts, due_at };
  }
}
