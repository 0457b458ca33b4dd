import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lagSeconds } from '#apps/parts/lag.ts';
import type { EventStore, Position, ReadAllPage, RecordedEvent } from '#contracts/ports/event-store.ts';

const at = (position: string) => position as Position;
const NOW = Date.parse('2030-01-01T00:01:00Z');
const filter = { types: ['A.v1'] };

/** Returns pages by the position after which they are read. */
function store(pages: Record<string, ReadAllPage>): Pick<EventStore, 'readAll'> {
  return {
    readAll: async ({ after, filter: asked }) => {
      assert.deepEqual(asked, filter);
      const page = pages[after];
      assert.ok(page, `nothing is to be read after ${after}`);
      return page;
    },
  };
}

const event = (recorded_at: string) => ({ recorded_at, position: at('5') }) as RecordedEvent;
const lag = (events: Pick<EventStore, 'readAll'>) =>
  lagSeconds(
    events,
    () => at('1'),
    filter,
    () => NOW,
  );

test('lag is the age of the oldest unprocessed event, also beyond the first page', async () => {
  const events = store({
    1: { events: [], position: at('4'), at_end: false },
    4: { events: [event('2030-01-01T00:00:18Z')], position: at('5'), at_end: false },
  });
  assert.equal(await lag(events), 42);
});

test('without waiting events, or with a clock ahead, there is no lag', async () => {
  assert.equal(await lag(store({ 1: { events: [], position: at('9'), at_end: true } })), 0);
  const ahead = { events: [event('2030-01-01T00:02:00Z')], position: at('5'), at_end: true };
  assert.equal(await lag(store({ 1: ahead })), 0);
});

test('an unavailable store gives NaN, not an error', async () => {
  const readAll = () => Promise.reject(new Error('unavailable'));
  assert.ok(Number.isNaN(await lag({ readAll })));
});
