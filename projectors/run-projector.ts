/** Keeps one view up to date: a subscription from the view's checkpoint, restarted with back-off after a failure. */
import { setTimeout as delay } from 'node:timers/promises';
import { type Backoff, backoffDelay } from '#common/backoff.ts';
import { deliveredPosition } from '#common/delivered-position.ts';
import { type BatchLimit, readAhead } from '#common/read-ahead.ts';
import { nextTurn } from '#common/turns.ts';
import { type EventStore, type Position, type RecordedEvent, START } from '#contracts/ports/event-store.ts';
import type { ReadStore, ViewGeneration } from '#contracts/ports/read-store.ts';
import { applyBatch, filterOf } from './batch.ts';
import { type BatchWindowSettings, createBatchWindow } from './batch-window.ts';
import type { Projection } from './projection.ts';

export interface ProjectorDependencies {
  events: EventStore;
  views: ReadStore;
  /** Called on every failure, with the delay before the next attempt. The projector retries by itself. */
  onFailure(failure: { view: string; error: unknown; retry_in_ms: number }): void;
  /** Called for every event that can't be decoded; the projector skips it. */
  onUnreadable(view: string, event: RecordedEvent): void;
  /** Called after each written batch with its events, which the view shows from then on. */
  onShown?(view: string, events: readonly RecordedEvent[]): void;
  backoff?: Backoff;
  /**
   * How long storing the checkpoint may be delayed while the view ignores all events read; a restart re-reads that
   * much. Default 0, because other processes poll the stored checkpoint; `caughtUpTo` doesn't depend on it.
   */
  checkpointEveryMs?: number;
  /** If absent, events are written as they arrive. */
  batchWindow?: BatchWindowSettings;
  /** The store may omit checkpoints for events that the view ignores, so the view's checkpoint lags. Default false. */
  eventsOnly?: boolean;
}

export interface RunningProjector {
  view: string;
  /** The log position up to which the view is current; START until it first read its checkpoint. */
  position(): Position;
  /** Resolves to true once the view shows everything up to `position`, or to false after `timeoutMs`. */
  caughtUpTo(position: Position, timeoutMs: number): Promise<boolean>;
  /** Stops the subscription; resolves when the current batch is written. */
  stop(): Promise<void>;
}

/** A batch blocks this process and the read store for a few milliseconds; requests are served in between. */
const BATCH: BatchLimit = { messages: 100, characters: 500_000 };
const BACKOFF = { base_ms: 100, max_ms: 10_000 };

/** Starts the projector. It follows the view's live generation, rebuilt ones included, until `stop`. */
export function runProjector(projection: Projection, dependencies: ProjectorDependencies): RunningProjector {
  const { events, views, onFailure, onUnreadable, onShown } = dependencies;
  const { backoff = BACKOFF, checkpointEveryMs = 0, eventsOnly = false } = dependencies;
  const { name } = projection.view;
  const reportUnreadable = (event: RecordedEvent) => onUnreadable(name, event);
  const stopping = new AbortController();
  let position: Position = START;
  let failures = 0;
  const waiters = new Set<() => void>();
  const batchWindow = createBatchWindow(dependencies.batchWindow);

  function advance(to: Position): void {
    if (to > position) position = to;
    for (const wake of waiters) wake();
  }

  /** Resolves when the batch should be written, at least one turn later so that events appended together share it. */
  async function batchIsOver(): Promise<void> {
    if (waiters.size === 0 && !stopping.signal.aborted) await batchWindow.over();
    await nextTurn();
  }

  const isLive = async (generation: ViewGeneration): Promise<boolean> =>
    (await views.live(projection.view)).generation === generation.generation;

  /** Follows one generation until a rebuild replaces it, the subscription ends, or something fails. */
  async function follow(signal: AbortSignal): Promise<void> {
    const generation = await views.live(projection.view);
    const after = await views.checkpoint(generation);
    let written = after;
    let writtenAt = performance.now();
    advance(after);
    const subscription = events.subscribe({ after, filter: filterOf(projection), eventsOnly, signal });
    for await (const messages of readAhead(subscription, BATCH, { ...batchWindow, over: batchIsOver })) {
      const checkpoint = deliveredPosition(messages.at(-1)!);
      const recorded = messages.flatMap((message) => (message.kind === 'event' ? [message.event] : []));
      if (recorded.length === 0 && performance.now() - writtenAt < checkpointEveryMs) {
        advance(checkpoint);
        continue;
      }
      if (recorded.length > 0 || checkpoint > written) {
        try {
          await applyBatch(views, generation, projection, recorded, checkpoint, reportUnreadable);
        } catch (error) {
          // A rebuild drops the replaced generation. Return, so that the events are re-read for the new one.
          if (await isLive(generation)) throw error;
          return;
        }
        written = checkpoint;
        writtenAt = performance.now();
      }
      failures = 0;
      advance(checkpoint);
      if (onShown !== undefined && recorded.length > 0) {
        // Callers of `caughtUpTo` resume first.
        await nextTurn();
        onShown(name, recorded);
      }
    }
  }

  async function supervise(): Promise<void> {
    while (!stopping.signal.aborted) {
      const attempt = new AbortController();
      const signal = AbortSignal.any([stopping.signal, attempt.signal]);
      try {
        await follow(signal);
      } catch (error) {
        if (stopping.signal.aborted) return;
        const retry_in_ms = backoffDelay(backoff, ++failures);
        onFailure({ view: name, error, retry_in_ms });
        await delay(retry_in_ms, undefined, { signal: stopping.signal }).catch(() => {});
      } finally {
        // Closes the subscription if `follow` returned before the subscription ended.
        attempt.abort();
      }
    }
  }

  const running = supervise();
  return {
    view: name,
    position: () => position,
    caughtUpTo: (wanted, timeoutMs) => {
      if (position >= wanted) return Promise.resolve(true);
      return new Promise((resolve) => {
        const finish = (reached: boolean): void => {
          clearTimeout(timer);
          waiters.delete(wake);
          resolve(reached);
        };
        const wake = (): void => {
          if (position >= wanted) finish(true);
        };
        const timer = setTimeout(() => finish(false), timeoutMs);
        waiters.add(wake);
        batchWindow.end();
      });
    },
    async stop() {
      stopping.abort();
      batchWindow.end();
      await running;
    },
  };
}
