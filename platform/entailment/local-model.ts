/**
 * An NLI model in a process of its own. Native code reads what strangers have made, so it may crash or eat all memory: then
 * that process ends, and not the service. There is one, whatever number of engine threads asks: the weights are large.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname } from 'node:path';
import { FairSlots, SlotsFullError } from '#common/fair-slots.ts';
import type { EntailmentModel, EntailmentOutcome, PairReading, TextPair } from '#contracts/ports/entailment-model.ts';
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
  /** The files that were calibrated: with others the model is refused. Left out: any. */
  files?: readonly ModelFile[];
  /** Threads that compute. Default: one less than the cores, at least one and at most four. */
  threads?: number;
  /** From start to the first reading. */
  openWithinMs?: number;
  /** For one group of pairs. */
  readWithinMs?: number;
  /** Called when the process ended by itself, and when it could not be started again. */
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
/** Pairs that are read before another organization has its turn: a second or two at most. */
const PAIRS_PER_TURN = 32;
/** Groups of one organization that may wait: more than its verifications at once have. */
const MOST_WAITING = 1_000;
/** Deaths without a reading in between, after which it is left alone for a while. */
const MOST_DEATHS = 3;
const LEFT_ALONE_MS = 60_000;
const MOST_THREADS = 4;
/** Of JavaScript: vocabulary and texts. Weights are beside it. */
const HEAP_MB = 1_024;

/** Starts the process, which loads the model while the caller goes on. */
export function openLocalModel(options: LocalModelOptions): LocalModel {
  const { readWithinMs = READ_WITHIN_MS, onProblem = () => {} } = options;
  const slots = new FairSlots({ slots: 1, waitingPerKey: MOST_WAITING });
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

  /** Rejects with ModelError; then nothing is started for a while. */
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
      const readings: PairReading[] = [];
      try {
        for (let at = 0; at < pairs.length; at += PAIRS_PER_TURN) {
          const some = pairs.slice(at, at + PAIRS_PER_TURN);
          const outcome = await slots.run(organization_id, () => readTurn(some, signal), signal);
          if (!outcome.ok) return outcome;
          readings.push(...outcome.readings);
        }
        return { ok: true, readings };
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

/** Throws ModelError. `closing` ends the process, also while it loads. */
async function startProcess(given: LocalModelOptions, closing: AbortSignal): Promise<ModelProcess> {
  // The process may read these folders alone, wherever links to them stand.
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
        'failed' in message ? { ok: false, failure: 'unavailable' } : { ok: true, readings: message.readings };
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
        // Whoever computes for so long can't be told to stop otherwise.
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
 * It may read its own code, the model and the runtime, and nothing else. That binds JavaScript; native code is the runtime's alone, whose version and hash are pinned.
 */
function spawnProcess({ model, runtime, module }: LocalModelOptions): ChildProcess {
  return fork(module ?? new URL('./model-process.ts', import.meta.url), [], {
    execArgv: [...sandboxFlags(HEAP_MB, [model, dirname(runtime)]), '--allow-addons'],
    env: sandboxEnvironment(),
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    serialization: 'json',
  });
}
