/**
 * The key vault in its own SQLite file, so that a key can be removed from the disk without touching anything else: its
 * wrapped form is overwritten in place, then a checkpoint empties the write-ahead log.
 *
 * One instance per file, as ephemeral keys live in the memory of this object. Their deadlines are in the file, so that
 * the expiry of a verification is recorded even if its key was lost.
 */
import { randomBytes } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import {
  type DataKeyOptions,
  type DueKey,
  type KeyVault,
  KeyVaultError,
  unknownKey,
} from '#contracts/ports/key-vault.ts';
import { isStorageUnwritable } from '#contracts/ports/storage.ts';
import { dataKeyPurpose, KEY_BYTES, type MasterKey, secretPurpose, wrap } from '../../crypto/key-wrapping.ts';
import { toMilliseconds, toTimestamp } from '../../times.ts';
import { transaction } from '../database.ts';
import { GroupCommit } from '../group-commit.ts';
import { EphemeralKeys } from './ephemeral-keys.ts';
import { ErasingCheckpoint } from './erasing-checkpoint.ts';
import { openVault, prepareStatements } from './vault-tables.ts';
import { WrappedKeys, type WrappedRow } from './wrapped-keys.ts';
import { WrappedSlots } from './wrapped-slots.ts';

export interface SqliteKeyVaultOptions {
  path: string;
  master: MasterKey;
  /** The previous master key, needed while rotating to `master`. */
  previousMaster?: MasterKey | null;
  /** How long an erasure waits for readers of the file before it reports `erasure_blocked`. */
  erasurePatienceMs?: number;
}

/** Well within the 10 seconds that an erasure may take, so that there is time for a second attempt. */
const ERASURE_PATIENCE_MS = 4_000;
const ROTATION_BATCH = 500;
const BEFORE_ALL_TIMES = Number.MIN_SAFE_INTEGER;

export class SqliteKeyVault implements KeyVault {
  readonly #database: DatabaseSync;
  readonly #writes: GroupCommit;
  readonly #checkpoint: ErasingCheckpoint;
  readonly #statements: ReturnType<typeof prepareStatements>;
  readonly #slots: WrappedSlots;
  readonly #keys: WrappedKeys;
  readonly #master: MasterKey;
  readonly #known: readonly MasterKey[];
  readonly #patienceMs: number;
  readonly #ephemeral = new EphemeralKeys();
  /** Keys whose destruction has begun and is not committed yet. */
  readonly #shredding = new Set<string>();

  /** Throws KeyVaultError `wrong_master_key` when the file needs a master key that is not given. */
  constructor(options: SqliteKeyVaultOptions) {
    this.#master = options.master;
    this.#known = options.previousMaster ? [options.master, options.previousMaster] : [options.master];
    this.#patienceMs = options.erasurePatienceMs ?? ERASURE_PATIENCE_MS;
    this.#database = openVault(options.path);
    try {
      this.#statements = prepareStatements(this.#database);
      this.#slots = new WrappedSlots(this.#database);
      this.#keys = new WrappedKeys(this.#database, this.#known);
      this.#checkMasterKey();
    } catch (error) {
      this.#database.close();
      throw error;
    }
    this.#writes = new GroupCommit(this.#database);
    this.#checkpoint = new ErasingCheckpoint(this.#database);
    // Completes an erasure that a crash interrupted between its commit and its checkpoint.
    this.#checkpoint.attempt();
  }

