/**
 * Writes a stage's progress in few transactions: changes during a transaction go into the next one, and a watermark
 * that moves alone is written after a delay, or together with other changes.
 */
import type { Timers } from '#contracts/ports/clock.ts';

/** An unfinished message, as stored. */
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
  /** Writes all changes or none, together with the watermark. Never called while a previous call is pending. */
  save: (changes: DeliveryChanges) => Promise<void>;
  /** True for an error after which no write can succeed: pending `written` calls are then rejected. */
  isLost: (error: unknown) => boolean;
  timers: Timers;
  onError: (error: unknown) => void;
}

/** How long the stored watermark may lag when nothing else is written: this much is read again after a restart. */
const WATERMARK_DELAY_MS = 1_000;
/** Delay after a failed write (a full disk, for example). */
const RETRY_DELAY_MS = 1_000;

export class ProgressWriter {
  readonly #options: ProgressWriterOptions;
  /** Row by position; null: remove. */
  #changes = new Map<string, DeliveryRow | null>();
  #waiting: PromiseWithResolvers<void>[] = [];
  #dirty = false;
  /** A change must be written without delay. */
  #urgent = false;
  #writing: Promise<void> | null = null;
  #cancelDelay: (() => void) | null = null;
  #repeats = true;

  constructor(options: ProgressWriterOptions) {
    this.#options = options;
  }

  /** Stores a delivery. */
  put(row: DeliveryRow): void {
    this.#change(row.position, row);
  }

  /** Stores a delivery; resolves when it is written, rejects when it never can be, or is no longer tried. */
  written(row: DeliveryRow): Promise<void> {
    const written = Promise.withResolvers<void>();
    this.#waiting.push(written);
    this.#change(row.position, row);
    return written.promise;
  }

  remove(position: string): void {
    this.#change(position, null);
  }

  /** Must be called when the watermark has moved. */
  moved(): void {
    this.#dirty = true;
    this.#cancelDelay ??= this.#options.timers.after(WATERMARK_DELAY_MS, () => this.#start());
  }

  /**
   * Stops repeating failed writes when the consumer stops: an unreachable store must not delay it. Unwritten progress
   * is handled again after the next start.
   */
  stopRepeating(): void {
    this.#repeats = false;
  }

  /** Writes all pending changes. */
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
    this.#cancelDelay?.();
    this.#cancelDelay = null;
    if (!this.#dirty) return;
    this.#urgent = true;
    this.#writing ??= this.#write();
  }

  async #write(): Promise<void> {
    let failure: { error: unknown } | null = null;
    while (this.#urgent && failure === null) {
      // Collects changes that are made together. A handler that waits for its attempt to be stored comes first.
      await new Promise<void>((resolve) => (this.#waiting.length > 0 ? process.nextTick : setImmediate)(resolve));
      failure = await this.#writeOnce();
    }
    // Also those that came during the last write: there may be no other change that would begin a write for them.
    if (failure !== null) for (const one of this.#waiting.splice(0)) one.reject(failure.error);
    // Set synchronously after the last check, so that the next change starts a new write.
    this.#writing = null;
  }

  /** Returns the failure after which no more writes can succeed, or none is to be tried for now. */
  async #writeOnce(): Promise<{ error: unknown } | null> {
    const [changes, waiting] = [this.#changes, this.#waiting];
    this.#changes = new Map();
    this.#waiting = [];
    this.#dirty = false;
    this.#urgent = false;
    try {
      await this.#save(changes);
      for (const one of waiting) one.resolve();
      return null;
    } catch (error) {
      this.#waiting = [...waiting, ...this.#waiting];
      if (this.#options.isLost(error)) return { error };
      this.#options.onError(error);
      // The next write must include them, because its watermark relies on them.
      this.#putBack(changes);
      if (!this.#repeats) return { error };
      await new Promise<void>((resolve) => this.#options.timers.after(RETRY_DELAY_MS, resolve));
      return null;
    }
  }

  #save(changes: ReadonlyMap<string, DeliveryRow | null>): Promise<void> {
    const put = [...changes.values()].filter((row) => row !== null);
    const remove = [...changes].flatMap(([position, row]) => (row === null ? [position] : []));
    return this.#options.save({ put, remove });
  }

  /** Newer changes take precedence. */
  #putBack(changes: Map<string, DeliveryRow | null>): void {
    this.#changes = new Map([...changes, ...this.#changes]);
    this.#dirty = true;
    this.#urgent = true;
  }
}
