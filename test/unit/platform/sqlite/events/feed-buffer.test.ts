import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { RecordedEvent } from '#contracts/ports/event-store.ts';
import { FeedBuffer, type FeedRow } from '#platform/sqlite/events/feed-buffer.ts';
import { toPosition } from '#platform/sqlite/events/position.ts';

function row(position: number, type = 'A', characters = 1): FeedRow {
  return { position, type, characters, event: () => ({ position: toPosition(position) }) as RecordedEvent };
}

function rows(from: number, to: number, type?: string): FeedRow[] {
  return Array.from({ length: to - from + 1 }, (_, n) => row(from + n, type));
}

function drain(buffer: FeedBuffer): string[] {
  const taken: string[] = [];
  for (let message = buffer.take(); message !== null; message = buffer.take()) {
    const position = message.kind === 'event' ? message.event.position : message.position;
    taken.push(`${message.kind} ${Number(position)}`);
  }
  return taken;
}

describe('a subscriber of the feed', () => {
  it('gets the events it asked for, and checkpoints past the others', () => {
    const buffer = new FeedBuffer(0, ['B']);
    assert.ok(buffer.offer([row(1), row(2, 'B'), row(3)], 4));
    assert.deepEqual(drain(buffer), ['event 2', 'checkpoint 4']);
    assert.ok(buffer.offer([row(5, 'B')], 5));
    assert.deepEqual(drain(buffer), ['event 5']);
    assert.deepEqual(drain(buffer), []);
    assert.equal(buffer.delivered, 5);
  });

  it('gets no event again that it saw before it joined', () => {
    const buffer = new FeedBuffer(3, null);
    buffer.offer(rows(1, 5), 5);
    assert.deepEqual(drain(buffer), ['event 4', 'event 5']);
  });

  it('is dropped when it is too slow, without a gap in what it has', () => {
    const buffer = new FeedBuffer(0, null);
    let position = 0;
    while (buffer.offer(rows(position + 1, position + 100), position + 100)) {
      position += 100;
      assert.ok(position < 100_000, 'some bound there is');
    }
    assert.ok(buffer.overrun);
    const taken = drain(buffer);
    assert.deepEqual(
      taken,
      taken.map((_, n) => `event ${n + 1}`),
    );
    assert.equal(buffer.delivered, taken.length);
  });

  it('is dropped when its backlog is too large', () => {
    const buffer = new FeedBuffer(0, null);
    let position = 0;
    while (buffer.offer([row(++position, 'A', 1_000_000)], position)) assert.ok(position < 100, 'some bound there is');
    assert.equal(buffer.delivered, 0);
    assert.equal(drain(buffer).length, position - 1);
  });

  it('stays as long as it keeps up', () => {
    const buffer = new FeedBuffer(0, null);
    let taken = 0;
    for (let position = 0; position < 50_000; position += 500) {
      assert.ok(buffer.offer(rows(position + 1, position + 500), position + 500));
      // Never completely empty.
      while (buffer.delivered < position + 490) {
        buffer.take();
        taken++;
      }
    }
    assert.equal(taken, 49_990);
  });
});
