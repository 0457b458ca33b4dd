/** A hosted object that shows how calls arrive; entry module of the thread in rpc.test.ts. */
import { EventStoreError } from '#contracts/ports/event-store.ts';
import { KeyVaultError } from '#contracts/ports/key-vault.ts';
import { type Notify, serveThread, transferring } from '#platform/threads/serve.ts';

export interface EchoOptions {
  greeting: string;
  failToStart?: boolean;
  failToClose?: boolean;
}

export class Echo {
  readonly #greeting: string;
  readonly #notify: Notify;
  #turn = 0;
  #turnScheduled = false;
  #gate = Promise.withResolvers<void>();

  constructor(greeting: string, notify: Notify) {
    this.#greeting = greeting;
    this.#notify = notify;
  }

  greet(name: string): string {
    return `${this.#greeting} ${name}`;
  }

  async same<T>(value: T): Promise<T> {
    return value;
  }

  /** Number of the synchronous turn in which the call arrived: equal for calls of one message. */
  turn(): number {
    if (!this.#turnScheduled) {
      this.#turn++;
      this.#turnScheduled = true;
      process.nextTick(() => {
        this.#turnScheduled = false;
      });
    }
    return this.#turn;
  }

  async waitForGate(): Promise<string> {
    await this.#gate.promise;
    return 'opened';
  }

  openGate(): void {
    this.#gate.resolve();
  }

  fail(kind: 'event-store' | 'vault' | 'other'): never {
    if (kind === 'event-store') throw new EventStoreError('append_too_large', 'too many bytes');
    if (kind === 'vault') throw new KeyVaultError('key_destroyed', 'gone');
    throw Object.assign(new TypeError('odd'), { code: 'ERR_ODD' });
  }

  #given: readonly Uint8Array[] = [];

  /** Two bytes in a separate buffer, and two in the middle of one. */
  give(): readonly Uint8Array[] {
    this.#given = [new Uint8Array([1, 2]), new Uint8Array([0, 3, 4, 0]).subarray(1, 3)];
    return transferring(this.#given, this.#given);
  }

  /** How many of the given bytes are still readable here. */
  left(): number[] {
    return this.#given.map((bytes) => bytes.byteLength);
  }

  notClonable(): () => void {
    return () => {};
  }

  announce(count: number): string {
    for (let n = 0; n < count; n++) this.#notify('counted', n);
    return 'announced';
  }

  /** Fills the heap until the thread ends. */
  hoard(): void {
    const kept: unknown[] = [];
    // Large objects: near its limit, a heap of small ones may be collected for minutes before the thread ends.
    for (;;) kept.push(new Array(1_000_000).fill(kept.length));
  }

  die(): void {
    setImmediate(() => {
      throw new Error('deliberate crash');
    });
  }
}

await serveThread<EchoOptions>((options, notify) => {
  if (options.failToStart) throw new EventStoreError('unavailable', 'cannot open');
  const echo = new Echo(options.greeting, notify);
  return {
    ports: { echo, other: new Echo('other', notify) },
    close() {
      notify('closing', null);
      echo.openGate();
      if (options.failToClose) throw new Error('cannot close');
    },
  };
});
