/**
 * An NLI model in a separate process. Native code reads files from strangers, so it may crash or take all memory; then
 * only that process ends. All engine threads share one process, because the weights are large.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname } from 'node:path';
import { FairSlots, type ShareOf, SlotsFullError } from '#common/fair-slots.ts';
import type { EntailmentModel, EntailmentOutcome, PairScores, TextPair } from '#contracts/ports/entailment-model.ts';
import { rejectOnAbort } from '../outbound/reject-on-abort.ts';
import { sandboxEnvironment, sandboxFlags } from '../sandboxed-process.ts';
import { ModelError } from './model-error.ts';
import type { ModelFile } from './model-files.ts';
import type { FromProcess, ToProcess } from './protocol.ts';

export interface LocalModelOptions {
  /** The model's folder. */
  model: string;
  /** The folder of the runtime's package. */
  runtime: string;
  /** The files that were calibrated; a model with others is refused. Default: any. */
  files?: readonly ModelFile[];
  /** Whose share an organization's work takes. Default: its own. */
  shareOf?: ShareOf | undefined;
  /** Threads that compute. Default: one less than the cores, at least one and at most four. */
  threads?: number;
  /** Time limit from the start to the first scores. */
  openWithinMs?: number;
  /** Time limit for one group of pairs. */
  readWithinMs?: number;
  /** Called when the process ended unexpectedly, and when it could not be restarted. */
  onProblem?: (problem: string) => void;
  /** Module of the process, replaceable in tests. */
  module?: URL;
}

export interface LocalModel extends EntailmentModel {
  /** Resolves once the model has been loaded for the first time. Throws ModelError if it could not be. */
  ready(): Promise<void>;
  close(): Promise<void>;
}

const OPEN_WITHIN_MS = 120_000;
const READ_WITHIN_MS = 30_000;
/** Pairs that are read before another organization gets its turn: a second or two at most. */
const PAIRS_PER_TURN = 32;
/** Groups of one organization that may wait: more than its concurrent verifications have. */
const MOST_WAITING = 1_000;
/** Groups take from milliseconds to seconds: an organization that has had much time waits for others. */
const HALF_LIFE_MS = 10_000;
/** Unexpected ends without scores in between, after which the process is not restarted for a while. */
const MOST_DEATHS = 3;
const LEFT_ALONE_MS = 60_000;
const MOST_THREADS = 4;
/** Heap limit for vocabulary and texts. Weights are not on the heap. */
const HEAP_MB = 1_024;

/** Starts the process without waiting for the model to load. */
export function openLocalModel(options: LocalModelOptions): LocalModel {
  const { readWithinMs = READ_WITHIN_MS, onProblem = () => {} } = options;
  const { shareOf } = options;
  const slots = new FairSlots({ slots: 1, waitingPerKey: MOST_WAITING, shareOf, halfLifeMs: HALF_LIFE_MS });
  const closing = new AbortController();
  let deaths = 0;
  let diedAt = 0;
  let running = startOrReport();
  const first = running;

  function died(problem: string): void {
    deaths++;
    diedAt = performance.now();
    if (!closing.signal.aborted) onProblem(problem);
  }

  /** Rejects with ModelError; then no process is started for a while. */
  function startOrReport(): Promise<ModelProcess> {
    const started = startProcess(options, closing.signal);
    started.catch((error: unknown) => {
      deaths = MOST_DEATHS;
      died(error instanceof ModelError ? error.message : 'it could not be started');
    });
    return started;
  }

  async function processOrNull(): Promise<ModelProcess | null> {
    if (closing.signal.aborted) return null;
    const current = await running.catch(() => null);
    if (current?.isAlive()) return current;
    if (deaths >= MOST_DEATHS && performance.now() - diedAt < LEFT_ALONE_MS) return null;
    running = startOrReport();
    return running.catch(() => null);
  }

  async function readTurn(pairs: readonly TextPair[], signal: AbortSignal): Promise<EntailmentOutcome> {
    const model = await Promise.race([processOrNull(), rejectOnAbort(signal)]);
    if (model === null) return { ok: false, failure: 'unavailable' };
    const outcome = await model.read(pairs, readWithinMs);
    if (outcome.ok) deaths = 0;
    else if (!model.isAlive()) died('its process has ended');
    return outcome;
  }

  return {
    async ready() {
      await first;
    },
    async read(pairs, { organization_id, signal }) {
      const scores: PairScores[] = [];
      try {
        for (let at = 0; at < pairs.length; at += PAIRS_PER_TURN) {
          const some = pairs.slice(at, at + PAIRS_PER_TURN);
          const outcome = await slots.run(organization_id, () => readTurn(some, signal), signal);
          if (!outcome.ok) return outcome;
          scores.push(...outcome.scores);
        }
        return { ok: true, scores };
      } catch (error) {
        if (signal.aborted) return { ok: false, failure: 'timeout' };
        if (error instanceof SlotsFullError) return { ok: false, failure: 'busy' };
        throw error;
      }
    },
    async close() {
      closing.abort();
      slots.close();
      await (await running.catch(() => null))?.end();
    },
  };
}

