/** Provides the library's current snapshot: a new one after every change, made by any process. */
import { randomUUID } from 'node:crypto';
import { systemTimers } from '#common/time.ts';
import type { Clock, Timers } from '#contracts/ports/clock.ts';
import { READ_TIMEOUT_MS } from '../connection.ts';
import type { LibraryCollections } from './library-documents.ts';
import { LibrarySnapshot, TERM_KEPT_MS } from './library-snapshot.ts';

const ID = 'library';
/**
 * A process may die between a change and its announcement, and announces it at its next start. If it never starts,
 * other processes see the change after this time.
 */
const MAX_AGE_MS = 600_000;

export class CurrentSnapshot {
  readonly #collections: LibraryCollections;
  readonly #clock: Clock;
  readonly #timers: Timers;
  #latest: LibrarySnapshot | null = null;
  #isDue = false;
  #isForgetting = false;

  constructor(collections: LibraryCollections, clock: Clock, timers: Timers = systemTimers) {
    this.#collections = collections;
    this.#clock = clock;
    this.#timers = timers;
  }

  /**
   * The current snapshot, which includes every change announced before the call. `outdated` is a snapshot found to be
   * stale although no change was announced.
   */
  async current(outdated: LibrarySnapshot | null = null): Promise<LibrarySnapshot> {
    const found = await this.#collections.versions.findOne({ _id: ID }, { maxTimeMS: READ_TIMEOUT_MS });
    const version = found?.version ?? '';
    this.#forgetLater();
    const latest = this.#latest === outdated ? null : this.#latest;
    const age = latest === null ? 0 : this.#clock.now() - latest.begun;
    if (latest?.version === version && !latest.isFull && age >= 0 && age < MAX_AGE_MS) return latest;
    this.#latest = new LibrarySnapshot(this.#collections, version, this.#clock);
    return this.#latest;
  }

  /** A timer, so that terms are removed even when there are no more searches. */
  #forgetLater(): void {
    if (this.#isForgetting) return;
    this.#isForgetting = true;
    this.#timers.after(TERM_KEPT_MS, () => {
      this.#isForgetting = false;
      this.#latest?.forgetTerms();
      if (this.#latest?.terms) this.#forgetLater();
    });
  }

  /** Announces a change: call after the change, and before removing what it made obsolete. */
  async changed(): Promise<void> {
    await this.#collections.versions.updateOne({ _id: ID }, { $set: { version: randomUUID() } }, { upsert: true });
  }

  /** Runs `change` and announces it. Throws the error of either; `makeUp` then repeats the announcement. */
  async changing<T>(change: () => Promise<T>): Promise<T> {
    try {
      const result = await change();
      await this.changed();
      return result;
    } catch (error) {
      this.#isDue = true;
      throw error;
    }
  }

  /** Announces a change that `changing` may have failed to announce. */
  async makeUp(): Promise<void> {
    if (!this.#isDue) return;
    this.#isDue = false;
    await this.changing(async () => {});
  }
}
