/**
 * Wrapped keys in rows of a fixed size that are appended, overwritten in place and never deleted, so that SQLite never
 * moves them. `secure_delete` alone is not enough: when deletions make SQLite move rows between pages, their old
 * locations keep copies that a later deletion does not overwrite.
 */
import type { DatabaseSync } from 'node:sqlite';
import { WRAPPED_BYTES } from '../../crypto/key-wrapping.ts';

export const SLOTS_SCHEMA = `
  CREATE TABLE slots (
    number INTEGER PRIMARY KEY,
    wrapped BLOB NOT NULL CHECK (length(wrapped) = ${WRAPPED_BYTES})
  ) STRICT;
  CREATE TABLE free_slots (number INTEGER PRIMARY KEY) STRICT;
`;

const EMPTY = new Uint8Array(WRAPPED_BYTES);

/** Every method that writes runs inside a write transaction of its caller. */
export class WrappedSlots {
  readonly #statements: ReturnType<typeof prepareStatements>;

  constructor(database: DatabaseSync) {
    this.#statements = prepareStatements(database);
  }

  /** Stores a wrapped key. Returns the number of its slot. */
  take(wrapped: Uint8Array): number {
    const free = this.#statements.takeFree.get() as { number: number } | undefined;
    if (free === undefined) return Number(this.#statements.append.run(wrapped).lastInsertRowid);
    this.overwrite(free.number, wrapped);
    return free.number;
  }

  read(slot: number): Uint8Array {
    return (this.#statements.read.get(slot) as { wrapped: Uint8Array }).wrapped;
  }

  overwrite(slot: number, wrapped: Uint8Array): void {
    this.#statements.overwrite.run(wrapped, slot);
  }

  /** Overwrites the slot with zeros and frees it for another key. */
  clear(slot: number): void {
    this.overwrite(slot, EMPTY);
    this.#statements.addFree.run(slot);
  }
}

function prepareStatements(database: DatabaseSync) {
  return {
    takeFree: database.prepare(
      'DELETE FROM free_slots WHERE number = (SELECT min(number) FROM free_slots) RETURNING number',
    ),
    addFree: database.prepare('INSERT INTO free_slots (number) VALUES (?)'),
    append: database.prepare('INSERT INTO slots (wrapped) VALUES (?)'),
    read: database.prepare('SELECT wrapped FROM slots WHERE number = ?'),
    overwrite: database.prepare('UPDATE slots SET wrapped = ? WHERE number = ?'),
  };
}
