/** The cost of a call must not grow with the number of stored rows: no statement scans a whole table. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { mock, test } from 'node:test';
import { masterKey } from '#platform/crypto/key-wrapping.ts';
import { openConnection } from '#platform/sqlite/database.ts';
import { SqliteOperations } from '#platform/sqlite/operations/operational-stores.ts';
import { SqliteKeyVault } from '#platform/sqlite/vault/key-vault.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

/** Tables with a handful of rows, and statements of master key rotation. */
const MAY_BE_SCANNED = [/^SCAN master_keys\b/, /^SCAN secrets$/];

/** Statements that the adapter prepares while `open` runs. */
function preparedBy(open: () => { close(): Promise<void> }): { sql: string[]; opened: { close(): Promise<void> } } {
  const sql: string[] = [];
  const original = DatabaseSync.prototype.prepare;
  const spy = mock.method(DatabaseSync.prototype, 'prepare', function (this: DatabaseSync, text: string) {
    if (!text.startsWith('PRAGMA')) sql.push(text);
    return original.call(this, text);
  });
  try {
    return { opened: open(), sql };
  } finally {
    spy.mock.restore();
  }
}

const stores = {
  'operational stores': (path: string) => new SqliteOperations({ path }),
  'key vault': (path: string) => new SqliteKeyVault({ path, master: masterKey(randomBytes(32)) }),
};

for (const [name, make] of Object.entries(stores)) {
  test(`every statement of the ${name} finds its rows by an index`, async () => {
    const folder = await temporaryFolder();
    const path = join(folder.path, 'store.db');
    const { sql, opened } = preparedBy(() => make(path));
    const database = openConnection(path);
    try {
      assert.ok(sql.length > 10);
      for (const text of sql) {
        const steps = database.prepare(`EXPLAIN QUERY PLAN ${text}`).all() as { detail: string }[];
        for (const { detail } of steps) {
          if (MAY_BE_SCANNED.some((pattern) => pattern.test(detail))) continue;
          assert.doesNotMatch(detail, /^SCAN|TEMP B-TREE/, text);
        }
      }
    } finally {
      database.close();
      await opened.close();
      await folder.remove();
    }
  });
}
