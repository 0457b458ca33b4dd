/** Unique reservations and small values. Every method that writes runs inside a write transaction of its caller. */
import type { DatabaseSync } from 'node:sqlite';

export const RESERVATIONS_SCHEMA = `
  CREATE TABLE reservations (
    namespace TEXT NOT NULL,
    value TEXT NOT NULL,
    owner TEXT NOT NULL,
    PRIMARY KEY (namespace, value)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE small_values (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
`;

export class Reservations {
  readonly #statements: ReturnType<typeof prepareStatements>;

  constructor(database: DatabaseSync) {
    this.#statements = prepareStatements(database);
  }

  reserve(namespace: string, value: string, owner: string): string {
    this.#statements.reserve.run(namespace, value, owner);
    return (this.#statements.owner.get(namespace, value) as { owner: string }).owner;
  }

  owner(namespace: string, value: string): string | null {
    const row = this.#statements.owner.get(namespace, value) as { owner: string } | undefined;
    return row?.owner ?? null;
  }

  release(namespace: string, value: string, owner: string): void {
    this.#statements.release.run(namespace, value, owner);
  }

  compareAndSet(key: string, expected: string | null, value: string): boolean {
    const { insert, update } = this.#statements;
    const result = expected === null ? insert.run(key, value) : update.run(value, key, expected);
    return result.changes === 1;
  }

  value(key: string): string | null {
    const row = this.#statements.value.get(key) as { value: string } | undefined;
    return row?.value ?? null;
  }
}

function prepareStatements(database: DatabaseSync) {
  return {
    reserve: database.prepare(
      'INSERT INTO reservations (namespace, value, owner) VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
    ),
    owner: database.prepare('SELECT owner FROM reservations WHERE namespace = ? AND value = ?'),
    release: database.prepare('DELETE FROM reservations WHERE namespace = ? AND value = ? AND owner = ?'),
    insert: database.prepare('INSERT INTO small_values (key, value) VALUES (?, ?) ON CONFLICT DO NOTHING'),
    update: database.prepare('UPDATE small_values SET value = ? WHERE key = ? AND value = ?'),
    value: database.prepare('SELECT value FROM small_values WHERE key = ?'),
  };
}
