/**
 * The stage queue's progress in SQLite, run inside the log thread: a watermark per stage, and a row for each unfinished
 * message below it. All of it can be derived from the event log at the price of redeliveries, so a power cut may lose
 * the newest writes (synchronous NORMAL), but a killed process does not.
 */
import type { DatabaseSync } from 'node:sqlite';
import type { DeliveryChanges, DeliveryRow } from '../../queue/progress-writer.ts';
import { openDatabase, transaction } from '../database.ts';

export interface StageProgress {
  /** Every trigger up to here is finished or has a row; null for a stage that never ran. */
  watermark: string | null;
  /** Sorted by position. */
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
    // Rows have no prototype, and such objects do not survive the transfer to another thread.
    return { watermark: consumer?.watermark ?? null, deliveries: rows.map((row) => ({ ...row })) };
  }

  /** Saves all changes or none. */
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
