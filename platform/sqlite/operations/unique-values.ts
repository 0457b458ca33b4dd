/** Unique values by namespace. Every method that writes runs inside a write transaction of its caller. */
import type { DatabaseSync } from 'node:sqlite';

export const UNIQUE_VALUES_SCHEMA = `
  CREATE TABLE reservations (
    namespace TEXT NOT NULL,
    value TEXT NOT NULL,
    owner TEXT NOT NULL,
    PRIMARY KEY (namespace, value)
  ) STRICT, WITHOUT ROWID;
`;

export class UniqueValuesTable {
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
}

function prepareStatements(database: DatabaseSync) {
  return {
    reserve: database.prepare(
      'INSERT INTO reservations (namespace, value, owner) VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
    ),
    owner: database.prepare('SELECT owner FROM reservations WHERE namespace = ? AND value = ?'),
    release: database.prepare('DELETE FROM reservations WHERE namespace = ? AND value = ? AND owner = ?'),
  };
}
