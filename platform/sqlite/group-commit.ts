/**
 * Group commit: all work that has arrived when a transaction begins shares it, and every call resolves after its
 * COMMIT, with the durability that the connection is set to. Groups grow with the load, and the cost of a flush is
 * shared.
 */
import type { DatabaseSync } from 'node:sqlite';
import { transaction } from './database.ts';

interface Waiting {
  work: () => unknown;
  size: number;
  resolve(result: unknown): void;
  reject(error: unknown): void;
}

export interface GroupCommitOptions {
  /** Most calls in one commit, which bounds how long readers of the connection wait. Default 500. */
  maxGroup?: number;
  /** Most total size, as given to `run`, of one commit; a larger call gets a commit to itself. Default: unlimited. */
  maxSize?: number;
  /** Called after a commit, before its calls resolve. */
  onCommitted?(): void;
  /** Called after a rollback: in-memory state derived from the transaction is no longer valid. */
  onUndone?(): void;
}

const MAX_GROUP = 500;

export class GroupCommit {
  readonly #database: DatabaseSync;
  readonly #options: GroupCommitOptions;
  #waiting: Waiting[] = [];
  #closed = false;

  constructor(database: DatabaseSync, options: GroupCommitOptions = {}) {
    this.#database = database;
    this.#options = options;
  }

  /**
   * Runs `work` in a write transaction shared with other calls, in order of arrival; resolves when it is committed. An
   * error of one call rejects that call alone. `work` may run twice, so it must change nothing but the database and
   * what `onUndone` restores.
   */
  run<T>(work: () => T, size = 0): Promise<T> {
    if (this.#closed) return Promise.reject(new Error('the database is closed'));
    return new Promise<T>((resolve, reject) => {
      const waiting = this.#waiting.push({ work, size, resolve: resolve as (result: unknown) => void, reject });
      // Deferred, so that all work of this turn of the event loop joins the group.
      if (waiting === 1) setImmediate(() => this.#commit());
    });
  }

  /** Commits the waiting work, then refuses more. The database stays open. */
  close(): void {
    this.#closed = true;
    while (this.#waiting.length > 0) this.#commit();
  }

  #commit(): void {
    const group = this.#takeGroup();
    if (this.#waiting.length > 0) setImmediate(() => this.#commit());
    if (group.length > 0) this.#attempt(group);
  }

  #takeGroup(): Waiting[] {
    const { maxGroup = MAX_GROUP, maxSize = Number.POSITIVE_INFINITY } = this.#options;
    const most = Math.min(this.#waiting.length, maxGroup);
    let size = this.#waiting[0]?.size ?? 0;
    let count = 1;
    while (count < most) {
      size += this.#waiting[count]!.size;
      if (size > maxSize) break;
      count++;
    }
    return this.#waiting.splice(0, count);
  }

  #attempt(group: readonly Waiting[]): void {
    let results: unknown[];
    let hasBegun = false;
    try {
      results = transaction(this.#database, () => {
        hasBegun = true;
        return group.map(({ work }) => work());
      });
    } catch (error) {
      if (!hasBegun) {
        // Another program holds the write lock. One by one, each call would wait for it in turn and block this thread.
        for (const member of group) member.reject(error);
        return;
      }
      this.#options.onUndone?.();
      // The whole transaction was rolled back. Run alone, each call fails only by its own error.
      if (group.length === 1) group[0]!.reject(error);
      else for (const member of group) this.#attempt([member]);
      return;
    }
    this.#options.onCommitted?.();
    group.forEach((member, index) => {
      member.resolve(results[index]);
    });
  }
}
