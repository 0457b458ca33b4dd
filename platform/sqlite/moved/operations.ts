/**
 * What the file of the operational stores holds durably, for a move to or from another shape. No service has it open. Slots
 * of calls are left out: they end with the process that held them.
 */
import type { DatabaseSync } from 'node:sqlite';
import type { HoldRow, MovedTable, QuotaRow, ServerValueRow, UniqueValueRow } from '#contracts/ports/moved-table.ts';
import { transaction } from '../database.ts';

export interface MovedOperations {
  idempotency: MovedTable<HoldRow>;
  quotas: MovedTable<QuotaRow>;
  unique_values: MovedTable<UniqueValueRow>;
  values: MovedTable<ServerValueRow>;
}

/** `database`: the file, made by SqliteOperations. */
export function movedOperations(database: DatabaseSync): MovedOperations {
  return {
    idempotency: tableOf(database, {
      read: `SELECT json_array(organization_id, principal_id, endpoint, key) AS id, fingerprint, target_id, response,
        lease_until, expires_at FROM idempotency`,
      write: `REPLACE INTO idempotency (organization_id, principal_id, endpoint, key, fingerprint, target_id, response,
        lease_until, expires_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      columns: ({ id, fingerprint, target_id, response, lease_until, expires_at }: HoldRow) => [
        ...partsOf(id),
        fingerprint,
        target_id,
        response,
        lease_until,
        expires_at,
      ],
    }),
    quotas: tableOf(database, {
      read: 'SELECT json_array(key_id, window_start) AS id, used FROM quota_windows',
      write: 'REPLACE INTO quota_windows (key_id, window_start, used) VALUES (?, ?, ?)',
      columns: ({ id, used }: QuotaRow) => [...partsOf(id), used],
    }),
    unique_values: tableOf(database, {
      read: 'SELECT json_array(namespace, value) AS id, owner FROM reservations',
      write: 'REPLACE INTO reservations (namespace, value, owner) VALUES (?, ?, ?)',
      columns: ({ id, owner }: UniqueValueRow) => [...partsOf(id), owner],
    }),
    values: tableOf(database, {
      read: 'SELECT key AS id, value FROM small_values',
      write: 'REPLACE INTO small_values (key, value) VALUES (?, ?)',
      columns: ({ id, value }: ServerValueRow) => [id, value],
    }),
  };
}

/** As all shapes write lists; keys of values are no lists. */
function sameText(id: string): string {
  return id.startsWith('[') ? JSON.stringify(JSON.parse(id)) : id;
}

type Column = string | number | null;

function partsOf(id: string): (string | number)[] {
  return JSON.parse(id) as (string | number)[];
}

/** `read` names the columns as the row's properties. */
function tableOf<Row extends { id: string }>(
  database: DatabaseSync,
  { read, write, columns }: { read: string; write: string; columns(row: Row): Column[] },
): MovedTable<Row> {
  return {
    async *rows() {
      for (const row of database.prepare(read).iterate())
        yield { ...row, id: sameText(String(row.id)) } as unknown as Row;
    },
    async put(rows) {
      const statement = database.prepare(write);
      transaction(database, () => {
        for (const row of rows) statement.run(...columns(row));
      });
    },
  };
}
