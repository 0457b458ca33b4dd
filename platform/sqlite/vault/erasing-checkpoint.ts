/**
 * Removes deleted rows from the files. `secure_delete` overwrites them in pages written from then on, but older copies
 * stay in the write-ahead log until a checkpoint has emptied it, which an open reader prevents.
 */
import type { DatabaseSync } from 'node:sqlite';
import { BUSY_TIMEOUT_MS } from '../database.ts';

interface Waiting {
  deadline: number;
  done(): void;
  blocked(): void;
}

/** Delay between attempts while a reader holds old pages. */
const RETRY_MS = 25;

export class ErasingCheckpoint {
  readonly #database: DatabaseSync;
  #waiting: Waiting[] = [];
  #timer: NodeJS.Timeout | null = null;

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  /**
   * Resolves when everything committed before this call is in the main file and the write-ahead log is empty.
   * Concurrent calls share a checkpoint. Rejects with `blocked()` after `patienceMs`.
   */
  run(patienceMs: number, blocked: () => Error): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({
        deadline: performance.now() + patienceMs,
        done: resolve,
        blocked: () => reject(blocked()),
      });
      this.#timer ??= setTimeout(() => this.#round(), 0);
    });
  }

  /**
   * Makes one attempt. Also returns false when it fails for another reason (a full disk): the log then keeps its
   * content.
   */
  attempt(): boolean {
    // SQLite must not wait for the reader, as this would block the thread.
    this.#database.exec('PRAGMA busy_timeout = 0');
    try {
      const row = this.#database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get() as { busy: number };
      return row.busy === 0;
    } catch {
      return false;
    } finally {
      this.#database.exec(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`);
    }
  }

  /** Rejects all waiting calls, as the log may not be empty. */
  close(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    for (const waiting of this.#waiting.splice(0)) waiting.blocked();
  }

  #round(): void {
    this.#timer = null;
    if (this.attempt()) {
      for (const waiting of this.#waiting.splice(0)) waiting.done();
      return;
    }
    const now = performance.now();
    const late = this.#waiting.filter(({ deadline }) => deadline <= now);
    this.#waiting = this.#waiting.filter(({ deadline }) => deadline > now);
    for (const waiting of late) waiting.blocked();
    if (this.#waiting.length > 0) this.#timer = setTimeout(() => this.#round(), RETRY_MS);
  }
}
