import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { RecordedEvent, SubscriptionMessage } from '#contracts/ports/event-store.ts';
import { EventFeed, type FeedPage } from '#platform/sqlite/events/event-feed.ts';
import { toPosition } from '#platform/sqlite/events/position.ts';

/** A log of `count` events, whose pages arrive when the test says so. */
class GatedLog {
  head = 0;
  reads = 0;
  #waiting: (() => void)[] = [];
  #gated = false;

  readonly readPage = async (after: number, limit: number): Promise<FeedPage> => {
    this.reads++;
    // Like the store: a page's content is determined when it is read, not when it arrives.
    const last = Math.min(this.head, after + limit);
    const page = { rows: range(after + 1, last).map(row), position: last, at_end: last === this.head };
    if (this.#gated) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    return page;
  };

  hold(): void {
    this.#gated = true;
  }

  /** Lets the nth pending page arrive, and all later ones at once. */
  release(n: number): void {
    this.#gated = false;
    this.#waiting[n]!();
  }
}

function range(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, n) => from + n);
}

function row(position: number) {
  return { position, type: 'A', characters: 1, event: () => ({ position: toPosition(position) }) as RecordedEvent };
}

/** Reads a subscription in the background. */
function subscriber(feed: EventFeed, after = 0) {
  const controller = new AbortController();
  const messages: SubscriptionMessage[] = [];
  const ended = (async () => {
    for await (const message of feed.subscribe({ after, types: null, signal: controller.signal })) {
      messages.push(message);
    }
  })();
  const positions = () =>
    messages.flatMap((message) => (message.kind === 'event' ? [Number(message.event.position)] : []));
  return { messages, positions, ended, stop: () => controller.abort() };
}

/** Lets all pending promises settle. */
const idle = () => new Promise((resolve) => setImmediate(resolve));

describe('the feed of new events', () => {
  it('delivers what was committed between the last page and joining', async () => {
    const log = new GatedLog();
    const feed = new EventFeed(log.readPage);
    log.head = 2;
    log.hold();
    const reader = subscriber(feed);
    await idle();
    log.head = 3;
    feed.committed(3);
    log.release(0);
    await idle();
    assert.deepEqual(reader.positions(), [1, 2, 3]);
    reader.stop();
    await reader.ended;
  });

  it('accepts no subscriber that is behind it', async () => {
    const log = new GatedLog();
    const feed = new EventFeed(log.readPage);
    const first = subscriber(feed);
    await idle();
    log.head = 2;
    log.hold();
    const second = subscriber(feed);
    await idle();
    // Its page, which ends at 2, is still pending while the feed reads on.
    log.head = 4;
    feed.committed(4);
    log.release(1);
    await idle();
    assert.deepEqual(first.positions(), [1, 2, 3, 4]);
    log.release(0);
    await idle();
    log.head = 5;
    feed.committed(5);
    await idle();
    assert.deepEqual(first.positions(), [1, 2, 3, 4, 5]);
    assert.deepEqual(second.positions(), [1, 2, 3, 4, 5]);
    first.stop();
    second.stop();
    await Promise.all([first.ended, second.ended]);
  });

  it('reads each event once for all', async () => {
    const log = new GatedLog();
    const feed = new EventFeed(log.readPage);
    const readers = range(1, 5).map(() => subscriber(feed));
    await idle();
    const before = log.reads;
    log.head = 10;
    feed.committed(10);
    await idle();
    assert.equal(log.reads - before, 1);
    for (const reader of readers) assert.deepEqual(reader.positions(), range(1, 10));
    feed.close(null);
    await Promise.all(readers.map((reader) => reader.ended));
  });

  it('passes on own appends without reading them', async () => {
    const log = new GatedLog();
    const feed = new EventFeed(log.readPage);
    const reader = subscriber(feed);
    await idle();
    const before = log.reads;
    log.head = 3;
    feed.appended(range(1, 3).map(row));
    feed.committed(3);
    await idle();
    assert.deepEqual(reader.positions(), [1, 2, 3]);
    assert.equal(log.reads, before);
    feed.close(null);
    await reader.ended;
  });

  it("reads others' commits before own appends", async () => {
    const log = new GatedLog();
    const feed = new EventFeed(log.readPage);
    const reader = subscriber(feed);
    await idle();
    log.head = 4;
    feed.appended(range(3, 4).map(row));
    await idle();
    assert.deepEqual(reader.positions(), [1, 2, 3, 4]);
    feed.close(null);
    await reader.ended;
  });

  it('delivers own appends after a page that is being read', async () => {
    const log = new GatedLog();
    const feed = new EventFeed(log.readPage);
    const reader = subscriber(feed);
    await idle();
    log.head = 1;
    log.hold();
    feed.committed(1);
    await idle();
    log.head = 2;
    feed.appended([row(2)]);
    await idle();
    assert.deepEqual(reader.positions(), []);
    log.release(0);
    await idle();
    assert.deepEqual(reader.positions(), [1, 2]);
    feed.close(null);
    await reader.ended;
  });

  it('continues after a failed read', async () => {
    const log = new GatedLog();
    let failures = 1;
    const feed = new EventFeed((after, limit, types) => {
      if (types === null && log.head === 2 && failures-- > 0) return Promise.reject(new Error('disk I/O error'));
      return log.readPage(after, limit);
    });
    const reader = subscriber(feed);
    await idle();
    log.head = 2;
    feed.committed(2);
    await idle();
    log.head = 3;
    feed.committed(3);
    await idle();
    assert.deepEqual(reader.positions(), [1, 2, 3]);
    feed.close(null);
    await reader.ended;
  });

  it('ends with a fatal error', async () => {
    const log = new GatedLog();
    const feed = new EventFeed(log.readPage);
    const [waiting, stopped] = [subscriber(feed), subscriber(feed)];
    await idle();
    stopped.stop();
    await stopped.ended;
    feed.close(new Error('thread lost'));
    await assert.rejects(waiting.ended, { message: 'thread lost' });
    await assert.rejects(subscriber(feed).ended, { message: 'thread lost' });
  });
});
