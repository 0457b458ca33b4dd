/**
 * Hands the messages of a stage to its handler: in order per key, organizations in turn, each attempt remembered before
 * it is made, failures again after a while, and after the last one as a dead letter. Where the messages come from and
 * where their progress is remembered is the business of the queue that uses it.
 */
import type { FairSlots } from '#common/fair-slots.ts';
import type { Clock, Timers } from '#contracts/ports/clock.ts';
import type { StageMessage, StageSubscription } from '#contracts/ports/stage-queue.ts';
import { retryDelay } from '../events/stage-message.ts';
import type { DeliveryRow } from './progress-writer.ts';
import { current, type Delivery, type Lane, organizationOf, StageLanes } from './stage-lanes.ts';

/** Where progress goes; see ProgressWriter. */
export interface DeliveryProgress {
  put(row: DeliveryRow): void;
  written(row: DeliveryRow): Promise<void>;
  remove(position: string): void;
}

export interface StageWorkerOptions {
  subscription: StageSubscription;
  progress: DeliveryProgress;
  /** By organization; shared with whoever else hands out messages of the stage. */
  slots: FairSlots;
  clock: Clock;
  timers: Timers;
  onError: (error: unknown) => void;
  /** A message was finished. */
  onFinished: () => void;
}

export class StageWorker<Place extends string> {
  readonly #options: StageWorkerOptions;
  readonly #lanes = new StageLanes<Place>();
  readonly #stopping = new AbortController();
  readonly #running = new Set<Promise<void>>();
  readonly #timers = new Set<() => void>();
  /** Organizations for which a slot has been asked. */
  readonly #asking = new Set<string>();

  constructor(options: StageWorkerOptions) {
    this.#options = options;
  }

  /** Messages not finished. */
  get size(): number {
    return this.#lanes.size;
  }

  /** A message that was read; `before` is how far was read before it. */
  add(message: StageMessage, before: Place): void {
    const delivery: Delivery<Place> = { message, before, attempts: 0, recorded: false, parked: false };
    for (const each of this.#lanes.add(delivery)) this.#options.progress.put(this.#row(each, 0));
    this.#askSlot(organizationOf(delivery));
  }

  /** A message that was remembered as unfinished, below the `place` up to which was read. */
  restore(row: DeliveryRow, place: Place): void {
    const message = JSON.parse(row.message) as StageMessage;
    const known = this.#lanes.lane(message.key) !== undefined;
    this.#lanes.add({ message, before: place, attempts: row.attempts, recorded: true, parked: true });
    // Of a clock that was set back, no more than the longest delay is believed.
    const wait = Math.min(row.due_at - this.#options.clock.now(), this.#options.subscription.retry.max_delay_ms);
    const lane = this.#lanes.lane(message.key);
    if (!known && lane !== undefined && wait > 0) this.#backOff(lane, wait);
    this.#askSlot(organizationOf({ message }));
  }

  /** Up to where everything is finished or remembered, if `intake` is how far was read. */
  watermark(intake: Place): Place {
    return this.#lanes.watermark(intake);
  }

  /** Up to where everything is finished or parked. */
  settled(intake: Place): Place {
    return this.#lanes.settled(intake);
  }

  /** Starts nothing more, tells handlers in flight, and resolves when they have ended. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    for (const cancel of this.#timers) cancel();
    this.#timers.clear();
    await Promise.all(this.#running);
    for (const each of this.#lanes.recordOvertaken()) this.#options.progress.put(this.#row(each, 0));
  }

  /** One slot at a time: which of the organization's lanes gets it is decided when it is free. */
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
      // The worker stops.
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

  /** Brings the lane's message one step further: done, parked until a retry, or left for the next consumer. */
  async #work(lane: Lane<Place>): Promise<void> {
    const delivery = current(lane);
    const { retry } = this.#options.subscription;
    if (delivery.attempts >= retry.max_attempts) {
      await this.#bury(lane, new Error('the process ended during the last attempt'));
      return;
    }
    delivery.attempts++;
    try {
      // Remembered as if it had failed: what takes the process down with it comes again later than the rest.
      await this.#options.progress.written(this.#row(delivery, retryDelay(retry, delivery.attempts, Math.random())));
    } catch {
      // Progress can't be written any more. An attempt that cannot be counted is not made.
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
        // No other process takes a message over because its handler is slow: a handler has time limits of its own.
        heartbeat: async () => {},
      });
      this.#finish(lane);
    } catch (error) {
      if (signal.aborted) this.#giveBack(delivery);
      else if (attempts >= retry.max_attempts) await this.#bury(lane, error);
      else this.#park(lane, retryDelay(retry, attempts, Math.random()));
    }
  }

  async #bury(lane: Lane<Place>, error: unknown): Promise<void> {
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

  /** The handler left off, or never began, because the consumer stops: that was no attempt. */
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
