/**
 * Tells waiting requests that a verification has ended. The process has one subscription for all of them: one per
 * request would run into the server's limit on concurrent streams, where later ones get nothing, silently.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { EventStore, Position } from '#contracts/ports/event-store.ts';
import { registry } from '#domain/events/registry.ts';

const TERMINAL_TYPES = registry.storedTypes(['VerificationCompleted', 'VerificationFailed']);

export type Ended =
  /** It may have ended, so look. */
  { outcome: 'ended' } | { outcome: 'timed_out' } | { outcome: 'stopped' };

export interface Waiting {
  ended: Promise<Ended>;
  /** Gives up waiting. Safe to call at any time. */
  cancel(): void;
}

export interface TerminalWaiter {
  /** Register before the append, or the end may come before anybody listens. */
  wait(stream: string, timeoutMs: number): Waiting;
  /** Ends the subscription; everybody still waiting is told so. Safe to call again. */
  stop(): Promise<void>;
}

/** Between a subscription that broke for good and the next one. */
const RESUBSCRIBE_AFTER_MS = 500;

export function createTerminalWaiter(events: EventStore): TerminalWaiter {
  const waiting = new Map<string, Set<(ended: Ended) => void>>();
  const stopping = new AbortController();
  const { signal } = stopping;
  let after: Position | 'end' = 'end';

  const tell = (settlers: Iterable<(ended: Ended) => void>, ended: Ended) => {
    for (const settle of [...settlers]) settle(ended);
  };
  const everybody = () => [...waiting.values()].flatMap((settlers) => [...settlers]);

  async function listen(again: boolean): Promise<void> {
    let lookAgain = again;
    const subscribed = { after, filter: { types: TERMINAL_TYPES }, eventsOnly: true, signal };
    for await (const message of events.subscribe(subscribed)) {
      after = message.kind === 'event' ? message.event.position : message.position;
      if (message.kind === 'event') {
        tell(waiting.get(message.event.stream) ?? [], { outcome: 'ended' });
      }
      // What ended while nobody listened has no event to come: everybody looks at the stream, once.
      if (lookAgain) tell(everybody(), { outcome: 'ended' });
      lookAgain = false;
    }
  }

  // The store mends a subscription that breaks; where even that fails, it is begun anew from where it was.
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
      tell(everybody(), { outcome: 'stopped' });
    },
  };
}
