/**
 * The operational stores in SQLite. Idempotency holds, unique values and server values are on the disk when a call
 * resolves. Admissions have a separate connection whose commits survive a killed process. A power cut may lose the
 * newest: their slots are no longer needed, some calls stay uncounted, and the reservation sweeper repeats lost
 * settlements. One instance per file.
 */
import type { DatabaseSync } from 'node:sqlite';
import type { AdmissionStore } from '#contracts/ports/admission.ts';
import type { IdempotencyStore } from '#contracts/ports/idempotency.ts';
import type { OperationalStores } from '#contracts/ports/operational-stores.ts';
import type { ServerValues } from '#contracts/ports/server-values.ts';
import type { UniqueValues } from '#contracts/ports/unique-values.ts';
import { openDatabase } from '../database.ts';
import { GroupCommit } from '../group-commit.ts';
import { ADMISSION_SCHEMA, AdmissionTables } from './admission.ts';
import { IDEMPOTENCY_SCHEMA, IdempotencyTable } from './idempotency.ts';
import { SERVER_VALUES_SCHEMA, ServerValuesTable } from './server-values.ts';
import { UNIQUE_VALUES_SCHEMA, UniqueValuesTable } from './unique-values.ts';

/** Rows dropped per transaction. Commands wait for one such transaction at most. */
const SWEEP_BATCH = 500;

/** The durable stores: all but counters and leases, see `withVolatileState`. */
export type DurableOperations = Omit<OperationalStores, 'counters' | 'leases'>;

export class SqliteOperations implements DurableOperations {
  readonly idempotency: IdempotencyStore;
  readonly admission: AdmissionStore;
  readonly uniqueValues: UniqueValues;
  readonly values: ServerValues;
  readonly #database: DatabaseSync;
  readonly #admissionDatabase: DatabaseSync;
  readonly #writes: GroupCommit;
  readonly #admissionWrites: GroupCommit;
  readonly #idempotencyTable: IdempotencyTable;
  readonly #admissionTables: AdmissionTables;

  constructor(options: { path: string }) {
    const schema = IDEMPOTENCY_SCHEMA + ADMISSION_SCHEMA + UNIQUE_VALUES_SCHEMA + SERVER_VALUES_SCHEMA;
    this.#database = openDatabase(options.path, { synchronous: 'FULL', version: 1, schema });
    this.#admissionDatabase = openDatabase(options.path, { synchronous: 'NORMAL', version: 1, schema });
    this.#writes = new GroupCommit(this.#database);
    this.#admissionWrites = new GroupCommit(this.#admissionDatabase);
    this.#idempotencyTable = new IdempotencyTable(this.#database);
    this.#admissionTables = new AdmissionTables(this.#admissionDatabase);
    this.idempotency = idempotencyStore(this.#idempotencyTable, this.#writes);
    this.admission = admissionStore(this.#admissionTables, this.#admissionWrites);
    this.uniqueValues = uniqueValues(new UniqueValuesTable(this.#database), this.#writes);
    this.values = serverValues(new ServerValuesTable(this.#database), this.#writes);
  }

  async sweep(now: number): Promise<number> {
    let dropped = 0;
    for (;;) {
      const [holds, admissions] = await Promise.all([
        this.#writes.run(() => this.#idempotencyTable.sweep(now, SWEEP_BATCH)),
        this.#admissionWrites.run(() => this.#admissionTables.sweep(now, SWEEP_BATCH)),
      ]);
      if (holds + admissions === 0) return dropped;
      dropped += holds + admissions;
    }
  }

  async close(): Promise<void> {
    this.#writes.close();
    this.#admissionWrites.close();
    this.#admissionDatabase.close();
    this.#database.close();
  }
}

function idempotencyStore(table: IdempotencyTable, writes: GroupCommit): IdempotencyStore {
  return {
    hold: (scope, hold, now) => writes.run(() => table.hold(scope, hold, now)),
    find: async (scope, now) => table.find(scope, now),
    settle: (scope, targetId, outcome) => writes.run(() => table.settle(scope, targetId, outcome)),
    renew: (scope, targetId, leaseUntil, next) => writes.run(() => table.renew(scope, targetId, leaseUntil, next)),
    release: (scope, targetId, leaseUntil) => writes.run(() => table.release(scope, targetId, leaseUntil)),
  };
}

function admissionStore(tables: AdmissionTables, writes: GroupCommit): AdmissionStore {
  return {
    admit: (request) => writes.run(() => tables.admit(request)),
    releaseSlot: (keyId, callId) => writes.run(() => tables.releaseSlot(keyId, callId)),
    raiseReservation: (raise) => writes.run(() => tables.raiseReservation(raise)),
    settleCost: (reservationId, cents) => writes.run(() => tables.settleCost(reservationId, cents)),
    openReservations: async (before, limit) => tables.openReservations(before, limit),
    quota: async (keyId, quotaPerHour, now) => tables.quota(keyId, quotaPerHour, now),
  };
}

function uniqueValues(table: UniqueValuesTable, writes: GroupCommit): UniqueValues {
  return {
    reserve: (namespace, value, owner) => writes.run(() => table.reserve(namespace, value, owner)),
    owner: async (namespace, value) => table.owner(namespace, value),
    release: (namespace, value, owner) => writes.run(() => table.release(namespace, value, owner)),
  };
}

function serverValues(table: ServerValuesTable, writes: GroupCommit): ServerValues {
  return {
    get: async (key) => table.get(key),
    compareAndSet: (key, expected, value) => writes.run(() => table.compareAndSet(key, expected, value)),
  };
}