interface ModelProcess {
  isAlive(): boolean;
  read(pairs: readonly TextPair[], withinMs: number): Promise<EntailmentOutcome>;
  end(): Promise<void>;
}

/** Throws ModelError. `closing` ends the process, even while it loads. */
async function startProcess(given: LocalModelOptions, closing: AbortSignal): Promise<ModelProcess> {
  // The process may only read these folders, so resolve links to them.
  const options = { ...given, model: realPath(given.model), runtime: realPath(given.runtime) };
  const { model, runtime, files = null, openWithinMs = OPEN_WITHIN_MS } = options;
  const { threads = Math.min(MOST_THREADS, Math.max(1, availableParallelism() - 1)) } = options;
  const child = spawnProcess(options);
  const end = () => child.kill('SIGKILL');
  closing.addEventListener('abort', end, { once: true });
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
    child.once('error', () => resolve());
  });
  const waiting = new Map<number, (outcome: EntailmentOutcome) => void>();
  const opened = Promise.withResolvers<void>();
  opened.promise.catch(() => {});
  child.on('message', (message: FromProcess) => {
    if ('opened' in message) opened.resolve();
    else if ('unusable' in message) opened.reject(new ModelError(message.unusable));
    else {
      const outcome: EntailmentOutcome =
        'failed' in message ? { ok: false, failure: 'unavailable' } : { ok: true, scores: message.scores };
      waiting.get(message.id)?.(outcome);
    }
  });
  let isAlive = true;
  void ended.then(() => {
    isAlive = false;
    closing.removeEventListener('abort', end);
    opened.reject(new ModelError('its process ended while it was loaded: it is broken, or needs more memory'));
    for (const settle of waiting.values()) settle({ ok: false, failure: 'unavailable' });
  });
  const send = (message: ToProcess) => void (child.connected && child.send(message, () => {}));
  const tooLong = setTimeout(() => opened.reject(new ModelError('it takes too long to load')), openWithinMs);
  send({ open: { model, runtime, threads, files } });
  try {
    await opened.promise;
  } catch (error) {
    child.kill('SIGKILL');
    await ended;
    throw error;
  } finally {
    clearTimeout(tooLong);
  }
  let last = 0;
  return {
    isAlive: () => isAlive,
    async read(pairs, withinMs) {
      if (!isAlive) return { ok: false, failure: 'unavailable' };
      const id = ++last;
      const reply = Promise.withResolvers<EntailmentOutcome>();
      waiting.set(id, reply.resolve);
      const timer = setTimeout(() => {
        // A process that computes for this long can't be stopped otherwise.
        isAlive = false;
        child.kill('SIGKILL');
        reply.resolve({ ok: false, failure: 'timeout' });
      }, withinMs);
      send({ id, pairs });
      try {
        return await reply.promise;
      } finally {
        clearTimeout(timer);
        waiting.delete(id);
      }
    },
    async end() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

/**
 * The process may only read its own code, the model and the runtime. This restricts JavaScript only; the only native
 * code is the runtime, whose version and hash are pinned.
 */
function spawnProcess({ model, runtime, module }: LocalModelOptions): ChildProcess {
  return fork(module ?? new URL('./model-process.ts', import.meta.url), [], {
    execArgv: [...sandboxFlags(HEAP_MB, [model, dirname(runtime)]), '--allow-addons'],
    env: sandboxEnvironment(),
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    serialization: 'json',
  });
}
