/**
 * A hosting thread that is replaced when it is lost: for objects that keep nothing which only they know. What it was
 * asked is rejected, what comes later goes to the next one.
 */
import type { ResourceLimits } from 'node:worker_threads';
import { backoffDelay } from '#common/backoff.ts';
import { systemTimers } from '#common/time.ts';
import type { Timers } from '#contracts/ports/clock.ts';
import { type HostedThread, hostInThread, type Remote, ThreadLostError } from './rpc.ts';

/** A thread that has lived this long was not broken from its start: the next one begins at once. */
const STEADY_MS = 60_000;
/** Before every replacement in a row but the first. */
const BACKOFF = { base_ms: 1_000, max_ms: 30_000 };

export interface ReplacedThreadSettings {
  /** For logs and debuggers. */
  name: string;
  resourceLimits?: ResourceLimits;
  /** Called for every loss, and for every replacement that could not start; the next one starts after `pauseMs`. */
  onLost(error: Error, pauseMs: number): void;
  timers?: Timers;
  /** Milliseconds from any origin. */
  now?: () => number;
}

export interface ReplacedThread {
  /**
   * The object hosted under `name`, in whichever thread there is. Calls reject with ThreadLostError when their thread is
   * lost, and as long as there is none; those that come while one starts wait for it. Throws if there is none of that name.
   */
  port<T extends object>(name: string): Remote<T>;
  /** Lets running calls finish, and closes the thread for good. Throws what its closing threw. */
  close(): Promise<void>;
}

/** Starts the first thread as `hostInThread` does, and rejects as it does. */
export async function hostInReplacedThread<Options>(
  entry: URL,
  options: Options,
  settings: ReplacedThreadSettings,
): Promise<ReplacedThread> {
  const host = (onLost: (error: ThreadLostError) => void) => {
    const { name, resourceLimits } = settings;
    return hostInThread(entry, options, { name, ...(resourceLimits && { resourceLimits }), onLost });
  };
  const succession = new Succession(host, settings);
  await succession.start();
  return succession;
}

class Succession implements ReplacedThread {
  readonly #host: (onLost: (error: ThreadLostError) => void) => Promise<HostedThread>;
  readonly #settings: ReplacedThreadSettings;
  readonly #timers: Timers;
  readonly #now: () => number;
  /** Null during a pause. */
  #thread: HostedThread | Promise<HostedThread> | null = null;
  #startedAt = 0;
  /** Replacements in a row. */
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
    // It may have been lost again by now.
    if (this.#thread === starting) this.#thread = thread;
  }

  port<T extends object>(name: string): Remote<T> {
    if (this.#thread !== null && !(this.#thread instanceof Promise)) this.#thread.port(name);
    return new Proxy(Object.create(null) as Remote<T>, {
      get: (_target, property) => {
        // A promise resolved with a proxy asks it for `then`: it must not look like a promise itself.
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
