/** Provides the library's current snapshot and its revision: new ones with every change, made by any process. */
import { randomUUID } from 'node:crypto';
import { systemTimers } from '#common/time.ts';
import type { Clock, Timers } from '#contracts/ports/clock.ts';
import { READ_TIMEOUT_MS } from '../connection.ts';
import type { LibraryCollections, LibraryVersion } from './library-documents.ts';
import { LibrarySnapshot, TERM_KEPT_MS } from './library-snapshot.ts';

const ID = 'library';
/**
 * A process may die between a change and its announcement, and announces it at its next start. If it never starts,
 * other processes see the change after this time.
 */
const MAX_AGE_MS = 600_000;
/** No change takes this long. What a dead process has left is seen by all others long before. */
export const ABANDONED_MS = 3_600_000;

export class CurrentSnapshot {
  readonly #collections: LibraryCollections;
  readonly #clock: Clock;
  readonly #timers: Timers;
  #latest: LibrarySnapshot | null = null;
  /** Changes that failed, or of which the end could not be announced. */
  readonly #due = new Set<string>();
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
    const version = (await this.#read())?.version ?? '';
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

  /**
   * Creates the version if there is none, and announces changes that a dead process has not ended. They may also be those of
   * a living one, which ends them itself.
   */
  async prepare(): Promise<void> {
    const found = await this.#read();
    const begun = Object.entries(found?.changing ?? {});
    if (found !== null && begun.length === 0) return;
    const abandoned = begun.filter(([, at]) => !this.#isRecent(at)).map(([id]) => id);
    await this.#announce(abandoned);
  }

  /** As in the port. A version is named only while no change is under way, and every change begins and ends with another. */
  async revision(): Promise<string> {
    const found = await this.#read();
    const isChanging = Object.values(found?.changing ?? {}).some((at) => this.#isRecent(at));
    return found === null || isChanging ? randomUUID() : found.version;
  }

  /** Has everybody look anew: call after passages are written, and after documents are named before what that made obsolete is removed. */
  async changed(): Promise<void> {
    await this.#announce([]);
  }

  /** Announces `change`, runs it and announces its end. Throws the error of any; `makeUp` then announces the end. */
  async changing<T>(change: () => Promise<T>): Promise<T> {
    const id = randomUUID();
    try {
      const begun = { version: randomUUID(), [`changing.${id}`]: new Date(this.#clock.now()) };
      await this.#collections.versions.updateOne({ _id: ID }, { $set: begun }, { upsert: true });
      const result = await change();
      await this.#announce([id]);
      return result;
    } catch (error) {
      this.#due.add(id);
      throw error;
    }
  }

  /** Announces the end of changes of which `changing` may have failed to. */
  async makeUp(): Promise<void> {
    if (this.#due.size === 0) return;
    const due = [...this.#due];
    await this.#announce(due);
    for (const id of due) this.#due.delete(id);
  }

  #read(): Promise<LibraryVersion | null> {
    return this.#collections.versions.findOne({ _id: ID }, { maxTimeMS: READ_TIMEOUT_MS });
  }

  #isRecent(begun: Date): boolean {
    return this.#clock.now() - begun.getTime() < ABANDONED_MS;
  }

  /** A new version, after these changes. */
  async #announce(ended: readonly string[]): Promise<void> {
    const fields = Object.fromEntries(ended.map((id) => [`changing.${id}`, '' as const]));
    const update = { $set: { version: randomUUID() }, ...(ended.length > 0 && { $unset: fields }) };
    await this.#collections.versions.updateOne({ _id: ID }, update, { upsert: true });
  }
}
