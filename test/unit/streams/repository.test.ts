import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  type AppendResult,
  type EventStore,
  EventStoreError,
  type ExpectedRevision,
  type NewEvent,
} from '#contracts/ports/event-store.ts';
import type { Aggregate } from '#domain/aggregate.ts';
import { accept } from '#domain/decider.ts';
import { newEventId } from '#domain/ids.ts';
import { SOURCE_SET, type SourceSetCommand, type SourceSetState } from '#domain/source-set/decider.ts';
import type { SourceSetEvent } from '#domain/source-set/events.ts';
import { execute, jsonBytes, load } from '#streams/repository.ts';
import { createMemoryEventStore } from '#test/support/memory-event-store.ts';

const AT = '2026-01-01T00:00:00.000Z';
const METADATA = {
  actor: { type: 'system' as const, id: 'test' },
  ip: null,
  request_id: 'req_1',
  correlation_id: 'req_1',
  causation_id: 'req_1',
  traceparent: '00-0-0-00',
  organization_id: 'org_1',
};
const ID = 'srs_1';
const CREATE: SourceSetCommand = {
  type: 'CreateSourceSet',
  data: { source_set_id: 'srs_1', organization_id: 'org_1', name: 'n', description: '', created_at: AT },
};

function add(resourceId: string, label = 'label'): SourceSetCommand {
  return {
    type: 'AddResource',
    data: {
      source_set_id: 'srs_1',
      resource_id: resourceId,
      url: 'https://example.com/',
      label,
      source_class: 'customer_approved',
      created_at: AT,
    },
  };
}

function options() {
  return { metadata: METADATA, eventId: () => newEventId() };
}

/** The store with another `append`. */
function withAppend(
  events: EventStore,
  append: (stream: string, expected: ExpectedRevision, events: readonly NewEvent[]) => Promise<AppendResult>,
): EventStore {
  return new Proxy(events, {
    get: (target, name) => (name === 'append' ? append : Reflect.get(target, name).bind(target)),
  });
}

