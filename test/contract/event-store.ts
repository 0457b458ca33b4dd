/**
 * What every event store adapter must do. Written so that a store shared with others passes as well: streams and types
 * are unique to each test, positions may have gaps, other people's events may stand between.
 */
import assert from 'node:assert/strict';
import { after, before, describe } from 'node:test';
import type { EventStore } from '#contracts/ports/event-store.ts';
import { appendContract } from './event-store-append.ts';
import { readContract } from './event-store-read.ts';
import { subscribeContract } from './event-store-subscribe.ts';

export interface EventStoreHarness {
  store: EventStore;
  /** Stops the store (the server, where the test owns one) and opens it again on the same data. */
  restart?: () => Promise<EventStore>;
  cleanup(): Promise<void>;
}

/** Gives the parts of the suite the store as it is now: a restart replaces it. */
export interface StoreUnderTest {
  readonly store: EventStore;
  readonly canRestart: boolean;
  restart(): Promise<void>;
}

/** Joins an adapter to the suite: `eventStoreContract('name', async () => ({ store, cleanup }))`. */
export function eventStoreContract(
  name: string,
  make: () => Promise<EventStoreHarness>,
  options: { restarts: boolean },
): void {
  describe(`event store contract: ${name}`, { timeout: 120_000 }, () => {
    let harness: EventStoreHarness;
    let store: EventStore;
    before(async () => {
      harness = await make();
      store = harness.store;
    });
    after(() => harness.cleanup());
    const underTest: StoreUnderTest = {
      get store() {
        return store;
      },
      canRestart: options.restarts,
      async restart() {
        assert.ok(harness.restart, 'the harness cannot restart');
        store = await harness.restart();
      },
    };
    appendContract(underTest);
    readContract(underTest);
    subscribeContract(underTest);
  });
}
