/**
 * Tells waiting requests that a verification has ended. The process has one subscription for all of them: one per
 * request would run into the server's limit on concurrent streams, where later ones get nothing, silently.
 */
import { registry } from '#contracts/events/registry.ts';
import type { EventStore, Position } from '#contracts/ports/event-store.ts';

const TERMINAL_TYPES = registry.storedTypes(['VerificationCompleted', 'VerificationFailed']);

export type Ended =
  /** `position` is that of the terminal event. */
  { outcome: 'ended'; position: Position } | { outcome: 'timed_out' } | { outcome: 'stopped' };

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

export function createTerminalWaiter(events: EventStore): TerminalWaiter {
  const waiting = new Map<string, Set<(ended: Ended) => void>>();
  const stopping = new AbortController();

  // The store resumes a broken subscription from where it was, so no end is missed while somebody waits.
  const listening = (async () => {
    const filter = { types: TERMINAL_TYPES };
    for await (const message of events.subscribe({ after: 'end', filter, signal: stopping.signal })) {
      if (message.kind !== 'event') continue;
      const ended: Ended = { outcome: 'ended', position: message.event.position };
      for (const settle of waiting.get(message.event.stream) ?? []) settle(ended);
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
      for (const settle of [...waiting.values()].flatMap((settlers) => [...settlers])) settle({ outcome: 'stopped' });
    },
  };
}
