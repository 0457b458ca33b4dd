/**
 * Notifies waiting requests when their verification has ended. The process has one subscription for all of them: with
 * one per request, those beyond the server's limit on concurrent streams would silently receive nothing.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { deliveredPosition } from '#common/delivered-position.ts';
import type { EventStore, Position } from '#contracts/ports/event-store.ts';
import { registry } from '#domain/events/registry.ts';
import { END_EVENTS } from '#domain/verification/ended.ts';

const TERMINAL_TYPES = registry.storedTypes(END_EVENTS);

export type Ended =
  /** The verification may have ended, so load it. */
  { outcome: 'ended' } | { outcome: 'timed_out' } | { outcome: 'stopped' };

export interface Waiting {
  ended: Promise<Ended>;
  /** Stops waiting. Safe to call at any time. */
  cancel(): void;
}

export interface TerminalWaiter {
  /** Call it before the append, or the end may be missed. */
  wait(stream: string, timeoutMs: number): Waiting;
  /** Ends the subscription; all pending waits resolve as stopped. Idempotent. */
  stop(): Promise<void>;
}

/** Delay before resubscribing after a subscription failed for good. */
const RESUBSCRIBE_AFTER_MS = 500;

export function createTerminalWaiter(events: EventStore): TerminalWaiter {
  const waiting = new Map<string, Set<(ended: Ended) => void>>();
  const stopping = new AbortController();
  const { signal } = stopping;
  let after: Position | 'end' = 'end';

  const settleAll = (settlers: Iterable<(ended: Ended) => void>, ended: Ended) => {
    for (const settle of [...settlers]) settle(ended);
  };
  const allSettlers = () => [...waiting.values()].flatMap((settlers) => [...settlers]);

  async function listen(again: boolean): Promise<void> {
    let recheck = again;
    const subscribed = { after, filter: { types: TERMINAL_TYPES }, eventsOnly: true, signal };
    for await (const message of events.subscribe(subscribed)) {
      after = deliveredPosition(message);
      if (message.kind === 'event') {
        settleAll(waiting.get(message.event.stream) ?? [], { outcome: 'ended' });
      }
      // Ends that came while nothing was subscribed send no event, so every waiting request checks its stream once.
      if (recheck) settleAll(allSettlers(), { outcome: 'ended' });
      recheck = false;
    }
  }

  // The store repairs a broken subscription itself. If it can't, subscribe again from the last position.
  const listening = (async () => {
    for (let again = false; !signal.aborted; again = true) {
      await listen(again).catch(() => {});
      await delay(RESUBSCRIBE_AFTER_MS, undefined, { signal, ref: false }).catch(() => {});
    }
  })();

  return {
    wait(stream, timeoutMs) {
      const { promise, resolve } = Promise.withResolvers<Ended>();
      const settlers = waiting.get(stream) ?? new Set();
      waiting.set(stream, settlers);
      const settle = (ended: Ended) => {
        clearTimeout(timer);
        settlers.delete(settle);
        if (settlers.size === 0 && waiting.get(stream) === settlers) waiting.delete(stream);
        resolve(ended);
      };
      const timer = setTimeout(settle, timeoutMs, { outcome: 'timed_out' });
      settlers.add(settle);
      return { ended: promise, cancel: () => settle({ outcome: 'timed_out' }) };
    },
    async stop() {
      stopping.abort();
      await listening;
      settleAll(allSettlers(), { outcome: 'stopped' });
    },
  };
}
