/**
 * Secrets and keys of the vault in MongoDB, for a move to or from another shape. A key that is put has no date, so that
 * MongoDB doesn't remove it by itself: another shape does not say which keys last beyond their due time. The service
 * destroys it when it is due, as ever.
 */
import { Binary, type Collection, type Db } from 'mongodb';
import { KeyVaultError } from '#contracts/ports/key-vault.ts';
import type { MovedVault } from '#contracts/ports/moved-table.ts';
import { dataKeyPurpose, type MasterKey, secretPurpose, unwrap, wrap } from '../../crypto/key-wrapping.ts';
import { type DataKeyDocument, type Deadline, isLive, type Wrapped } from '../vault/key-vault.ts';
import { inBatches, putAll, replacing } from './documents.ts';

const KEYS_AT_ONCE = 500;

export interface MovedVaultOptions {
  database: Db;
  /** Wraps what is put. */
  master: MasterKey;
  /** All that may have wrapped what is read. */
  known: readonly MasterKey[];
}

export function movedVault({ database, master, known }: MovedVaultOptions): MovedVault {
  const secrets: Collection<Wrapped> = database.collection('server_secrets');
  const keys: Collection<DataKeyDocument> = database.collection('data_keys');
  const deadlines: Collection<Deadline> = database.collection('key_deadlines');

  function opened(purpose: string, { master: by, wrapped }: Pick<Wrapped, 'master' | 'wrapped'>): Uint8Array {
    const wrappedBy = known.find(({ id }) => id === by);
    const secret = wrappedBy && unwrap(wrappedBy, purpose, wrapped.value());
    if (!secret) {
      throw new KeyVaultError('wrong_master_key', `${purpose} does not unwrap with master key ${by}`);
    }
    return new Uint8Array(secret);
  }
  const wrapped = (purpose: string, secret: Uint8Array) => ({
    master: master.id,
    wrapped: new Binary(wrap(master, purpose, secret)),
  });

  return {
    secrets: {
      async *rows() {
        for await (const row of secrets.find({})) yield { id: row._id, secret: opened(secretPurpose(row._id), row) };
      },
      put: (rows) =>
        putAll(
          secrets,
          rows.map(({ id, secret }) => replacing({ _id: id, ...wrapped(secretPurpose(id), secret) })),
        ),
    },
    data_keys: {
      async *rows() {
        for await (const due of inBatches(deadlines.find({}), KEYS_AT_ONCE)) {
          const found = await keys.find({ _id: { $in: due.map(({ _id }) => _id) } }).toArray();
          const held = new Map(found.map((document) => [document._id, document]));
          for (const { _id: id, organization_id, expires_at } of due) {
            const document = held.get(id);
            const key = document !== undefined && isLive(document) ? opened(dataKeyPurpose(id), document) : null;
            yield { id, organization_id, expires_at: expires_at.getTime(), key };
          }
        }
      },
      async put(rows) {
        const held = rows.flatMap(({ id, organization_id, key }) =>
          key === null
            ? []
            : [replacing<DataKeyDocument>({ _id: id, organization_id, ...wrapped(dataKeyPurpose(id), key) })],
        );
        await putAll(keys, held);
        await putAll(
          deadlines,
          rows.map(({ id, organization_id, expires_at }) =>
            replacing({ _id: id, organization_id, expires_at: new Date(expires_at) }),
          ),
        );
      },
    },
    destroyed_keys: {
      async *rows() {
        for await (const { _id } of keys.find({ destroyed: true }, { projection: { _id: 1 } })) yield { id: _id };
      },
      async put(rows) {
        const ids = rows.map(({ id }) => id);
        // What was moved before it was destroyed goes with it.
        await keys.deleteMany({ _id: { $in: ids }, destroyed: { $exists: false } });
        await putAll(
          keys,
          ids.map((_id) => replacing<DataKeyDocument>({ _id, destroyed: true })),
        );
        await deadlines.deleteMany({ _id: { $in: ids } });
      },
    },
  };
}
