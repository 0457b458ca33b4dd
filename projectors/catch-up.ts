/** Waits until read models show what was just written, so that a command's caller can read it back. */
import { setTimeout as delay } from 'node:timers/promises';
import { type Backoff, backoffDelay } from '#common/backoff.ts';
import type { Position } from '#contracts/ports/event-store.ts';
import { type ReadStore, ReadStoreError, type View, type ViewGeneration } from '#contracts/ports/read-store.ts';
import type { RunningProjector } from './run-projector.ts';

/** Resolves to true once all views show `position`, or to false after `timeoutMs`. */
export type CatchUp = (position: Position, timeoutMs: number) => Promise<boolean>;

/** For a process that runs the projectors itself. */
export function catchUpOfProjectors(projectors: readonly Pick<RunningProjector, 'caughtUpTo'>[]): CatchUp {
  return async (position, timeoutMs) => {
    const reached = await Promise.all(projectors.map((projector) => projector.caughtUpTo(position, timeoutMs)));
    return reached.every(Boolean);
  };
}

const POLLING: Backoff = { base_ms: 5, max_ms: 200 };

/**
 * For a process whose projectors run elsewhere: polls the checkpoints in the read store, with back-off. Stops waiting
 * when the signal aborts.
 */
export function catchUpOfCheckpoints(
  views: ReadStore,
  watched: readonly View[],
): (position: Position, timeoutMs: number, signal?: AbortSignal) => Promise<boolean> {
  /** Each view's live generation, kept until a read says that it was dropped. */
  const generations = new Map<View, ViewGeneration>();

  async function checkpointOf(view: View): Promise<Position> {
    const known = generations.get(view);
    try {
      if (known !== undefined) return await views.checkpoint(known);
    } catch (error) {
      if (!(error instanceof ReadStoreError && error.code === 'generation_dropped')) throw error;
    }
    const live = await views.live(view);
    generations.set(view, live);
    return views.checkpoint(live);
  }
  const shows = async (view: View, position: Position): Promise<boolean> => (await checkpointOf(view)) >= position;

  return async (position, timeoutMs, signal) => {
    const deadline = performance.now() + timeoutMs;
    for (let polls = 1; ; polls++) {
      const shown = await Promise.all(watched.map((view) => shows(view, position)));
      if (shown.every(Boolean)) return true;
      const left = deadline - performance.now();
      if (left <= 0 || signal?.aborted) return false;
      await delay(Math.min(backoffDelay(POLLING, polls), left), undefined, { signal }).catch(() => {});
    }
  };
}
