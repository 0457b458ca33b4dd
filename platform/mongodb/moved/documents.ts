/** Reads and writes the documents of a move. What is written replaces the document of its id. */
import type { AnyBulkWriteOperation, Collection } from 'mongodb';
import type { MovedRow, MovedTable } from '#contracts/ports/moved-table.ts';
import { withoutText } from '../failures.ts';
import type { Named } from '../guarded-upsert.ts';

/** The operation that makes the document what it is here. */
export function replacing<T extends Named>({ _id, ...fields }: T): AnyBulkWriteOperation<T> {
  return {
    updateOne: { filter: { _id }, update: { $set: fields }, upsert: true },
  } as unknown as AnyBulkWriteOperation<T>;
}

/** Resolves when all are durable. */
export async function putAll<T extends Named>(
  collection: Collection<T>,
  operations: AnyBulkWriteOperation<T>[],
): Promise<void> {
  if (operations.length > 0) await collection.bulkWrite(operations, { ordered: false });
}

export async function* inBatches<T>(all: AsyncIterable<T>, size: number): AsyncGenerator<T[]> {
  let batch: T[] = [];
  for await (const one of all) {
    batch.push(one);
    if (batch.length < size) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/** The table with the errors that may leave this folder. */
export function failingClearly<Row extends MovedRow>(table: MovedTable<Row>): MovedTable<Row> {
  return {
    async *rows() {
      try {
        yield* table.rows();
      } catch (error) {
        throw withoutText(error);
      }
    },
    async put(rows) {
      try {
        await table.put(rows);
      } catch (error) {
        throw withoutText(error);
      }
    },
  };
}
