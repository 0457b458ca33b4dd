/**
 * Adapters in worker threads: an object built inside a thread is used through a proxy whose methods return promises. So
 * synchronous stores (node:sqlite) never block the event loop that serves requests.
 *
 * Calls made in the same tick, including its promise callbacks, are sent in one message (in several when there are
 * many), and so are the replies of one piece of work. Arguments and results are copied by the structured clone: plain
 * data, Map, Set, Uint8Array; no functions, no AbortSignal, no AsyncIterable.
 */
import { type ResourceLimits, Worker } from 'node:worker_threads';
import { type Call, type FromThread, fromWireError, type ThreadData, type ToThread } from './wire.ts';

/** `T` as seen from another thread: its methods, all asynchronous. */
export type Remote<T> = {
  [K in keyof T as T[K] extends (...args: never[]) => unknown ? K : never]: T[K] extends (
    ...args: infer Args
  ) => infer Result
    ? (...args: Args) => Promise<Awaited<Result>>
    : never;
};

/** The thread ended or was closed before it replied: whether the call had an effect is unknown. */
export class ThreadLostError extends Error {
  override readonly name = 'ThreadLostError';
  readonly code = 'thread_lost';
}

export interface ThreadSettings {
  /** For logs and debuggers. */
  name: string;
  resourceLimits?: ResourceLimits;
  /**
   * Called once when the thread ends unexpectedly, after all pending calls were rejected. Everything acknowledged is
   * durable; the process should log the error and exit.
   */
  onLost: (error: ThreadLostError) => void;
}

export interface HostedThread {
  /** The object hosted under `name`. Throws if the thread hosts none of that name. */
  port<T extends object>(name: string): Remote<T>;
  /** Adds a listener for notifications. Returns a function that removes it. */
  on<Payload>(name: string, listener: (payload: Payload) => void): () => void;
  /** Resolves when the thread has ended: with null if it was closed, else with the error. */
  readonly ended: Promise<ThreadLostError | null>;
  /** Lets running calls finish, then closes the hosted objects and the thread. Throws the error of closing. */
  close(): Promise<void>;
}

/**
 * Starts a thread on the module `entry`, which calls `serveThread`, and waits until its objects are built. `options` is
 * passed to the builder by structured clone. Rejects with the builder's error.
 */
export async function hostInThread<Options>(
  entry: URL,
  options: Options,
  settings: ThreadSettings,
): Promise<HostedThread> {
  const workerData: ThreadData<Options> = { options };
  const worker = new Worker(entry, {
    name: settings.name,
    workerData,
    ...(settings.resourceLimits && { resourceLimits: settings.resourceLimits }),
  });
  const thread = new WorkerHandle(worker, settings);
  await thread.started;
  return thread;
}

/**
 * Most calls in one message. If callers waited for one large reply and then called again, main thread and worker would
 * take turns at being idle; with smaller messages the worker starts while the rest is still being prepared
 * (`bench/appends.ts`: from half of the bare loop's rate to two thirds).
 */
const MAX_CALLS = 32;

interface Pending {
  resolve(value: unknown): void;
  reject(error: Error): void;
}

class WorkerHandle implements HostedThread {
  readonly started: Promise<void>;
  readonly ended: Promise<ThreadLostError | null>;
  readonly #worker: Worker;
  readonly #settings: ThreadSettings;
  readonly #pending = new Map<number, Pending>();
  readonly #listeners = new Map<string, Set<(payload: unknown) => void>>();
  readonly #start = Promise.withResolvers<void>();
  readonly #end = Promise.withResolvers<ThreadLostError | null>();
  #state: 'starting' | 'running' | 'closing' | 'ended' = 'starting';
  #portNames: readonly string[] = [];
  #outbox: Call[] = [];
  #lastId = 0;
  /** Why the thread is about to end, if it could report it. */
  #cause: Error | null = null;
  #closingError: Error | null = null;