  async createDataKey(id: string, options: DataKeyOptions): Promise<Uint8Array> {
    const expiresAt = toMilliseconds(options.expires_at);
    const key = await this.#write(() => {
      if (this.#isDestroyed(id)) return null;
      const existing = this.#find(id);
      if (existing !== null) {
        this.#setDue(id, expiresAt);
        // The deadline may have been lost with a failed commit.
        if (options.ephemeral) this.#statements.putDeadline.run(id, options.organization_id, expiresAt);
        return existing;
      }
      if (options.ephemeral) {
        this.#statements.putDeadline.run(id, options.organization_id, expiresAt);
        return this.#ephemeral.create(id);
      }
      const fresh = randomBytes(KEY_BYTES);
      const slot = this.#slots.take(wrap(this.#master, dataKeyPurpose(id), fresh));
      this.#statements.insertDataKey.run(id, options.organization_id, expiresAt, this.#masterNumber(), slot);
      return new Uint8Array(fresh);
    });
    if (key === null) throw destroyed(id);
    return key;
  }

  async dataKey(id: string): Promise<Uint8Array | null> {
    const key = this.#find(id);
    if (key === null && !this.#shredding.has(id) && !this.#keys.isGone(id)) throw unknownKey(id);
    return key;
  }

  async reschedule(id: string, expiresAt: string): Promise<void> {
    const milliseconds = toMilliseconds(expiresAt);
    await this.#write(() => this.#setDue(id, milliseconds));
  }

  async shred(ids: readonly string[]): Promise<void> {
    for (const id of ids) {
      this.#shredding.add(id);
      this.#ephemeral.destroy(id);
    }
    await this.#write(() => {
      for (const id of ids) {
        const row = this.#statements.deleteDataKey.get(id) as { slot: number } | undefined;
        if (row !== undefined) this.#slots.clear(row.slot);
        this.#statements.deleteDeadline.run(id);
        this.#statements.insertDestroyed.run(id);
      }
    });
    for (const id of ids) this.#shredding.delete(id);
    await this.#eraseTraces();
  }

  async due(now: string, limit: number, after: Pick<DueKey, 'id' | 'expires_at'> | null = null): Promise<DueKey[]> {
    const due = this.#statements.due.all({
      now: toMilliseconds(now),
      limit,
      after: after === null ? BEFORE_ALL_TIMES : toMilliseconds(after.expires_at),
      id: after?.id ?? '',
    }) as {
      id: string;
      organization_id: string;
      expires_at: number;
    }[];
    return due.map((row) => ({ ...row, expires_at: toTimestamp(row.expires_at) }));
  }

  async serverSecret(name: string): Promise<Uint8Array> {
    const purpose = secretPurpose(name);
    const stored = this.#statements.secret.get(name) as WrappedRow | undefined;
    if (stored !== undefined) return this.#keys.unwrap(purpose, stored);
    return this.#write(() => {
      const row = this.#statements.secret.get(name) as WrappedRow | undefined;
      if (row !== undefined) return this.#keys.unwrap(purpose, row);
      const secret = randomBytes(KEY_BYTES);
      const slot = this.#slots.take(wrap(this.#master, purpose, secret));
      this.#statements.insertSecret.run(name, this.#masterNumber(), slot);
      return new Uint8Array(secret);
    });
  }

  async rotateMasterKey(): Promise<number> {
    let count = await this.#write(() => this.#rewrapSecrets());
    for (let after = 0; ; ) {
      const batch = await this.#write(() => this.#rewrapDataKeys(after));
      if (batch === null) break;
      count += batch.rewrapped;
      after = batch.last;
    }
    await this.#write(() => this.#statements.forgetMasterKeys.run(this.#masterNumber()));
    // Nothing that the previous master key opens may remain in the files.
    await this.#eraseTraces();
    return count;
  }

  async close(): Promise<void> {
    this.#writes.close();
    this.#checkpoint.close();
    this.#database.close();
  }

  #checkMasterKey(): void {
    const needed = (this.#statements.masterKeys.all() as { key_id: string }[]).map((row) => row.key_id);
    const unknown = needed.filter((id) => !this.#known.some((master) => master.id === id));
    if (unknown.length > 0) {
      throw new KeyVaultError(
        'wrong_master_key',
        `the vault needs master key ${unknown.join(', ')}, which is not given`,
      );
    }
    // From the first start on, so that a different master key is noticed before it wraps anything.
    if (needed.length === 0) transaction(this.#database, () => this.#masterNumber());
  }

  /** Number of the current master key; call inside a write transaction. */
  #masterNumber(): number {
    this.#statements.insertMasterKey.run(this.#master.id);
    return (this.#statements.masterNumber.get(this.#master.id) as { number: number }).number;
  }

  #find(id: string): Uint8Array | null {
    if (this.#shredding.has(id)) return null;
    const ephemeral = this.#ephemeral.get(id);
    if (ephemeral !== null) return ephemeral;
    return this.#keys.dataKey(id);
  }

  #setDue(id: string, expiresAt: number): void {
    this.#statements.rescheduleKey.run(expiresAt, id);
    this.#statements.rescheduleDeadline.run(expiresAt, id);
  }

  #isDestroyed(id: string): boolean {
    return this.#shredding.has(id) || this.#statements.isDestroyed.get(id) !== undefined;
  }

  #rewrapSecrets(): number {
    const current = this.#masterNumber();
    const rows = this.#statements.secretsOfOthers.all(current) as unknown as (WrappedRow & { name: string })[];
    for (const row of rows) {
      this.#rewrap(secretPurpose(row.name), row);
      this.#statements.markSecret.run(current, row.name);
    }
    return rows.length;
  }

  /** Rewraps the next batch of keys, in order of number; null when there are no more. */
  #rewrapDataKeys(after: number): { rewrapped: number; last: number } | null {
    const current = this.#masterNumber();
    const rows = this.#statements.dataKeysAfter.all(after, ROTATION_BATCH) as unknown as (WrappedRow & {
      number: number;
      id: string;
    })[];
    const last = rows.at(-1)?.number;
    if (last === undefined) return null;
    const others = rows.filter((row) => row.master !== current);
    for (const row of others) {
      this.#rewrap(dataKeyPurpose(row.id), row);
      this.#statements.markDataKey.run(current, row.number);
    }
    return { rewrapped: others.length, last };
  }

  #rewrap(purpose: string, row: WrappedRow): void {
    this.#slots.overwrite(row.slot, wrap(this.#master, purpose, this.#keys.unwrap(purpose, row)));
  }

  async #write<T>(work: () => T): Promise<T> {
    try {
      return await this.#writes.run(work);
    } catch (error) {
      if (error instanceof KeyVaultError || isStorageUnwritable(error)) throw error;
      throw new KeyVaultError('unavailable', 'the vault could not be written', { cause: error });
    }
  }

  #eraseTraces(): Promise<void> {
    const blocked = () =>
      new KeyVaultError('erasure_blocked', 'a reader of the vault keeps erased pages alive, or they cannot be written');
    return this.#checkpoint.run(this.#patienceMs, blocked);
  }
}

function destroyed(id: string): KeyVaultError {
  return new KeyVaultError('key_destroyed', `the key ${id} was destroyed and is not made again`);
}
