/**
 * The contract of the event store port. A store with other users can pass it too: streams and types are unique to each
 * test, positions may have gaps, and other users' events may be in between.
 */
import assert from 'node:assert/strict';
import { after, before, describe } from 'node:test';
import type { EventStore } from '#contracts/ports/event-store.ts';
import { appendContract } from './event-store-append.ts';
import { readContract } from './event-store-read.ts';
import { subscribeContract } from './event-store-subscribe.ts';
import type { StoreUnderTest } from './event-store-under-test.ts';

export interface EventStoreHarness {
  store: EventStore;
  /** Stops the store, or the server if the test owns one, and opens it again on the same data. */
  restart?: () => Promise<EventStore>;
  cleanup(): Promise<void>;
}

/** Runs the suite for an adapter: `eventStoreContract('name', async () => ({ store, cleanup }))`. */
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
