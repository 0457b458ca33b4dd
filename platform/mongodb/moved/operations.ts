/**
 * What the operational stores in MongoDB hold durably, for a move to or from another shape. Slots, leases and counters are
 * left out: they end with the processes that held them.
 */
import type { Collection, Db } from 'mongodb';
import type { HoldRow, MovedTable, QuotaRow, ServerValueRow, UniqueValueRow } from '#contracts/ports/moved-table.ts';
import { HOUR_MS } from '../../fixed-windows.ts';
import { nameOf } from '../guarded-upsert.ts';
import type { HoldDocument } from '../operations/idempotency.ts';
import { hourOf, type Usage } from '../operations/key-usage.ts';
import { putAll, replacing } from './documents.ts';

export interface MovedOperations {
  idempotency: MovedTable<HoldRow>;
  quotas: MovedTable<QuotaRow>;
  unique_values: MovedTable<UniqueValueRow>;
  values: MovedTable<ServerValueRow>;
}

export function movedOperations(database: Db): MovedOperations {
  const holds: Collection<HoldDocument> = database.collection('idempotency');
  const usage: Collection<Usage> = database.collection('key_usage');
  const unique: Collection<{ _id: string; owner: string }> = database.collection('reservations');
  const values: Collection<{ _id: string; value: string }> = database.collection('small_values');
  return {
    idempotency: {
      async *rows() {
        for await (const { _id: id, fingerprint, target_id, response, lease_until, expires_at } of holds.find({})) {
          yield { id, fingerprint, target_id, response, lease_until, expires_at: expires_at.getTime() };
        }
      },
      put: (rows) =>
        putAll(
          holds,
          rows.map(({ id, expires_at, ...rest }) => replacing({ _id: id, ...rest, expires_at: new Date(expires_at) })),
        ),
    },
    quotas: {
      async *rows() {
        for await (const { _id, used = {} } of usage.find({})) {
          for (const [hour, count] of Object.entries(used)) {
            yield { id: nameOf(_id, Number(hour.slice(hourOf(0).length - 1))), used: count };
          }
        }
      },
      put: (rows) =>
        putAll(
          usage,
          rows.map(({ id, used }) => {
            const [keyId, start] = JSON.parse(id) as [string, number];
            const update = {
              $set: { [`used.${hourOf(start)}`]: used },
              $max: { expires_at: new Date(start + HOUR_MS) },
              $setOnInsert: { calls: [], slots: [] },
            };
            return { updateOne: { filter: { _id: keyId }, update: update as never, upsert: true } };
          }),
        ),
    },
    unique_values: {
      async *rows() {
        for await (const { _id: id, owner } of unique.find({})) yield { id, owner };
      },
      put: (rows) =>
        putAll(
          unique,
          rows.map(({ id, owner }) => replacing({ _id: id, owner })),
        ),
    },
    values: {
      async *rows() {
        for await (const { _id: id, value } of values.find({})) yield { id, value };
      },
      put: (rows) =>
        putAll(
          values,
          rows.map(({ id, value }) => replacing({ _id: id, value })),
        ),
    },
  };
}