  constructor(worker: Worker, settings: ThreadSettings) {
    this.#worker = worker;
    this.#settings = settings;
    this.started = this.#start.promise;
    this.ended = this.#end.promise;
    worker.on('message', (message: FromThread) => this.#receive(message));
    worker.on('messageerror', (error) => void this.#abandon(error));
    worker.on('error', (error: Error) => {
      this.#cause = error;
    });
    worker.on('exit', (status) => this.#ended(status));
  }

  port<T extends object>(name: string): Remote<T> {
    if (!this.#portNames.includes(name)) {
      throw new RangeError(`thread ${this.#settings.name} hosts no "${name}"`);
    }
    const methods = new Map<string, (...args: unknown[]) => Promise<unknown>>();
    return new Proxy(Object.create(null) as Remote<T>, {
      get: (_target, property) => {
        // A promise resolved with a proxy reads its `then`, so the proxy must not look like a promise.
        if (typeof property === 'symbol' || property === 'then') return undefined;
        let method = methods.get(property);
        if (method === undefined) {
          method = (...args) => this.#call(name, property, args);
          methods.set(property, method);
        }
        return method;
      },
    });
  }

  on<Payload>(name: string, listener: (payload: Payload) => void): () => void {
    const own = (payload: unknown) => listener(payload as Payload);
    const listeners = this.#listeners.get(name) ?? new Set();
    this.#listeners.set(name, listeners.add(own));
    return () => void listeners.delete(own);
  }

  async close(): Promise<void> {
    if (this.#state === 'running') {
      this.#flush();
      this.#state = 'closing';
      this.#send({ kind: 'close' });
    }
    await this.ended;
    if (this.#closingError !== null) throw this.#closingError;
  }

  #call(port: string, method: string, args: unknown[]): Promise<unknown> {
    if (this.#state !== 'running') {
      return Promise.reject(new ThreadLostError(`thread ${this.#settings.name} is closed`));
    }
    return new Promise((resolve, reject) => {
      const id = ++this.#lastId;
      this.#pending.set(id, { resolve, reject });
      const waiting = this.#outbox.push({ id, port, method, args });
      if (waiting === MAX_CALLS) this.#flush();
      else if (waiting === 1) process.nextTick(() => this.#flush());
    });
  }

  #flush(): void {
    const calls = this.#outbox;
    if (calls.length === 0) return;
    this.#outbox = [];
    try {
      this.#send({ kind: 'calls', calls });
    } catch {
      // An argument cannot be cloned. Sent one by one, only the call that carries it fails.
      for (const call of calls) this.#sendAlone(call);
    }
  }

  #sendAlone(call: Call): void {
    try {
      this.#send({ kind: 'calls', calls: [call] });
    } catch (error) {
      this.#take(call.id)?.reject(error as Error);
    }
  }

  #send(message: ToThread): void {
    this.#worker.postMessage(message);
  }

  #receive(message: FromThread): void {
    switch (message.kind) {
      case 'ready':
        this.#portNames = message.ports;
        this.#state = 'running';
        this.#start.resolve();
        return;
      case 'broken':
        this.#cause = fromWireError(message.error);
        return;
      case 'batch':
        for (const item of message.items) {
          if (item.kind === 'result') this.#take(item.id)?.resolve(item.value);
          else if (item.kind === 'failure') this.#take(item.id)?.reject(fromWireError(item.error));
          else for (const listener of this.#listeners.get(item.name) ?? []) listener(item.payload);
        }
    }
  }

  #take(id: number): Pending | undefined {
    const pending = this.#pending.get(id);
    this.#pending.delete(id);
    return pending;
  }

  async #abandon(error: Error): Promise<void> {
    this.#cause = error;
    await this.#worker.terminate();
  }

  #ended(status: number): void {
    const before = this.#state;
    this.#state = 'ended';
    const options = this.#cause === null ? {} : { cause: this.#cause };
    const reason = this.#cause?.message ?? `status ${status}`;
    const lost = new ThreadLostError(`thread ${this.#settings.name} ended: ${reason}`, options);
    for (const pending of this.#pending.values()) pending.reject(lost);
    this.#pending.clear();
    if (before === 'closing') this.#closingError = this.#cause;
    this.#end.resolve(before === 'closing' ? null : lost);
    if (before === 'starting') this.#start.reject(this.#cause ?? lost);
    if (before === 'running') this.#settings.onLost(lost);
  }
}
