/**
 * The stored progress of a partition: how far it was read, and which messages of that are unfinished. It is one value,
 * replaced as a whole by compare-and-set. A consumer that acquires the partition writes its own epoch into it, after
 * which the former one can no longer write. So a process that has not noticed the loss of a partition learns of it here
 * at the latest.
 */
import { randomUUID } from 'node:crypto';
import type { ServerValues } from '#contracts/ports/server-values.ts';
import type { DeliveryChanges, DeliveryRow } from '../queue/progress-writer.ts';
import { BEGINNING, type ConsumerPosition, positionOf, toConsumerPosition } from './consumer-position.ts';

interface StoredProgress {
  epoch: string;
  /** Generation of the topic whose offsets the watermark holds; see RelayState. */
  generation: string;
  /** Every message before this is finished or has a row. */
  watermark: ConsumerPosition;
  /** Sorted by position. */
  rows: DeliveryRow[];
}

/** Another consumer has acquired the partition. */
export class PartitionLostError extends Error {
  constructor(key: string) {
    super(`another consumer has acquired ${key}`);
    this.name = 'PartitionLostError';
  }
}

export class PartitionProgress {
  readonly watermark: ConsumerPosition;
  /** Generation of the topic; see RelayState. */
  readonly generation: string;
  readonly #values: ServerValues;
  readonly #key: string;
  readonly #epoch: string;
  readonly #rows: Map<string, DeliveryRow>;
  #stored: string;

  private constructor(values: ServerValues, key: string, stored: string) {
    const { epoch, generation, watermark, rows } = parse(stored);
    this.#values = values;
    this.#key = key;
    this.#stored = stored;
    this.#epoch = epoch;
    this.generation = generation;
    this.#rows = new Map(rows.map((row) => [row.position, row]));
    this.watermark = watermark;
  }

  /** Acquires the partition from its current consumer. */
  static async acquire(values: ServerValues, key: string, generation: string): Promise<PartitionProgress> {
    for (;;) {
      const before = await values.get(key);
      const acquired = serialize({ ...progressOf(before, generation), epoch: randomUUID() });
      if (await values.compareAndSet(key, before, acquired)) return new PartitionProgress(values, key, acquired);
    }
  }

  /** The progress last stored by the partition's current consumer. */
  static async peek(
    values: ServerValues,
    key: string,
    generation: string,
  ): Promise<{ watermark: ConsumerPosition; unfinished: number }> {
    const { watermark, rows } = progressOf(await values.get(key), generation);
    return { watermark, unfinished: rows.length };
  }

  /** Unfinished messages, sorted by position. */
  get rows(): DeliveryRow[] {
    return [...this.#rows.values()].toSorted((a, b) => (a.position < b.position ? -1 : 1));
  }

  /** Must not be called while a previous call is pending. Throws PartitionLostError. */
  async save(changes: DeliveryChanges, watermark: ConsumerPosition): Promise<void> {
    for (const row of changes.put) this.#rows.set(row.position, row);
    for (const position of changes.remove) this.#rows.delete(position);
    const value = serialize({ epoch: this.#epoch, generation: this.generation, watermark, rows: this.rows });
    if (await this.#values.compareAndSet(this.#key, this.#stored, value)) {
      this.#stored = value;
      return;
    }
    // A failed call may have taken effect all the same: the stored value then has this epoch.
    const found = await this.#values.get(this.#key);
    if (found === null || parse(found).epoch !== this.#epoch) throw new PartitionLostError(this.#key);
    if (!(await this.#values.compareAndSet(this.#key, found, value))) throw new PartitionLostError(this.#key);
    this.#stored = value;
  }
}

export function progressKey(stage: string, layout: string, partition: number): string {
  return `stage-queue/${stage}/${layout}/${partition}`;
}

/** The stored progress, adjusted if the topic's generation has changed: the same messages have other offsets then. */
function progressOf(stored: string | null, generation: string): Omit<StoredProgress, 'epoch'> {
  if (stored === null) return { generation, watermark: BEGINNING, rows: [] };
  const progress = parse(stored);
  if (progress.generation === generation) return progress;
  return { generation, watermark: toConsumerPosition(positionOf(progress.watermark), 0), rows: progress.rows };
}

function parse(stored: string): StoredProgress {
  return JSON.parse(stored) as StoredProgress;
}

function serialize(progress: StoredProgress): string {
  return JSON.stringify(progress);
}
