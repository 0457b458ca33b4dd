/** A batch window: events wait briefly for the ones that will follow, so that each document is written once. */

import type { SubscriptionMessage } from '#contracts/ports/event-store.ts';
import { registry } from '#domain/events/registry.ts';

/**
 * Events wait for later ones before they are written, unless a caller waits for them. Every stage of a verification
 * changes its claims, so this mostly saves writing each claim several times.
 */
export interface BatchWindowSettings {
  /** The longest wait, in milliseconds. */
  ms: number;
  /** Names of events that are followed by nothing more for a while. */
  last: readonly string[];
  /** The longest wait after one of these, in milliseconds; it lets the response to the client go out first. */
  after_last_ms: number;
}

export interface BatchWindow {
  /** Must be called with every message read. */
  read(message: SubscriptionMessage): void;
  /** Resolves when the batch should be written. */
  over(): Promise<void>;
  /** Ends the current wait at once. */
  end(): void;
  /** Must be called when the batch is handed over for writing; later messages belong to the next batch. */
  taken(): void;
}

/** Without `settings`, `over` resolves at once: there is no batch window. */
export function createBatchWindow(settings: BatchWindowSettings | undefined): BatchWindow {
  if (settings === undefined) return { read() {}, over: async () => {}, end() {}, taken() {} };
  const last = new Set(registry.storedTypes(settings.last));
  let current: Wait | null = null;
  /** The current batch contains one of `settings.last`. */
  let ending = false;

  return {
    read(message) {
      if (message.kind !== 'event' || !last.has(message.event.type)) return;
      ending = true;
      current?.endWithin(settings.after_last_ms);
    },
    over() {
      current = createWait();
      current.endWithin(ending ? settings.after_last_ms : settings.ms);
      return current.over;
    },
    end: () => current?.endWithin(0),
    taken() {
      current?.endWithin(0);
      current = null;
      ending = false;
    },
  };
}

interface Wait {
  over: Promise<void>;
  /** Ends the wait within `ms` (0: at once), unless it ends earlier already. */
  endWithin(ms: number): void;
}

function createWait(): Wait {
  const { promise, resolve } = Promise.withResolvers<void>();
  let timer: NodeJS.Timeout | undefined;
  let endsAt = Number.POSITIVE_INFINITY;
  return {
    over: promise,
    endWithin(ms) {
      const at = performance.now() + ms;
      if (at >= endsAt) return;
      endsAt = at;
      clearTimeout(timer);
      if (ms > 0) timer = setTimeout(resolve, ms);
      else resolve();
    },
  };
}
