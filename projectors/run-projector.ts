/** Keeps one view up to date: a supervised subscription from the view's checkpoint. */
import { setTimeout as delay } from 'node:timers/promises';
import {
  type EventStore,
  type Position,
  type RecordedEvent,
  START,
  type SubscriptionMessage,
} from '#contracts/ports/event-store.ts';
import type { ReadStore, ViewGeneration } from '#contracts/ports/read-store.ts';
import { type BatchLimit, readAhead } from '#contracts/read-ahead.ts';
import { nextTurn } from '#contracts/turns.ts';
import { applyBatch, filterOf } from './batch.ts';
import { createGathering, type Gathering } from './gathering.ts';
import type { Projection } from './projection.ts';

export interface ProjectorDependencies {
  eventStore: EventStore;
  readStore: ReadStore;
  /** Told of every failure, with the wait before the next try. The projector goes on by itself. */
  onFailure(failure: { view: string; error: unknown; retry_in_ms: number }): void;
  /** Told of every event that can't be read, and is passed over. */
  onUnreadable(view: string, event: RecordedEvent): void;
  /** Told of the events that the view shows from now on, batch by batch. Left out: nobody is. */
  onShown?(view: string, events: readonly RecordedEvent[]): void;
  backoff?: { base_ms: number; max_ms: number };
  /**
   * How old a stored checkpoint may be while only events pass that the view ignores: that much is looked through again
   * after a restart. Default 0, as other processes wait for checkpoints; whoever asks this projector needs none.
   */
  checkpointEveryMs?: number;
  /** Left out: events are written as they come. */
  gather?: Gathering;
  /** The checkpoint may stay behind events that the view ignores: the store need not send them. Default false. */
  eventsOnly?: boolean;
}

export interface RunningProjector {
  view: string;
  /** Up to where the view shows the log; START until the first batch. */
  position(): Position;
  /** True as soon as the view shows everything up to `position`; false when `timeoutMs` pass before. */
  caughtUpTo(position: Position, timeoutMs: number): Promise<boolean>;
  /** Resolves when the batch in hand is written. */
  stop(): Promise<void>;
}

/** Some milliseconds of work here and in the read store: requests come in between. */
const BATCH: BatchLimit = { messages: 100, characters: 500_000 };
const BACKOFF = { base_ms: 100, max_ms: 10_000 };

export function runProjector(projection: Projection, dependencies: ProjectorDependencies): RunningProjector {
  const { eventStore, readStore, onFailure, onUnreadable, onShown } = dependencies;
  const { backoff = BACKOFF, checkpointEveryMs = 0, eventsOnly = false } = dependencies;
  const { name } = projection.view;
  const tellOfUnreadable = (event: RecordedEvent) => onUnreadable(name, event);
  const stopping = new AbortController();
  let position: Position = START;
  let failures = 0;
  const waiters = new Set<() => void>();
  const gathering = createGathering(dependencies.gather);

  function advance(to: Position): void {
    if (to > position) position = to;
    for (const wake of waiters) wake();
  }

  /** Resolves when what has come so far is to be written, later than anything that was appended together with it. */
  async function gathered(): Promise<void> {
    if (waiters.size === 0 && !stopping.signal.aborted) await gathering.over();
    await nextTurn();
  }

  const isLive = async (generation: ViewGeneration): Promise<boolean> =>
    (await readStore.live(projection.view)).generation === generation.generation;

  /** Follows one generation until it is replaced by a rebuilt one, the subscription ends, or something fails. */
  async function follow(signal: AbortSignal): Promise<void> {
    const generation = await readStore.live(projection.view);
    const after = await readStore.checkpoint(generation);
    let written = after;
    let writtenAt = performance.now();
    advance(after);
    const subscription = eventStore.subscribe({ after, filter: filterOf(projection), eventsOnly, signal });
    for await (const messages of readAhead(subscription, BATCH, { ...gathering, over: gathered })) {
      const checkpoint = positionOf(messages.at(-1)!);
      const events = messages.flatMap((message) => (message.kind === 'event' ? [message.event] : []));
      if (events.length === 0 && performance.now() - writtenAt < checkpointEveryMs) {
        advance(checkpoint);
        continue;
      }
      if (events.length > 0 || checkpoint > written) {
        try {
          await applyBatch(readStore, generation, projection, events, checkpoint, tellOfUnreadable);
        } catch (error) {
          // A generation that is replaced is dropped: what can't be written there is read again for the new one.
          if (await isLive(generation)) throw error;
          return;
        }
        written = checkpoint;
        writtenAt = performance.now();
      }
      failures = 0;
      advance(checkpoint);
      if (onShown !== undefined && events.length > 0) {
        // Those who waited for them go first.
        await nextTurn();
        onShown(name, events);
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
        const retry_in_ms = Math.min(backoff.max_ms, backoff.base_ms * 2 ** failures++);
        onFailure({ view: name, error, retry_in_ms });
        await delay(retry_in_ms, undefined, { signal: stopping.signal }).catch(() => {});
      } finally {
        // Frees the subscription where the loop ended before it did.
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
        gathering.end();
      });
    },
    async stop() {
      stopping.abort();
      gathering.end();
      await running;
    },
  };
}

function positionOf(message: SubscriptionMessage): Position {
  return message.kind === 'event' ? message.event.position : message.position;
}
