/** One command's work on the storage: what it changes is applied at once, and written when it is done. */
import { BSON } from 'mongodb';
import { CommandError } from './errors.ts';
import type { Change, Retry, Storage } from './storage.ts';
import type { Meeting, Turns } from './turns.ts';
import type { Doc } from './values.ts';

export const MAX_DOCUMENT_BYTES = 16 * 1024 * 1024;

/** A command as its implementation sees it. */
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

  /** Waits until no other work is under way, so that what is written is in the order in which it was done. */
  async begin(): Promise<void> {
    this.#endTurn = await this.#turns.take();
  }

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

  /** Where upserts meet if they are told to. What was done so far is written first, as others come in between. */
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
