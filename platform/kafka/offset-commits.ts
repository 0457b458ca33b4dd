/**
 * Telling Kafka how far the partitions of a group member are remembered. That is for tools that show a group's lag:
 * progress itself stands elsewhere, so a commit that fails is no error. It is made again with the next.
 */

/** How far the offsets that Kafka is told lag behind. */
const COMMIT_MS = 1_000;

/** The next offset to be read, by partition. */
export type Offsets = ReadonlyMap<number, number>;

export class OffsetCommits {
  readonly #send: (offsets: Offsets) => Promise<void>;
  #due = new Map<number, number>();
  /** Those of the commit under way. */
  #sent = new Map<number, number>();
  #sending: Promise<void> | null = null;
  #timer: NodeJS.Timeout | null = null;
  #ended = false;

  /** `send` throws where it is not certain that Kafka has taken the offsets. */
  constructor(send: (offsets: Offsets) => Promise<void>) {
    this.#send = send;
  }

  /** Is told to Kafka soon. */
  set(partition: number, next: number): void {
    this.#due.set(partition, next);
    this.#soon();
  }

  /** Only these are the member's now: of others it is not to tell any more. */
  assign(partitions: readonly number[]): void {
    for (const offsets of [this.#due, this.#sent]) {
      for (const partition of offsets.keys()) if (!partitions.includes(partition)) offsets.delete(partition);
    }
  }

  /** Tells what is left, once, and nothing after that. */
  async end(): Promise<void> {
    this.#ended = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
    await this.#sending;
    await this.#commit();
  }

  #soon(): void {
    if (this.#ended || this.#sending !== null) return;
    this.#timer ??= setTimeout(() => {
      this.#timer = null;
      this.#sending = this.#commit().finally(() => {
        this.#sending = null;
        if (this.#due.size > 0) this.#soon();
      });
    }, COMMIT_MS);
  }

  /** One at a time: of two under way the older one may arrive last. */
  async #commit(): Promise<void> {
    this.#sent = this.#due;
    this.#due = new Map();
    try {
      if (this.#sent.size > 0) await this.#send(new Map(this.#sent));
    } catch {
      this.#due = new Map([...this.#sent, ...this.#due]);
    }
    this.#sent = new Map();
  }
}
