/** Idempotency holds. Every method that writes runs inside a write transaction of its caller. */
import type { DatabaseSync } from 'node:sqlite';
import type {
  IdempotencyHold,
  IdempotencyHoldRequest,
  IdempotencyRecord,
  IdempotencyScope,
  IdempotentResponse,
} from '#contracts/ports/idempotency.ts';
import { toMilliseconds, toTimestamp } from '../../times.ts';

export const IDEMPOTENCY_SCHEMA = `
  CREATE TABLE idempotency (
    organization_id TEXT NOT NULL,
    principal_id TEXT NOT NULL,
    endpoint TEXT NOT NULL,
    key TEXT NOT NULL,
    fingerprint TEXT NOT NULL,
    target_id TEXT NOT NULL,
    response TEXT,
    lease_until INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    PRIMARY KEY (organization_id, principal_id, endpoint, key)
  ) STRICT;
  CREATE INDEX idempotency_by_expiry ON idempotency (expires_at);
`;

interface Row {
  fingerprint: string;
  target_id: string;
  response: string | null;
  lease_until: number;
  expires_at: number;
}

export class IdempotencyTable {
  readonly #statements: ReturnType<typeof prepareStatements>;

  constructor(database: DatabaseSync) {
    this.#statements = prepareStatements(database);
  }

  hold(scope: IdempotencyScope, hold: IdempotencyHoldRequest, now: string): IdempotencyHold {
    const nowMs = toMilliseconds(now);
    const row = this.#statements.find.get(...columns(scope)) as Row | undefined;
    if (row === undefined || row.expires_at <= nowMs) {
      this.#store(scope, hold, hold.target_id);
      return { outcome: 'held', target_id: hold.target_id };
    }
    if (row.fingerprint !== hold.fingerprint) return { outcome: 'conflict' };
    if (row.response !== null) return { outcome: 'completed', record: toRecord(row) };
    if (row.lease_until > nowMs) return { outcome: 'in_progress', record: toRecord(row) };
    this.#store(scope, hold, row.target_id);
    return { outcome: 'taken_over', target_id: row.target_id };
  }

  find(scope: IdempotencyScope, now: string): IdempotencyRecord | null {
    const row = this.#statements.find.get(...columns(scope)) as Row | undefined;
    return row === undefined || row.expires_at <= toMilliseconds(now) ? null : toRecord(row);
  }

  settle(scope: IdempotencyScope, targetId: string, response: IdempotentResponse | null): void {
    if (response === null) {
      this.#statements.endLease.run(...columns(scope), targetId);
      return;
    }
    const { status, headers, meta, expires_at } = response;
    const stored = JSON.stringify({ status, headers, meta });
    this.#statements.complete.run(stored, toMilliseconds(expires_at), ...columns(scope), targetId);
  }

  renew(scope: IdempotencyScope, targetId: string, leaseUntil: string, next: string): boolean {
    const held = [...columns(scope), targetId, toMilliseconds(leaseUntil)] as const;
    return this.#statements.renew.run(toMilliseconds(next), ...held).changes === 1;
  }

  release(scope: IdempotencyScope, targetId: string, leaseUntil: string): void {
    this.#statements.release.run(...columns(scope), targetId, toMilliseconds(leaseUntil));
  }

  /** Drops up to `limit` expired records. Returns how many. */
  sweep(now: number, limit: number): number {
    return Number(this.#statements.sweep.run(now, limit).changes);
  }

  #store(scope: IdempotencyScope, hold: IdempotencyHoldRequest, targetId: string): void {
    this.#statements.store.run(
      ...columns(scope),
      hold.fingerprint,
      targetId,
      toMilliseconds(hold.lease_until),
      toMilliseconds(hold.expires_at),
    );
  }
}

function columns(scope: IdempotencyScope): [string, string, string, string] {
  return [scope.organization_id, scope.principal_id, scope.endpoint, scope.key];
}

function toRecord(row: Row): IdempotencyRecord {
  return {
    fingerprint: row.fingerprint,
    target_id: row.target_id,
    state: row.response === null ? 'in_progress' : 'completed',
    response: row.response === null ? null : JSON.parse(row.response),
    lease_until: toTimestamp(row.lease_until),
    expires_at: toTimestamp(row.expires_at),
  };
}

function prepareStatements(database: DatabaseSync) {
  const scope = 'organization_id = ? AND principal_id = ? AND endpoint = ? AND key = ?';
  return {
    find: database.prepare(
      `SELECT fingerprint, target_id, response, lease_until, expires_at FROM idempotency WHERE ${scope}`,
    ),
    store: database.prepare(`
      REPLACE INTO idempotency
        (organization_id, principal_id, endpoint, key, fingerprint, target_id, lease_until, expires_at)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?)`),
    // A completed record is final: a worker that was presumed dead may settle late.
    complete: database.prepare(
      `UPDATE idempotency SET response = ?, expires_at = ? WHERE ${scope} AND target_id = ? AND response IS NULL`,
    ),
    endLease: database.prepare(
      `UPDATE idempotency SET lease_until = 0 WHERE ${scope} AND target_id = ? AND response IS NULL`,
    ),
    renew: database.prepare(
      `UPDATE idempotency SET lease_until = ? WHERE ${scope} AND target_id = ? AND lease_until = ? AND response IS NULL`,
    ),
    release: database.prepare(
      `DELETE FROM idempotency WHERE ${scope} AND target_id = ? AND lease_until = ? AND response IS NULL`,
    ),
    sweep: database.prepare(
      'DELETE FROM idempotency WHERE rowid IN (SELECT rowid FROM idempotency WHERE expires_at <= ? LIMIT ?)',
    ),
  };
}
