/** Server values by key. Every method that writes runs inside a write transaction of its caller. */
import type { DatabaseSync } from 'node:sqlite';

export const SERVER_VALUES_SCHEMA = `
  CREATE TABLE small_values (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
`;

export class ServerValuesTable {
  readonly #statements: ReturnType<typeof prepareStatements>;

  constructor(database: DatabaseSync) {
    this.#statements = prepareStatements(database);
  }

  get(key: string): string | null {
    const row = this.#statements.get.get(key) as { value: string } | undefined;
    return row?.value ?? null;
  }

  compareAndSet(key: string, expected: string | null, value: string): boolean {
    const { insert, update } = this.#statements;
    const result = expected === null ? insert.run(key, value) : update.run(value, key, expected);
    return result.changes === 1;
  }
}

function prepareStatements(database: DatabaseSync) {
  return {
    get: database.prepare('SELECT value FROM small_values WHERE key = ?'),
    insert: database.prepare('INSERT INTO small_values (key, value) VALUES (?, ?) ON CONFLICT DO NOTHING'),
    update: database.prepare('UPDATE small_values SET value = ? WHERE key = ? AND value = ?'),
  };
}
