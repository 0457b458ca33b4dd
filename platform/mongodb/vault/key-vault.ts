/**
 * The key vault in MongoDB. Each key has one document, which holds its wrapped form and, once destroyed, a permanent
 * mark, so that creating and destroying exclude each other. Ephemeral keys are stored like the others, as the stages of
 * a verification run in several processes.
 *
 * Deadlines are in a separate collection without a TTL: a key removed by its TTL, because no process erased it in time,
 * is still due, so its verification is still recorded as expired.
 *
 * Destroying a key removes the wrapped key from the documents. Former states that MongoDB keeps in its own files
 * (oplog, journal, free pages) cannot be erased from here, but can only be opened with the master key.
 */
import { randomBytes } from 'node:crypto';
import { Binary, type Collection, type Db, type Filter } from 'mongodb';
import {
  type DataKeyOptions,
  type DueKey,
  type KeyVault,
  KeyVaultError,
  unknownKey,
} from '#contracts/ports/key-vault.ts';
import { dataKeyPurpose, KEY_BYTES, type MasterKey, secretPurpose, unwrap, wrap } from '../../crypto/key-wrapping.ts';
import { toMilliseconds } from '../../times.ts';
import { READ_TIMEOUT_MS } from '../connection.ts';
import { insertUnlessThere, type Named } from '../guarded-upsert.ts';
import { ensureIndexes, timeToLive } from '../indexes.ts';

/** A secret wrapped by a master key. */
export interface Wrapped extends Named {
  /** Id of the master key. */
  master: string;
  wrapped: Binary;
}

export interface LiveKey extends Wrapped {
  organization_id: string;
  expires_at: Date;
}

export interface Deadline extends Named {
  organization_id: string;
  expires_at: Date;
}

/** A destroyed key keeps only its id, without a date, so that the TTL never removes it. */
export interface DataKeyDocument extends Named, Partial<LiveKey> {
  _id: string;
  destroyed?: true;
}

interface MasterKeys extends Named {
  /** Ids of the master keys that may have wrapped something. */
  ids: string[];
}

export interface MongoKeyVaultOptions {
  master: MasterKey;
  /** The previous master key, needed while rotating to `master`. */
  previousMaster?: MasterKey | null;
}

const ROTATION_BATCH = 500;
const MASTER_KEYS = 'master-keys';

export class MongoKeyVault implements KeyVault {
  readonly #keys: Collection<DataKeyDocument>;
  readonly #deadlines: Collection<Deadline>;
  readonly #secrets: Collection<Wrapped>;
  readonly #masters: Collection<MasterKeys>;
  readonly #master: MasterKey;
  readonly #known: readonly MasterKey[];
  /** Keys whose destruction has begun in this process and is not known to be complete. */
  readonly #shredding = new Set<string>();

  private constructor(database: Db, { master, previousMaster }: MongoKeyVaultOptions) {
    this.#keys = database.collection('data_keys');
    this.#deadlines = database.collection('key_deadlines');
    this.#secrets = database.collection('server_secrets');
    this.#masters = database.collection('vault_state');
    this.#master = master;
    this.#known = previousMaster ? [master, previousMaster] : [master];
  }

