/**
 * Group commit: every piece of work that has arrived by the time a transaction begins goes into it, and all are answered
 * after its COMMIT, which puts them on the disk, or out of reach of the process's end, as the connection says. So the
 * group grows with the load and the cost of a flush is shared.
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
  /** Pieces of one commit at most: readers of the connection wait no longer than these take. Default 500. */
  maxGroup?: number;
  /** Sizes of the pieces of one commit together, as `run` was told; a larger piece goes alone. Default: any size. */
  maxSize?: number;
  /** A group was committed; none of its pieces has been answered yet. */
  onCommitted?(): void;
  /** A transaction was undone: what was derived from it in memory holds no longer. */
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
   * Runs `work` inside a write transaction shared with its neighbours, in order of arrival; resolves when it is durable.
   * What one piece throws rejects it alone. `work` may be run a second time: it touches nothing but the database, and
   * what `onUndone` restores.
   */
  run<T>(work: () => T, size = 0): Promise<T> {
    if (this.#closed) return Promise.reject(new Error('the database is closed'));
    return new Promise<T>((resolve, reject) => {
      const waiting = this.#waiting.push({ work, size, resolve: resolve as (result: unknown) => void, reject });
      // After everything that has arrived in this turn of the event loop.
      if (waiting === 1) setImmediate(() => this.#commit());
    });
  }

  /** Carries out what waits, then refuses work. The database itself stays open. */
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
    try {
      results = transaction(this.#database, () => group.map(({ work }) => work()));
    } catch (error) {
      this.#options.onUndone?.();
      // The transaction is undone as a whole; alone, each piece meets only its own failure.
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
