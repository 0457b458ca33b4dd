/**
 * Writes a stage's progress in few transactions: what changes while one is under way goes into the next, and a
 * watermark that moves by itself waits a while for something to travel with.
 */
import type { Timers } from '#contracts/ports/clock.ts';

/** An unfinished message, as it is remembered. */
export interface DeliveryRow {
  position: string;
  /** StageMessage as JSON. */
  message: string;
  /** Attempts begun. */
  attempts: number;
  /** When it may be tried (again), Unix milliseconds. */
  due_at: number;
}

export interface DeliveryChanges {
  put: DeliveryRow[];
  /** Positions of finished messages. */
  remove: string[];
}

export interface ProgressWriterOptions {
  /** Writes all of it or nothing, and how far the stage has come with it. Never called while a call is under way. */
  save: (changes: DeliveryChanges) => Promise<void>;
  /** True for an error after which no write will succeed: whoever waits for one is told. */
  isLost: (error: unknown) => boolean;
  timers: Timers;
  onError: (error: unknown) => void;
}

/** How old a remembered watermark may be when nothing else is written: that much is looked through again. */
const WATERMARK_DELAY_MS = 1_000;
/** After a write that failed (a full disk, say). */
const RETRY_DELAY_MS = 1_000;

export class ProgressWriter {
  readonly #options: ProgressWriterOptions;
  /** By position; null: remove. */
  #changes = new Map<string, DeliveryRow | null>();
  #waiting: PromiseWithResolvers<void>[] = [];
  #dirty = false;
  /** Something has changed that is not to wait. */
  #urgent = false;
  #writing: Promise<void> | null = null;
  #lazy: (() => void) | null = null;

  constructor(options: ProgressWriterOptions) {
    this.#options = options;
  }

  /** Remembers a delivery. */
  put(row: DeliveryRow): void {
    this.#change(row.position, row);
  }

  /** Remembers a delivery; resolves when that has been written, rejects when it never will be. */
  written(row: DeliveryRow): Promise<void> {
    const written = Promise.withResolvers<void>();
    this.#waiting.push(written);
    this.#change(row.position, row);
    return written.promise;
  }

  remove(position: string): void {
    this.#change(position, null);
  }

  /** The watermark has moved. */
  moved(): void {
    this.#dirty = true;
    this.#lazy ??= this.#options.timers.after(WATERMARK_DELAY_MS, () => this.#start());
  }

  /** Writes all there is to write. */
  async drain(): Promise<void> {
    this.#start();
    await this.#writing;
  }

  #change(position: string, row: DeliveryRow | null): void {
    this.#changes.set(position, row);
    this.#dirty = true;
    this.#start();
  }

  #start(): void {
    this.#lazy?.();
    this.#lazy = null;
    if (!this.#dirty) return;
    this.#urgent = true;
    this.#writing ??= this.#write();
  }

  async #write(): Promise<void> {
    let lost = false;
    while (this.#urgent && !lost) {
      // Everything that changes together. A handler that waits for its attempt to be counted comes first.
      await new Promise<void>((resolve) => (this.#waiting.length > 0 ? process.nextTick : setImmediate)(resolve));
      lost = await this.#writeOnce();
    }
    // In the turn in which nothing was left: what changes in the next one must find that nobody writes.
    this.#writing = null;
  }

  /** Returns whether no write will succeed any more. */
  async #writeOnce(): Promise<boolean> {
    const [changes, waiting] = [this.#changes, this.#waiting];
    this.#changes = new Map();
    this.#waiting = [];
    this.#dirty = false;
    this.#urgent = false;
    try {
      await this.#save(changes);
      for (const one of waiting) one.resolve();
      return false;
    } catch (error) {
      if (this.#options.isLost(error)) {
        for (const one of waiting) one.reject(error);
        return true;
      }
      this.#options.onError(error);
      this.#putBack(changes, waiting);
      await new Promise<void>((resolve) => this.#options.timers.after(RETRY_DELAY_MS, resolve));
      return false;
    }
  }

  #save(changes: ReadonlyMap<string, DeliveryRow | null>): Promise<void> {
    const put = [...changes.values()].filter((row) => row !== null);
    const remove = [...changes].flatMap(([position, row]) => (row === null ? [position] : []));
    return this.#options.save({ put, remove });
  }

  /** What has changed again since then counts. */
  #putBack(changes: Map<string, DeliveryRow | null>, waiting: PromiseWithResolvers<void>[]): void {
    this.#changes = new Map([...changes, ...this.#changes]);
    this.#waiting = [...waiting, ...this.#waiting];
    this.#dirty = true;
    this.#urgent = true;
  }
}
