/**
 * What the stage queue remembers, in SQLite; runs inside the log thread. A stage's watermark, and a row for each
 * message below it that is not finished. It can all be derived again from the event log at the price of redeliveries,
 * so the newest writes may be lost with the power (synchronous NORMAL), not with the process.
 */
import type { DatabaseSync } from 'node:sqlite';
import type { DeliveryChanges, DeliveryRow } from '../../queue/progress-writer.ts';
import { openDatabase, transaction } from '../database.ts';

export interface StageProgress {
  /** Every trigger up to here is finished or has a row; null for a stage that never ran. */
  watermark: string | null;
  /** In order of position. */
  deliveries: DeliveryRow[];
}

export interface ProgressChanges extends DeliveryChanges {
  watermark: string;
}

const SCHEMA = `
  CREATE TABLE consumers (stage TEXT PRIMARY KEY, watermark TEXT NOT NULL) STRICT, WITHOUT ROWID;
  CREATE TABLE deliveries (
    stage TEXT NOT NULL,
    position TEXT NOT NULL,
    message TEXT NOT NULL,
    attempts INTEGER NOT NULL,
    due_at INTEGER NOT NULL,
    PRIMARY KEY (stage, position)
  ) STRICT, WITHOUT ROWID;
`;

export class QueueProgress {
  readonly #database: DatabaseSync;
  readonly #statements: ReturnType<typeof prepareStatements>;

  constructor(path: string) {
    this.#database = openDatabase(path, { synchronous: 'NORMAL', version: 1, schema: SCHEMA });
    this.#statements = prepareStatements(this.#database);
  }

  load(stage: string): StageProgress {
    const consumer = this.#statements.watermark.get(stage) as { watermark: string } | undefined;
    const rows = this.#statements.deliveries.all(stage) as unknown as DeliveryRow[];
    // Rows come without a prototype, which does not survive the way to the other thread as such.
    return { watermark: consumer?.watermark ?? null, deliveries: rows.map((row) => ({ ...row })) };
  }

  /** All of it or nothing. */
  save(stage: string, changes: ProgressChanges): void {
    transaction(this.#database, () => {
      for (const position of changes.remove) this.#statements.remove.run(stage, position);
      for (const row of changes.put) {
        this.#statements.put.run(stage, row.position, row.message, row.attempts, row.due_at);
      }
      this.#statements.advance.run(stage, changes.watermark);
    });
  }

  close(): void {
    this.#database.close();
  }
}

function prepareStatements(database: DatabaseSync) {
  return {
    watermark: database.prepare('SELECT watermark FROM consumers WHERE stage = ?'),
    deliveries: database.prepare(
      'SELECT position, message, attempts, due_at FROM deliveries WHERE stage = ? ORDER BY position',
    ),
    put: database.prepare(
      `INSERT INTO deliveries (stage, position, message, attempts, due_at) VALUES (?, ?, ?, ?, ?)
       ON CONFLICT (stage, position) DO UPDATE SET attempts = excluded.attempts, due_at = excluded.due_at`,
    ),
    remove: database.prepare('DELETE FROM deliveries WHERE stage = ? AND position = ?'),
    advance: database.prepare(
      `INSERT INTO consumers (stage, watermark) VALUES (?, ?)
       ON CONFLICT (stage) DO UPDATE SET watermark = excluded.watermark`,
    ),
  };
}
