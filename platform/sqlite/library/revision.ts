/** The revision of the library: a random token, so that a library that is restored from a backup does not meet those it had since. */
import type { DatabaseSync } from 'node:sqlite';

/** One row. */
export const REVISION = `
  CREATE TABLE revision (token TEXT NOT NULL) STRICT;
  INSERT INTO revision VALUES (lower(hex(randomblob(16))));
`;

/** Before version 6, a library had none. */
export function beginRevisions(database: DatabaseSync): void {
  database.exec(REVISION);
}

export function prepareRevisions(database: DatabaseSync) {
  return {
    revision: database.prepare('SELECT token FROM revision'),
    setRevision: database.prepare('UPDATE revision SET token = ?'),
  };
}
