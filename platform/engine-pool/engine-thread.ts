/**
 * One worker thread, which executes one call at a time. A call is limited by the processor time that it takes, so that
 * a busy machine does not end calls that would not take long; a limit of wall time covers what never computes.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { Piscina } from 'piscina';
import { EngineError } from '#engine/engine.ts';
import type { CallOutcome, EngineCall } from './worker-calls.ts';

export interface EngineThreadOptions {
  /** Module of the thread. */
  worker: URL;
  /** Heap limit in MiB. Exceeding it ends the thread only. */
  heapMb: number;
  /** Size of the young generation in MiB: three semi-spaces. */
  youngMb: number;
  /** Time limit of the start. */
  startTimeoutMs: number;
  /** Milliseconds after which the idle thread ends. */
  idleMs: number;
  /** Whether the thread should collect as soon as its calls have left much, and not only once it is idle. Default: always. */
  collectsAtOnce?: () => boolean;
}

export interface CallLimits {
  /** Most processor time, in milliseconds. */
  processorMs: number;
  /** Processor time after which a call takes long. */
  longMs: number;
  /** Called at most once, while the call still runs, when its processor time is seen to be over `longMs`; it is looked at every 100 ms. */
  onLong: () => void;
}

/** How often the processor time of a running call is looked at. */
const LOOK_EVERY_MS = 100;
/** Longest wall time of a call: a multiple of its processor time, within a minute. */
const WALL_FACTOR = 10;
const MOST_WALL_MS = 60_000;
/**
 * After so long without a call, the thread gives back what its calls left behind, unless that was so much that it did at
 * once: others then need the memory. Nothing else would make it do so, as piscina has it wait in a way that stops V8's timers.
 */
const COLLECT_AFTER_MS = 500;
/** Code that is not JavaScript does not report its time while it runs. */
const REPORT_WITHIN_MS = 500;

export class EngineThread {
  readonly #options: EngineThreadOptions;
  readonly #pool: Piscina;
  /** Processor time of the thread after its last call, in milliseconds; null: unknown. */
  #processorMs: number | null = null;
  /** While it starts. */
  #starting: Promise<void> | null = null;
  #idle: NodeJS.Timeout | null = null;
  /** While it collects; calls then wait here, so that the time does not count as theirs. */
  #collecting: Promise<void> | null = null;