describe('executing a command', () => {
  test('appends the decided events and returns the state after them', async () => {
    const store = createMemoryEventStore();
    const created = await execute(store, SOURCE_SET, ID, CREATE, options());
    assert.ok(created.accepted && created.changed);
    assert.equal(created.state.source_set?.name, 'n');
    const again = await execute(store, SOURCE_SET, ID, CREATE, options());
    assert.ok(again.accepted && !again.changed);
    assert.equal(again.position, created.position);
    assert.equal((await store.readStream(SOURCE_SET.stream(ID))).length, 1);
  });

  test('a rejection is returned as decided, and nothing is appended', async () => {
    const store = createMemoryEventStore();
    const refused = await execute(store, SOURCE_SET, ID, add('src_1'), options());
    assert.deepEqual(refused, { accepted: false, code: 'not_found', reason: 'no such source set' });
    assert.deepEqual(await store.readStream(SOURCE_SET.stream(ID)), []);
  });

  test('after a conflict the command is decided again on the current stream', async () => {
    const store = createMemoryEventStore();
    await execute(store, SOURCE_SET, ID, CREATE, options());
    const stale = await load(store, SOURCE_SET, ID);
    await execute(store, SOURCE_SET, ID, add('src_1'), options());
    const outcome = await execute(store, SOURCE_SET, ID, add('src_2'), { ...options(), loaded: stale });
    assert.ok(outcome.accepted);
    assert.deepEqual(
      outcome.state.resources.map(({ resource }) => resource.resource_id),
      ['src_1', 'src_2'],
    );
  });

  test('an append with unknown outcome is repeated with the same ids and revision', async () => {
    const store = createMemoryEventStore();
    const calls: [ExpectedRevision, string[]][] = [];
    const flaky = withAppend(store, async (stream, expected, events) => {
      calls.push([expected, events.map(({ id }) => id)]);
      const result = await store.append(stream, expected, events);
      if (calls.length === 1) throw new EventStoreError('unavailable', 'the answer got lost');
      return result;
    });
    const outcome = await execute(flaky, SOURCE_SET, ID, CREATE, options());
    assert.ok(outcome.accepted);
    assert.equal(calls.length, 2);
    assert.deepEqual(calls[0], calls[1]);
    assert.equal((await store.readStream(SOURCE_SET.stream(ID))).length, 1);
  });

  test('a store that stays unavailable, and every other error, throws', async () => {
    const away = withAppend(createMemoryEventStore(), async () => {
      throw new EventStoreError('unavailable', 'down');
    });
    await assert.rejects(execute(away, SOURCE_SET, ID, CREATE, options()), { code: 'unavailable' });
    let calls = 0;
    const invalid = withAppend(createMemoryEventStore(), async () => {
      calls++;
      throw new EventStoreError('append_invalid', 'no');
    });
    await assert.rejects(execute(invalid, SOURCE_SET, ID, CREATE, options()), { code: 'append_invalid' });
    assert.equal(calls, 1);
  });

  test('building many events yields to the event loop in between', async () => {
    const store = createMemoryEventStore();
    await execute(store, SOURCE_SET, ID, CREATE, options());
    const many: Aggregate<SourceSetState, 'many', SourceSetEvent> = {
      ...SOURCE_SET,
      decide: () =>
        accept(
          ...Array.from({ length: 500 }, (_, index) => {
            const command = add(`src_${index}`, 'label');
            assert.ok(command.type === 'AddResource');
            return { type: 'SourceResourceAdded' as const, data: command.data };
          }),
        ),
    };
    let made = 0;
    let most = 0;
    let before = 0;
    const watch = () => {
      most = Math.max(most, made - before);
      before = made;
      if (made < 500) setImmediate(watch);
    };
    const { metadata, eventId } = options();
    const counted = () => {
      made++;
      // A few such waits use up a turn, however fast the machine is.
      for (const until = performance.now() + 0.2; performance.now() < until; );
      return eventId();
    };
    setImmediate(watch);
    const outcome = await execute(store, many, ID, 'many', { metadata, eventId: counted });
    assert.ok(outcome.accepted);
    assert.equal(outcome.revision, 500);
    // If all events were built in one turn, `watch` first sees them now.
    await new Promise((resolve) => setImmediate(resolve));
    assert.ok(most <= 20, `${most} events in one turn`);
  });

  test('many large events are appended in order, in parts within the limit', async () => {
    const store = createMemoryEventStore();
    await execute(store, SOURCE_SET, ID, CREATE, options());
    const sizes: number[] = [];
    const measured = withAppend(store, (stream, expected, events) => {
      sizes.push(events.reduce((sum, event) => sum + jsonBytes(event.data) + jsonBytes(event.metadata), 0));
      return store.append(stream, expected, events);
    });
    // Each label is 30,000 bytes as UTF-8, though only 10,000 characters long.
    const many: Aggregate<SourceSetState, 'many', SourceSetEvent> = {
      ...SOURCE_SET,
      decide: () =>
        accept(
          ...Array.from({ length: 20 }, (_, index) => {
            const command = add(`src_${index}`, '€'.repeat(10_000));
            assert.ok(command.type === 'AddResource');
            return { type: 'SourceResourceAdded' as const, data: command.data };
          }),
        ),
    };
    const outcome = await execute(measured, many, ID, 'many', options());
    assert.ok(outcome.accepted);
    assert.equal(outcome.revision, 20);
    assert.equal(sizes.length, 3);
    assert.ok(sizes.every((size) => size <= 250_000));
    const { state } = await load(store, SOURCE_SET, ID);
    assert.deepEqual(
      state.resources.map(({ resource }) => resource.resource_id),
      Array.from({ length: 20 }, (_, index) => `src_${index}`),
    );
  });
});