  /** Throws KeyVaultError `wrong_master_key` when the vault needs a master key that is not given. */
  static async open(database: Db, options: MongoKeyVaultOptions): Promise<MongoKeyVault> {
    const vault = new MongoKeyVault(database, options);
    await vault.#checkMasterKey();
    await ensureIndexes(vault.#keys, [timeToLive('expires_at')]);
    await ensureIndexes(vault.#deadlines, [{ key: { expires_at: 1, _id: 1 } }]);
    return vault;
  }

  async createDataKey(id: string, options: DataKeyOptions): Promise<Uint8Array> {
    const expires_at = new Date(toMilliseconds(options.expires_at));
    if (this.#shredding.has(id)) throw destroyed(id);
    const fresh = randomBytes(KEY_BYTES);
    const deadline = { _id: id, organization_id: options.organization_id, expires_at };
    const { _id, organization_id } = deadline;
    // The TTL removes keys by their date; one without a date it leaves alone.
    const lasts = options.lasting === true;
    const document = { _id, organization_id, ...(!lasts && { expires_at }), ...this.#wrap(dataKeyPurpose(id), fresh) };
    // In parallel, as either write alone does no harm: shredding ignores a missing key, and the TTL removes a lone key.
    const [found, due] = await Promise.all([
      insertUnlessThere<DataKeyDocument>(this.#keys, document),
      insertUnlessThere<Deadline>(this.#deadlines, deadline),
    ]);
    if (this.#shredding.has(id) || (found !== null && !isLive(found))) {
      await this.#deadlines.deleteOne({ _id: id });
      throw destroyed(id);
    }
    const moved = (lasts ? [due] : [found, due]).some(
      (before) => before && before.expires_at?.getTime() !== expires_at.getTime(),
    );
    if (moved) await this.reschedule(id, options.expires_at);
    return found === null ? new Uint8Array(fresh) : this.#unwrap(dataKeyPurpose(id), found as LiveKey);
  }

  async dataKey(id: string): Promise<Uint8Array | null> {
    if (this.#shredding.has(id)) return null;
    const found = await this.#keys.findOne({ _id: id }, { maxTimeMS: READ_TIMEOUT_MS });
    if (this.#shredding.has(id)) return null;
    if (found === null) return this.#gone(id);
    if (!isLive(found)) return null;
    return this.#unwrap(dataKeyPurpose(id), found);
  }

  async reschedule(id: string, expiresAt: string): Promise<void> {
    const expires_at = new Date(toMilliseconds(expiresAt));
    const dated = { _id: id, destroyed: { $exists: false }, expires_at: { $exists: true } };
    await this.#keys.updateOne(dated, { $set: { expires_at } });
    await this.#deadlines.updateOne({ _id: id }, { $set: { expires_at } });
  }

  async shred(ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return;
    for (const id of ids) this.#shredding.add(id);
    const what = { organization_id: '', expires_at: '', master: '', wrapped: '' } as const;
    const update = { $set: { destroyed: true }, $unset: what } as const;
    // Filtered by _id alone, so that the server retries when two upserts insert the same document.
    const operations = [...new Set(ids)].map((id) => ({ updateOne: { filter: { _id: id }, update, upsert: true } }));
    await this.#keys.bulkWrite(operations, { ordered: false });
    await this.#deadlines.deleteMany({ _id: { $in: [...ids] } });
    for (const id of ids) this.#shredding.delete(id);
  }

  async due(now: string, limit: number, after: Pick<DueKey, 'id' | 'expires_at'> | null = null): Promise<DueKey[]> {
    if (limit < 1) return [];
    const due = { expires_at: { $lte: new Date(toMilliseconds(now)) } };
    const filter = after === null ? due : { $and: [due, comesAfter(after)] };
    const options = { limit, sort: { expires_at: 1, _id: 1 } as const, maxTimeMS: READ_TIMEOUT_MS };
    const found = await this.#deadlines.find(filter, options).toArray();
    return found.map(({ _id, organization_id, expires_at }) => ({
      id: _id,
      organization_id,
      expires_at: expires_at.toISOString(),
    }));
  }

  async serverSecret(name: string): Promise<Uint8Array> {
    const purpose = secretPurpose(name);
    const stored = await this.#secrets.findOne({ _id: name }, { maxTimeMS: READ_TIMEOUT_MS });
    if (stored !== null) return this.#unwrap(purpose, stored);
    const secret = randomBytes(KEY_BYTES);
    const before = await insertUnlessThere<Wrapped>(this.#secrets, { _id: name, ...this.#wrap(purpose, secret) });
    return before === null ? new Uint8Array(secret) : this.#unwrap(purpose, before);
  }

  /** Every process must already run with the new master key; otherwise it keeps wrapping with the previous one. */
  async rotateMasterKey(): Promise<number> {
    const secrets = await this.#rewrapAll(this.#secrets, secretPurpose);
    const keys = await this.#rewrapAll(this.#keys as unknown as Collection<Wrapped>, dataKeyPurpose);
    await this.#masters.updateOne({ _id: MASTER_KEYS }, { $set: { ids: [this.#master.id] } });
    return secrets + keys;
  }

  /** The caller closes the connection. */
  async close(): Promise<void> {}

  /** Null for a key that the TTL removed, which still has a deadline. Throws KeyVaultError `key_unknown` otherwise. */
  async #gone(id: string): Promise<null> {
    const deadline = await this.#deadlines.findOne({ _id: id }, { maxTimeMS: READ_TIMEOUT_MS });
    if (deadline !== null) return null;
    // It may have been shredded between the two reads.
    const destroyed = await this.#keys.findOne({ _id: id }, { maxTimeMS: READ_TIMEOUT_MS });
    if (destroyed === null) throw unknownKey(id);
    return null;
  }

  /** Records the current master key before it wraps anything. */
  async #checkMasterKey(): Promise<void> {
    const { id } = this.#master;
    const state = await insertUnlessThere<MasterKeys>(this.#masters, { _id: MASTER_KEYS, ids: [id] });
    const unknown = (state?.ids ?? []).filter((needed) => !this.#known.some((master) => master.id === needed));
    if (unknown.length > 0) {
      const message = `the vault needs master key ${unknown.join(', ')}, which is not given`;
      throw new KeyVaultError('wrong_master_key', message);
    }
    if (state !== null) await this.#masters.updateOne({ _id: MASTER_KEYS }, { $addToSet: { ids: id } });
  }

  #wrap(purpose: string, secret: Uint8Array): { master: string; wrapped: Binary } {
    return { master: this.#master.id, wrapped: new Binary(wrap(this.#master, purpose, secret)) };
  }

  #unwrap(purpose: string, { master, wrapped }: Wrapped): Uint8Array {
    const known = this.#known.find(({ id }) => id === master);
    const secret = known && unwrap(known, purpose, wrapped.value());
    if (!secret) throw new KeyVaultError('wrong_master_key', `${purpose} does not unwrap with master key ${master}`);
    return new Uint8Array(secret);
  }

  async #rewrapAll(collection: Collection<Wrapped>, purposeOf: (id: string) => string): Promise<number> {
    let count = 0;
    for (let after: string | null = null; ; ) {
      const others = {
        master: { $exists: true, $ne: this.#master.id },
        ...(after !== null && { _id: { $gt: after } }),
      };
      const batch: Wrapped[] = await collection.find(others, { sort: { _id: 1 }, limit: ROTATION_BATCH }).toArray();
      for (const found of batch) {
        const purpose = purposeOf(found._id);
        const rewrapped = this.#wrap(purpose, this.#unwrap(purpose, found));
        // A key destroyed in the meantime must not come back.
        const { modifiedCount } = await collection.updateOne(
          { _id: found._id, master: found.master },
          { $set: rewrapped },
        );
        count += modifiedCount;
      }
      const last = batch.at(-1);
      if (last === undefined) return count;
      after = last._id;
    }
  }
}

/** Translates failures of MongoDB into the port's errors. */
export function vaultFailure(error: unknown): unknown {
  if (!(error instanceof Error) || error.name !== 'MongoStoreError') return error;
  return new KeyVaultError('unavailable', error.message, { cause: error });
}

export function isLive(document: DataKeyDocument): document is LiveKey {
  return document.wrapped !== undefined && document.destroyed === undefined;
}

function comesAfter({ id, expires_at }: Pick<DueKey, 'id' | 'expires_at'>): Filter<Deadline> {
  const at = new Date(toMilliseconds(expires_at));
  return { $or: [{ expires_at: { $gt: at } }, { expires_at: at, _id: { $gt: id } }] };
}

function destroyed(id: string): KeyVaultError {
  return new KeyVaultError('key_destroyed', `the key ${id} was destroyed and is not made again`);
}
