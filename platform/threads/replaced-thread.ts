/**
 * A hosting thread that is replaced when it is lost, for objects without state of their own. Pending calls are
 * rejected, later ones go to the next thread.
 */
import type { ResourceLimits } from 'node:worker_threads';
import { backoffDelay } from '#common/backoff.ts';
import { systemTimers } from '#common/time.ts';
import type { Timers } from '#contracts/ports/clock.ts';
import { type HostedThread, hostInThread, type Remote, ThreadLostError } from './rpc.ts';

/** A thread that lived this long did not fail at its start: the next one starts at once. */
const STEADY_MS = 60_000;
/** Delay before every consecutive replacement but the first. */
const BACKOFF = { base_ms: 1_000, max_ms: 30_000 };

export interface ReplacedThreadSettings {
  /** For logs and debuggers. */
  name: string;
  resourceLimits?: ResourceLimits;
  /** Called after every loss and every failed replacement; the next attempt starts after `pauseMs`. */
  onLost(error: Error, pauseMs: number): void;
  timers?: Timers;
  /** Milliseconds since any origin. */
  now?: () => number;
}

export interface ReplacedThread {
  /**
   * The object hosted under `name`, in the current thread. Calls reject with ThreadLostError when their thread is lost,
   * and while there is none; calls during a start wait for it. Throws if there is no object of that name.
   */
  port<T extends object>(name: string): Remote<T>;
  /** Lets running calls finish, and closes the thread for good. Throws the error of closing. */
  close(): Promise<void>;
}

/** Starts the first thread like `hostInThread`, and rejects like it. */
export async function hostInReplacedThread<Options>(
  entry: URL,
  options: Options,
  settings: ReplacedThreadSettings,
): Promise<ReplacedThread> {
  const host = (onLost: (error: ThreadLostError) => void) => {
    const { name, resourceLimits } = settings;
    return hostInThread(entry, options, { name, ...(resourceLimits && { resourceLimits }), onLost });
  };
  const replaced = new ReplacingThread(host, settings);
  await replaced.start();
  return replaced;
}

class ReplacingThread implements ReplacedThread {
  readonly #host: (onLost: (error: ThreadLostError) => void) => Promise<HostedThread>;
  readonly #settings: ReplacedThreadSettings;
  readonly #timers: Timers;
  readonly #now: () => number;
  /** Null while waiting before a replacement. */
  #thread: HostedThread | Promise<HostedThread> | null = null;
  #startedAt = 0;
  /** Consecutive replacements. */
  #replaced = 0;
  #cancelPause = () => {};
  #closed = false;

  constructor(
    host: (onLost: (error: ThreadLostError) => void) => Promise<HostedThread>,
    settings: ReplacedThreadSettings,
  ) {
    this.#host = host;
    this.#settings = settings;
    this.#timers = settings.timers ?? systemTimers;
    this.#now = settings.now ?? (() => performance.now());
  }

  async start(): Promise<void> {
    const starting = this.#host((error) => this.#lost(error));
    this.#thread = starting;
    this.#startedAt = this.#now();
    const thread = await starting;
    // The thread may have been lost again in the meantime.
    if (this.#thread === starting) this.#thread = thread;
  }

  port<T extends object>(name: string): Remote<T> {
    if (this.#thread !== null && !(this.#thread instanceof Promise)) this.#thread.port(name);
    return new Proxy(Object.create(null) as Remote<T>, {
      get: (_target, property) => {
        // A promise resolved with a proxy reads its `then`, so the proxy must not look like a promise.
        if (typeof property === 'symbol' || property === 'then') return undefined;
        return (...args: unknown[]) => this.#call(name, property, args);
      },
    });
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#cancelPause();
    const thread = await Promise.resolve(this.#thread).catch(() => null);
    await thread?.close();
  }

  #call(port: string, method: string, args: unknown[]): Promise<unknown> {
    const call = (thread: HostedThread) =>
      thread.port<Record<string, (...args: unknown[]) => unknown>>(port)[method]!(...args);
    if (this.#thread instanceof Promise) return this.#thread.then(call, (error) => Promise.reject(this.#gone(error)));
    return this.#thread === null ? Promise.reject(this.#gone()) : call(this.#thread);
  }

  #gone(cause?: unknown): ThreadLostError {
    return new ThreadLostError(`thread ${this.#settings.name} is being replaced`, { cause });
  }

  #lost(error: Error): void {
    this.#thread = null;
    if (this.#closed) return;
    if (this.#now() - this.#startedAt >= STEADY_MS) this.#replaced = 0;
    const pause = this.#replaced === 0 ? 0 : backoffDelay(BACKOFF, this.#replaced);
    this.#replaced++;
    this.#settings.onLost(error, pause);
    this.#cancelPause = this.#timers.after(pause, () => {
      this.start().catch((failure: Error) => this.#lost(failure));
    });
  }
}