  constructor(options: EngineThreadOptions) {
    const { worker, heapMb, youngMb, idleMs } = options;
    this.#options = options;
    this.#pool = new Piscina({
      filename: worker.href,
      minThreads: 0,
      maxThreads: 1,
      concurrentTasksPerWorker: 1,
      recordTiming: false,
      idleTimeout: idleMs,
      resourceLimits: { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: youngMb },
    });
    // The idle thread was lost. The next call starts another one.
    this.#pool.on('error', () => {});
  }

  /** Whether it runs, and would execute a call at once or when it has collected. */
  get isReady(): boolean {
    return this.#pool.threads.length > 0 && this.#starting === null;
  }

  get isCollecting(): boolean {
    return this.#collecting !== null;
  }

  /**
   * Resolves when the thread is ready; starts it if it does not run, once for all who wait. Throws EngineError
   * `engine_busy`, at once if the module can't be loaded; the time is not counted against a call.
   */
  async start(): Promise<void> {
    if (this.isReady) return;
    this.#starting ??= this.#warmUp().finally(() => {
      this.#starting = null;
    });
    await this.#starting;
  }

  async #warmUp(): Promise<void> {
    this.#processorMs = null;
    const timeout = AbortSignal.timeout(this.#options.startTimeoutMs);
    // Nobody has the task yet, so the pool would start threads until the time is over.
    const lost = new AbortController();
    const onLost = (error: unknown) => lost.abort(error);
    this.#pool.on('error', onLost);
    try {
      await this.#run({ method: 'warmUp', args: '[]' }, AbortSignal.any([timeout, lost.signal]));
    } catch {
      // Nobody's call is at fault, so none counts as failed for good.
      const reason = lost.signal.aborted ? ` (${codeOf(lost.signal.reason)})` : '';
      throw new EngineError('engine_busy', `no thread could be started${reason}`);
    } finally {
      this.#pool.off('error', onLost);
    }
  }

  /**
   * Throws EngineError: `engine_timeout` if the call took more processor time than it may; `engine_busy` if it got too
   * little of it within the wall time; `engine_error` if it ended the thread. The thread has ended in all three cases.
   */
  async execute(call: EngineCall, limits: CallLimits): Promise<CallOutcome> {
    const { method } = call;
    const { collectsAtOnce = () => true } = this.#options;
    if (this.#idle !== null) clearTimeout(this.#idle);
    await this.#collecting;
    const abort = new AbortController();
    const watch = this.#watch(method, limits, abort);
    let isFull = false;
    try {
      const outcome = await this.#run(call, abort.signal);
      isFull = outcome.isFull;
      return outcome;
    } catch (error) {
      if (abort.signal.aborted) throw abort.signal.reason;
      throw new EngineError('engine_error', `${method} ended its thread (${codeOf(error)})`);
    } finally {
      clearInterval(watch);
      if (isFull && collectsAtOnce()) this.collect();
      else this.#idle = setTimeout(() => this.collect(), COLLECT_AFTER_MS).unref();
    }
  }

  /** Has the thread give back what earlier calls left, if it runs and that is worth it: `leastMb`. Only between two calls. */
  collect(leastMb?: number): void {
    // The pool would start another one for the call.
    if (!this.isReady || this.isCollecting) return;
    const args = JSON.stringify(leastMb === undefined ? [] : [leastMb]);
    this.#collecting = this.#run({ method: 'collect', args }, AbortSignal.timeout(MOST_WALL_MS))
      // Without it the next call is as good.
      .catch(() => {})
      .then(() => {
        this.#collecting = null;
      });
  }

  async #run(call: EngineCall, signal: AbortSignal): Promise<CallOutcome> {
    const outcome: CallOutcome = await this.#pool.run(call, { signal });
    this.#processorMs = outcome.processorMs ?? null;
    return outcome;
  }

  /** Aborts with an EngineError when the call exceeds a limit. */
  #watch(method: string, { processorMs, longMs, onLong }: CallLimits, abort: AbortController): NodeJS.Timeout {
    const wallEnd = performance.now() + Math.min(processorMs * WALL_FACTOR, MOST_WALL_MS);
    let before = this.#processorMs;
    let isLooking = false;
    let isLong = false;
    const look = async () => {
      const total = await this.#currentProcessorMs();
      before ??= total;
      const used = total === null || before === null ? null : total - before;
      const isOverWall = performance.now() > wallEnd;
      if (used === null ? isOverWall : used > processorMs) {
        const message = `${method} took more than ${Math.round(processorMs)} ms of processor time`;
        abort.abort(new EngineError('engine_timeout', message));
      } else if (isOverWall) {
        abort.abort(new EngineError('engine_busy', `the machine was too busy for ${method}`));
      } else if (!isLong && used !== null && used > longMs) {
        isLong = true;
        onLong();
      }
    };
    return setInterval(async () => {
      if (isLooking) return;
      isLooking = true;
      await look();
      isLooking = false;
    }, LOOK_EVERY_MS);
  }

  async #currentProcessorMs(): Promise<number | null> {
    const [thread] = this.#pool.threads;
    if (thread === undefined) return null;
    const usage = thread.cpuUsage().then(
      ({ user, system }) => (user + system) / 1_000,
      () => null,
    );
    return Promise.race([usage, delay(REPORT_WITHIN_MS, null, { ref: false })]);
  }

  /** Ends the thread; a call in flight fails. */
  async close(): Promise<void> {
    if (this.#idle !== null) clearTimeout(this.#idle);
    await this.#pool.destroy();
  }
}

function codeOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : 'no code';
}
