/** The library's snapshot of now: a new one whenever the library has changed, in whichever process that was. */
import { randomUUID } from 'node:crypto';
import { systemTimers } from '#common/time.ts';
import type { Clock, Timers } from '#contracts/ports/clock.ts';
import { READ_TIMEOUT_MS } from '../connection.ts';
import type { LibraryCollections } from './library-documents.ts';
import { LibrarySnapshot, TERM_KEPT_MS } from './library-snapshot.ts';

const ID = 'library';
/**
 * A process can die between a change and saying so, which is made up for when it starts again. Where it never does, the
 * change is seen after this time.
 */
const MAX_AGE_MS = 600_000;

export class LibrarySnapshots {
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

  /** Sees every change that was said before the call. `outdated` turned out not to hold any more, though nobody said so. */
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

  /** Also where nobody searches any more. */
  #forgetLater(): void {
    if (this.#isForgetting) return;
    this.#isForgetting = true;
    this.#timers.after(TERM_KEPT_MS, () => {
      this.#isForgetting = false;
      this.#latest?.forgetTerms();
      if (this.#latest?.terms) this.#forgetLater();
    });
  }

  /** Says that the library has changed: to be called after that, and before what is no longer needed is removed. */
  async changed(): Promise<void> {
    await this.#collections.versions.updateOne({ _id: ID }, { $set: { version: randomUUID() } }, { upsert: true });
  }

  /** Does what changes the library, and says so. Throws what either throws; then `makeUp` is left to say it. */
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

  /** Says what `changing` could not, or might have had to. */
  async makeUp(): Promise<void> {
    if (!this.#isDue) return;
    this.#isDue = false;
    await this.changing(async () => {});
  }
}
