/** Moves the tables beside the log, and compares them afterwards. */
import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';
import type { MovedRow, MovedTable, MovedTables } from '#contracts/ports/moved-table.ts';
import type { Report } from '../control/progress.ts';
import { isOfPlace } from './checkpoints.ts';
import { MoveError } from './move-error.ts';

/** In this order: keys before what they seal; `values` are moved apart, as some name places in the log. */
export const TABLES = [
  'secrets',
  'destroyed_keys',
  'data_keys',
  'unique_values',
  'idempotency',
  'quotas',
  'costs',
  'blobs',
  'library',
  'values',
] as const satisfies readonly (keyof MovedTables)[];
export type TableName = (typeof TABLES)[number];

const MOST_ROWS = 500;
const MOST_BYTES = 8_000_000;
const HOUR_MS = 3_600_000;

/** Rows that mean something at `now`: expired ones may be removed on either side at any time. */
type Lasts = (row: never, now: number) => boolean;
const LASTING: Partial<Record<TableName, Lasts>> = {
  idempotency: (row: { expires_at: number }, now) => row.expires_at > now,
  quotas: ({ id }: MovedRow, now) => (JSON.parse(id) as [string, number])[1] + HOUR_MS > now,
  blobs: (row: { expires_at: number | null }, now) => row.expires_at === null || row.expires_at > now,
  values: ({ id }: MovedRow) => !isOfPlace(id),
};

/** Copies what lasts beyond `now`. Returns the number of rows. */
export async function moveTable(
  name: TableName,
  source: MovedTables,
  target: MovedTables,
  now: number,
  report: Report,
): Promise<number> {
  let moved = 0;
  let batch: MovedRow[] = [];
  let bytes = 0;
  const put = async () => {
    if (batch.length > 0) await (target[name] as MovedTable<MovedRow>).put(batch);
    moved += batch.length;
    batch = [];
    bytes = 0;
    report({ label: `moving ${name.replaceAll('_', ' ')}`, done: moved, total: null });
  };
  for await (const row of lastingRows(name, source, now)) {
    batch.push(row);
    bytes += 'bytes' in row ? (row.bytes as Uint8Array).byteLength : 0;
    if (batch.length >= MOST_ROWS || bytes > MOST_BYTES) await put();
  }
  await put();
  return moved;
}

/** Throws MoveError if the rows that last beyond `now` differ. Returns how many there are. */
export async function compareTable(
  name: TableName,
  source: MovedTables,
  target: MovedTables,
  now: number,
): Promise<number> {
  const hashes = new Map<string, string>();
  for await (const row of lastingRows(name, source, now)) hashes.set(row.id, hashOf(row));
  const rows = hashes.size;
  for await (const row of lastingRows(name, target, now)) {
    // An id may be a digest of text of a customer, or a name of theirs: it is not shown.
    if (hashes.get(row.id) !== hashOf(row)) throw new MoveError(`${name}: the target has another row than the source`);
    hashes.delete(row.id);
  }
  if (hashes.size > 0) throw new MoveError(`${name}: the target lacks ${hashes.size} of ${rows} rows`);
  return rows;
}

async function* lastingRows(name: TableName, tables: MovedTables, now: number): AsyncGenerator<MovedRow> {
  const lasts = (LASTING[name] ?? (() => true)) as (row: MovedRow, now: number) => boolean;
  for await (const row of tables[name].rows()) if (lasts(row, now)) yield row;
}

function hashOf(row: MovedRow): string {
  const plain = Object.entries(row).map(([field, value]) => [
    field,
    value instanceof Uint8Array ? Buffer.from(value).toString('hex') : value,
  ]);
  return createHash('sha256')
    .update(canonicalize(Object.fromEntries(plain))!)
    .digest('base64');
}
