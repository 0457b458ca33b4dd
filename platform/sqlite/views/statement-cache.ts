/** Caches prepared statements by their SQL, as preparing a statement costs more than running it. */
import type { DatabaseSync, StatementSync } from 'node:sqlite';

/** Far more than the different queries of the service. */
const MAX_STATEMENTS = 500;

export class StatementCache {
  readonly #database: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  prepare(sql: string): StatementSync {
    const known = this.#statements.get(sql);
    if (known !== undefined) return known;
    if (this.#statements.size >= MAX_STATEMENTS) this.#statements.clear();
    const statement = this.#database.prepare(sql);
    this.#statements.set(sql, statement);
    return statement;
  }
}
