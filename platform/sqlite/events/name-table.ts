/**
 * A small table of names, cached in both directions. Other rows store the number, which keeps their indexes
 * small.
 */
import type { DatabaseSync, StatementSync } from 'node:sqlite';

export class NameTable {
  readonly #all: StatementSync;
  readonly #insert: StatementSync;
  readonly #ids = new Map<string, number>();
  readonly #names = new Map<number, string>();

  /** `table` has the columns id (integer primary key) and name. */
  constructor(database: DatabaseSync, table: string) {
    this.#all = database.prepare(`SELECT id, name FROM ${table}`);
    this.#insert = database.prepare(`INSERT INTO ${table} (name) VALUES (?)`);
    this.#load();
  }

  /** Returns the number of a name, inserting a new name. Call inside a write transaction. */
  id(name: string): number {
    const known = this.#ids.get(name);
    if (known !== undefined) return known;
    const id = Number(this.#insert.run(name).lastInsertRowid);
    this.#cache(id, name);
    return id;
  }

  find(name: string): number | undefined {
    return this.#ids.get(name);
  }

  name(id: number): string {
    const name = this.#names.get(id);
    if (name === undefined) throw new Error(`no name has number ${id}`);
    return name;
  }

  /** Reloads the table after a rollback, which may have removed names. */
  forget(): void {
    this.#ids.clear();
    this.#names.clear();
    this.#load();
  }

  #load(): void {
    for (const row of this.#all.all() as { id: number; name: string }[]) this.#cache(row.id, row.name);
  }

  #cache(id: number, name: string): void {
    this.#ids.set(name, id);
    this.#names.set(id, name);
  }
}
