/**
 * The operational store in SQLite: idempotency claims, reservations and values are on the disk when a call resolves.
 * Admissions have a connection of their own, on which they survive a killed process. Where a power cut takes the newest,
 * nobody needs their slots, some calls stay uncounted, and a settlement is made up for by the sweeper of reservations.
 * Counters and leases live in memory. One instance per file.
 */
import type { DatabaseSync } from 'node:sqlite';
import type {
  AdmissionRequest,
  AdmissionResult,
  IdempotencyClaim,
  IdempotencyRecord,
  IdempotencyScope,
  OperationalStore,
  QuotaState,
} from '#contracts/ports/operational-store.ts';
import { openDatabase } from '../database.ts';
import { GroupCommit } from '../group-commit.ts';
import { ADMISSION_SCHEMA, Admission } from './admission.ts';
import { IDEMPOTENCY_SCHEMA, Idempotency } from './idempotency.ts';
import { RESERVATIONS_SCHEMA, Reservations } from './reservations.ts';
import { Leases, WindowCounters } from './volatile-state.ts';

/** Rows dropped per transaction: commands wait behind one of these at most. */
const SWEEP_BATCH = 500;

export class SqliteOperationalStore implements OperationalStore {
  readonly #database: DatabaseSync;
  readonly #admissions: DatabaseSync;
  readonly #writes: GroupCommit;
  readonly #admissionWrites: GroupCommit;
  readonly #idempotency: Idempotency;
  readonly #admission: Admission;
  readonly #reservations: Reservations;
  readonly #counters = new WindowCounters();
  readonly #leases = new Leases();

  constructor(options: { path: string }) {
    const schema = IDEMPOTENCY_SCHEMA + ADMISSION_SCHEMA + RESERVATIONS_SCHEMA;
    this.#database = openDatabase(options.path, { synchronous: 'FULL', version: 1, schema });
    this.#admissions = openDatabase(options.path, { synchronous: 'NORMAL', version: 1, schema });
    this.#writes = new GroupCommit(this.#database);
    this.#admissionWrites = new GroupCommit(this.#admissions);
    this.#idempotency = new Idempotency(this.#database);
    this.#admission = new Admission(this.#admissions);
    this.#reservations = new Reservations(this.#database);
  }

  claimIdempotency(
    scope: IdempotencyScope,
    claim: { fingerprint: string; target_id: string; lease_until: string; expires_at: string },
    now: string,
  ): Promise<IdempotencyClaim> {
    return this.#writes.run(() => this.#idempotency.claim(scope, claim, now));
  }

  async idempotency(scope: IdempotencyScope, now: string): Promise<IdempotencyRecord | null> {
    return this.#idempotency.record(scope, now);
  }

  settleIdempotency(
    scope: IdempotencyScope,
    targetId: string,
    response: Parameters<OperationalStore['settleIdempotency']>[2],
  ): Promise<void> {
    return this.#writes.run(() => this.#idempotency.settle(scope, targetId, response));
  }

  releaseIdempotency(scope: IdempotencyScope, targetId: string, leaseUntil: string): Promise<void> {
    return this.#writes.run(() => this.#idempotency.release(scope, targetId, leaseUntil));
  }

  admit(request: AdmissionRequest): Promise<AdmissionResult> {
    return this.#admissionWrites.run(() => this.#admission.admit(request));
  }

  releaseSlot(keyId: string, callId: string): Promise<void> {
    return this.#admissionWrites.run(() => this.#admission.releaseSlot(keyId, callId));
  }

  settleCost(verificationId: string, costCents: number): Promise<void> {
    return this.#admissionWrites.run(() => this.#admission.settleCost(verificationId, costCents));
  }

  async openReservations(
    before: number,
    limit: number,
  ): Promise<{ verification_id: string; organization_id: string }[]> {
    return this.#admission.openReservations(before, limit);
  }

  async quota(keyId: string, quotaPerHour: number, now: number): Promise<QuotaState> {
    return this.#admission.quota(keyId, quotaPerHour, now);
  }

  async hit(counter: string, limit: number, windowMs: number, now: number): Promise<QuotaState & { allowed: boolean }> {
    return this.#counters.hit(counter, limit, windowMs, now);
  }

  reserve(namespace: string, value: string, owner: string): Promise<string> {
    return this.#writes.run(() => this.#reservations.reserve(namespace, value, owner));
  }

  async reservation(namespace: string, value: string): Promise<string | null> {
    return this.#reservations.owner(namespace, value);
  }

  releaseReservation(namespace: string, value: string, owner: string): Promise<void> {
    return this.#writes.run(() => this.#reservations.release(namespace, value, owner));
  }

  async acquireLease(name: string, holder: string, ttlMs: number, now: number): Promise<boolean> {
    return this.#leases.acquire(name, holder, ttlMs, now);
  }

  async releaseLease(name: string, holder: string): Promise<void> {
    this.#leases.release(name, holder);
  }

  compareAndSet(key: string, expected: string | null, value: string): Promise<boolean> {
    return this.#writes.run(() => this.#reservations.compareAndSet(key, expected, value));
  }

  async value(key: string): Promise<string | null> {
    return this.#reservations.value(key);
  }

  async sweep(now: number): Promise<number> {
    let dropped = this.#counters.sweep(now) + this.#leases.sweep(now);
    for (;;) {
      const [claims, admissions] = await Promise.all([
        this.#writes.run(() => this.#idempotency.sweep(now, SWEEP_BATCH)),
        this.#admissionWrites.run(() => this.#admission.sweep(now, SWEEP_BATCH)),
      ]);
      if (claims + admissions === 0) return dropped;
      dropped += claims + admissions;
    }
  }

  async close(): Promise<void> {
    this.#writes.close();
    this.#admissionWrites.close();
    this.#admissions.close();
    this.#database.close();
  }
}
