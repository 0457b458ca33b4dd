/** Letting events wait for those that are bound to follow, so that a view's documents are written once and not for each. */
import { registry } from '#contracts/events/registry.ts';
import type { SubscriptionMessage } from '#contracts/ports/event-store.ts';

/**
 * Events wait for later ones before they are written, unless somebody waits for them: a verification's claims, which
 * every one of its stages changes, are then mostly written once.
 */
export interface Gathering {
  /** How long at most. */
  ms: number;
  /** Events after which nothing more is to be expected soon. */
  last: readonly string[];
  /** How long at most after one of these: the answer that it leads to goes first. */
  after_last_ms: number;
}

export interface Gatherer {
  /** To be told of every message. */
  read(message: SubscriptionMessage): void;
  /** Resolves when what has been gathered is to be written. */
  over(): Promise<void>;
  /** It is to be written now. */
  end(): void;
  /** To be told when it is taken to be written: what is read from now on is gathered anew. */
  taken(): void;
}

/** Without `settings` nothing is gathered. */
export function createGathering(settings: Gathering | undefined): Gatherer {
  if (settings === undefined) return { read() {}, over: async () => {}, end() {}, taken() {} };
  const last = new Set(registry.storedTypes(settings.last));
  let current: Wait | null = null;
  /** Among what is being gathered is a last event. */
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
  /** Not later than in so long; 0: at once. An earlier end stays. */
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
