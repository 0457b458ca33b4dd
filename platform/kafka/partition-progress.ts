/**
 * What is remembered of a partition: how far it was taken in, and what of that is unfinished. One value, replaced as a
 * whole by compare-and-set: whoever claims the partition writes an epoch of its own into it, and the one before can no
 * longer write. So a process that does not know yet that it has lost a partition loses it here at the latest.
 */
import { randomUUID } from 'node:crypto';
import type { ServerValues } from '#contracts/ports/server-values.ts';
import type { DeliveryChanges, DeliveryRow } from '../queue/progress-writer.ts';
import { BEGINNING, type Place, positionOf, toPlace } from './place.ts';

interface StoredProgress {
  epoch: string;
  /** Of the topic, whose offsets the watermark holds; see RelayState. */
  generation: string;
  /** Everything before is finished or has a row. */
  watermark: Place;
  /** In order of position. */
  rows: DeliveryRow[];
}

/** Another consumer has claimed the partition. */
export class PartitionLostError extends Error {
  constructor(key: string) {
    super(`another consumer has claimed ${key}`);
    this.name = 'PartitionLostError';
  }
}

export class PartitionProgress {
  readonly watermark: Place;
  /** Of the topic; see RelayState. */
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

  /** Takes the partition from whoever has it. */
  static async claim(values: ServerValues, key: string, generation: string): Promise<PartitionProgress> {
    for (;;) {
      const before = await values.get(key);
      const claimed = serialize({ ...progressOf(before, generation), epoch: randomUUID() });
      if (await values.compareAndSet(key, before, claimed)) return new PartitionProgress(values, key, claimed);
    }
  }

  /** What a partition's consumer, whoever it is, has remembered last. */
  static async peek(
    values: ServerValues,
    key: string,
    generation: string,
  ): Promise<{ watermark: Place; unfinished: number }> {
    const { watermark, rows } = progressOf(await values.get(key), generation);
    return { watermark, unfinished: rows.length };
  }

  /** Unfinished messages, in order of position. */
  get rows(): DeliveryRow[] {
    return [...this.#rows.values()].toSorted((a, b) => (a.position < b.position ? -1 : 1));
  }

  /** Not to be called while a call is under way. Throws PartitionLostError. */
  async save(changes: DeliveryChanges, watermark: Place): Promise<void> {
    for (const row of changes.put) this.#rows.set(row.position, row);
    for (const position of changes.remove) this.#rows.delete(position);
    const value = serialize({ epoch: this.#epoch, generation: this.generation, watermark, rows: this.rows });
    if (await this.#values.compareAndSet(this.#key, this.#stored, value)) {
      this.#stored = value;
      return;
    }
    // A call that failed may have been carried out all the same: what it wrote is still ours.
    const found = await this.#values.get(this.#key);
    if (found === null || parse(found).epoch !== this.#epoch) throw new PartitionLostError(this.#key);
    if (!(await this.#values.compareAndSet(this.#key, found, value))) throw new PartitionLostError(this.#key);
    this.#stored = value;
  }
}

export function progressKey(stage: string, layout: string, partition: number): string {
  return `stage-queue/${stage}/${layout}/${partition}`;
}

/** What was stored, for a topic of this generation: in another one the same messages have other offsets. */
function progressOf(stored: string | null, generation: string): Omit<StoredProgress, 'epoch'> {
  if (stored === null) return { generation, watermark: BEGINNING, rows: [] };
  const progress = parse(stored);
  if (progress.generation === generation) return progress;
  return { generation, watermark: toPlace(positionOf(progress.watermark), 0), rows: progress.rows };
}

function parse(stored: string): StoredProgress {
  return JSON.parse(stored) as StoredProgress;
}

function serialize(progress: StoredProgress): string {
  return JSON.stringify(progress);
}
