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
}

/** Without `settings` nothing is gathered. */
export function createGathering(settings: Gathering | undefined): Gatherer {
  if (settings === undefined) return { read() {}, over: async () => {}, end() {} };
  const last = new Set(registry.storedTypes(settings.last));
  let current: Wait | null = null;
  /** The last event came before anybody waited. */
  let ending = false;

  return {
    read(message) {
      if (message.kind !== 'event' || !last.has(message.event.type)) return;
      if (current === null) ending = true;
      else current.endIn(settings.after_last_ms);
    },
    over() {
      // Of a batch that was full before its time.
      current?.end();
      const wait = createWait(() => {
        if (current === wait) current = null;
      });
      current = wait;
      wait.endIn(ending ? settings.after_last_ms : settings.ms);
      ending = false;
      return wait.over;
    },
    end: () => current?.end(),
  };
}

interface Wait {
  over: Promise<void>;
  endIn(ms: number): void;
  end(): void;
}

function createWait(onEnd: () => void): Wait {
  const { promise, resolve } = Promise.withResolvers<void>();
  let timer: NodeJS.Timeout | undefined;
  const end = (): void => {
    clearTimeout(timer);
    onEnd();
    resolve();
  };
  return {
    over: promise,
    endIn(ms) {
      clearTimeout(timer);
      timer = setTimeout(end, ms);
    },
    end,
  };
}
