/** A command's access to the storage: changes are applied at once, and written to the journal when it is done. */
import { BSON } from 'mongodb';
import { CommandError } from './errors.ts';
import type { Change, Retry, Storage } from './storage.ts';
import type { Meeting, Turns } from './turns.ts';
import type { Doc } from './values.ts';

export const MAX_DOCUMENT_BYTES = 16 * 1024 * 1024;

/** A command, as passed to its implementation. */
export interface Command {
  name: string;
  database: string;
  fields: Doc;
  work: Work;
}

export class Work {
  readonly storage: Storage;
  readonly beginsAgain: () => boolean;
  readonly #turns: Turns;
  readonly #meeting: Meeting;
  #changes: Change[] = [];
  #endTurn = () => {};

  constructor(storage: Storage, turns: Turns, meeting: Meeting, beginsAgain: () => boolean) {
    this.storage = storage;
    this.#turns = turns;
    this.#meeting = meeting;
    this.beginsAgain = beginsAgain;
  }

  /** Waits until no other command is running, so that changes are written in the order they were applied. */
  async begin(): Promise<void> {
    this.#endTurn = await this.#turns.take();
  }

  /** Lets the next command run. */
  end(): void {
    this.#endTurn();
  }

  apply(change: Change): void {
    this.storage.apply(change);
    this.#changes.push(change);
  }

  insert(ns: string, document: Doc): void {
    checkSize(document);
    this.storage.collection(ns).check(document, true);
    this.apply({ ns, put: document });
  }

  replace(ns: string, document: Doc): void {
    checkSize(document);
    this.storage.collection(ns).check(document, false);
    this.apply({ ns, put: document });
  }

  /** Waits for other upserts if `upsertsMeet` says so. Writes its changes first, because other commands then run. */
  async meet(): Promise<void> {
    if (!this.#meeting.isCalled) return;
    this.write(null);
    this.end();
    await this.#meeting.wait();
    await this.begin();
  }

  write(retry: Retry | null): void {
    this.storage.write(this.#changes, retry);
    this.#changes = [];
  }
}

function checkSize(document: Doc): void {
  const size = BSON.calculateObjectSize(document);
  if (size <= MAX_DOCUMENT_BYTES) return;
  throw new CommandError(10334, 'BSONObjectTooLarge', `BSONObj size: ${size} is invalid. It must be at most 16777216`);
}
