import type { EventStore } from '#contracts/ports/event-store.ts';

/** Gives the parts of the suite the current store; a restart replaces it. */
export interface StoreUnderTest {
  readonly store: EventStore;
  readonly canRestart: boolean;
  restart(): Promise<void>;
}
