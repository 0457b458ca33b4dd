import assert from 'node:assert/strict';
import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { test } from 'node:test';
import { type Pace, type Receiver, ResponsePieces, streamOf } from '#http/response-pieces.ts';
import { ManualClock } from '#test/support/manual-clock.ts';

const KIB = 1024;

/** A client whose connection is a stream that is read by hand. */
function taking(pieces: AsyncIterable<Uint8Array>) {
  const clock = new ManualClock();
  const pace: Pace = { graceMs: 3_000, bytesPerSecond: KIB, now: () => clock.now(), timers: clock };
  const served = Promise.withResolvers<void>();
  let dismissed = false;
  const receiver: Receiver = {
    served: served.promise,
    disconnect() {
      dismissed = true;
      stream.destroy();
    },
  };
  const stream = streamOf(pieces, receiver, pace);
  return { clock, stream, served, isDismissed: () => dismissed };
}

function counted(pieces: number) {
  const made = { count: 0, ended: false };
  async function* make() {
    try {
      for (; made.count < pieces; ) {
        made.count++;
        yield new Uint8Array(KIB).fill(made.count);
      }
    } finally {
      made.ended = true;
    }
  }
  return { made, pieces: new ResponsePieces(make()) };
}

const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

test('pieces arrive as they were made, in order', async () => {
  const { made, pieces } = counted(5);
  await pieces.begin();
  assert.equal(made.count, 1);
  const { stream } = taking(pieces);
  const bytes = Buffer.concat(await stream.toArray());
  assert.deepEqual(bytes, Buffer.concat([1, 2, 3, 4, 5].map((number) => Buffer.alloc(KIB, number))));
});

test('for a client that does not read only a few pieces are made', async () => {
  const { made, pieces } = counted(1_000);
  const { stream } = taking(pieces);
  stream.pipe(new PassThrough({ highWaterMark: 1 }));
  for (let turn = 0; turn < 50; turn++) await settled();
  assert.ok(made.count <= 4, `${made.count} pieces were made`);
});

test('destroying the stream ends the generator of the pieces', async () => {
  const { made, pieces } = counted(1_000);
  const { stream } = taking(pieces);
  await once(stream, 'readable');
  stream.destroy();
  await once(stream, 'close');
  assert.equal(made.ended, true);
  assert.ok(made.count <= 2, `${made.count} pieces were made`);
});

test('pieces that were never read can be abandoned', async () => {
  const { made, pieces } = counted(3);
  await pieces.begin();
  await pieces.abandon();
  assert.equal(made.ended, true);
});

test('a client that falls behind the pace is disconnected, and the generator ends', async () => {
  const { made, pieces } = counted(1_000);
  const { clock, stream, isDismissed } = taking(pieces);
  stream.read(0);
  await once(stream, 'readable');
  // The grace, and the time for a piece.
  clock.advance(3_999);
  assert.equal(isDismissed(), false);
  clock.advance(1);
  assert.equal(isDismissed(), true);
  await once(stream, 'close');
  assert.equal(made.ended, true);
});

test('a client is disconnected for falling behind the pace, not for taking long', async () => {
  for (const [msPerPiece, dismissed] of [
    [1_000, false],
    [1_050, true],
  ] as const) {
    const { pieces } = counted(100);
    const { clock, stream, isDismissed } = taking(pieces);
    await once(stream, 'readable');
    for (let read = 0; read < 60; read++) {
      clock.advance(msPerPiece);
      stream.read();
      await settled();
    }
    assert.equal(isDismissed(), dismissed, `${msPerPiece} ms a piece`);
    stream.destroy();
  }
});

test('a client at the pace keeps its grace, however large the pieces are', async () => {
  async function* large() {
    for (let made = 0; made < 3; made++) yield new Uint8Array(10 * KIB);
  }
  const { clock, stream, isDismissed } = taking(large());
  await once(stream, 'readable');
  for (let read = 0; read < 3; read++) {
    clock.advance(10_900);
    assert.equal(isDismissed(), false, `piece ${read}`);
    stream.read();
    await settled();
  }
  stream.destroy();
});

test('the last pieces are subject to the pace until they are sent', async () => {
  for (const inTime of [true, false]) {
    const { pieces } = counted(1);
    const { clock, stream, served, isDismissed } = taking(pieces);
    await stream.toArray();
    if (inTime) served.resolve();
    await settled();
    clock.advance(4_000);
    assert.equal(isDismissed(), !inTime);
  }
});

test("a client's time is never negative, even after a blocked event loop", async () => {
  const { pieces } = counted(3);
  const delays: number[] = [];
  let time = 0;
  // A blocked event loop: time passes, but no timer fires.
  const timers = {
    after(delay: number) {
      delays.push(delay);
      return () => {};
    },
  };
  const pace: Pace = { graceMs: 3_000, bytesPerSecond: KIB, now: () => (time += 10_000), timers };
  await streamOf(pieces, { served: Promise.resolve(), disconnect() {} }, pace).toArray();
  // Each piece takes a second at the pace, on top of what is left of the grace.
  assert.deepEqual(delays.slice(0, 3), [4_000, 0, 0]);
});
