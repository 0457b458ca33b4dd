/**
 * Group commit: every piece of work that has arrived by the time a transaction begins goes into it, and all are answered
 * after its COMMIT, which puts them on the disk, or out of reach of the process's end, as the connection says. So the
 * group grows with the load and the cost of a flush is shared.
 */
import type { DatabaseSync } from 'node:sqlite';
import { transaction } from './database.ts';

interface Waiting {
  work: () => unknown;
  resolve(result: unknown): void;
  reject(error: unknown): void;
}

/** One commit never holds up the thread for longer than so many pieces take. */
const MAX_GROUP = 500;

export class GroupCommit {
  readonly #database: DatabaseSync;
  #waiting: Waiting[] = [];
  #closed = false;

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  /**
   * Runs `work` inside a write transaction shared with its neighbours, in order of arrival; resolves when it is durable.
   * What one piece throws rejects it alone. `work` touches nothing but the database, as it may be run a second time.
   */
  run<T>(work: () => T): Promise<T> {
    if (this.#closed) return Promise.reject(new Error('the database is closed'));
    return new Promise<T>((resolve, reject) => {
      const waiting = this.#waiting.push({ work, resolve: resolve as (result: unknown) => void, reject });
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
    const group = this.#waiting.splice(0, MAX_GROUP);
    if (this.#waiting.length > 0) setImmediate(() => this.#commit());
    if (group.length > 0) this.#attempt(group);
  }

  #attempt(group: readonly Waiting[]): void {
    let results: unknown[];
    try {
      results = transaction(this.#database, () => group.map(({ work }) => work()));
    } catch (error) {
      // The transaction is undone as a whole; alone, each piece meets only its own failure.
      if (group.length === 1) group[0]!.reject(error);
      else for (const member of group) this.#attempt([member]);
      return;
    }
    group.forEach((member, index) => {
      member.resolve(results[index]);
    });
  }
}
