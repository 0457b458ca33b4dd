import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  type DeliveryChanges,
  type DeliveryRow,
  ProgressWriter,
  type ProgressWriterOptions,
} from '#platform/queue/progress-writer.ts';
import { ManualClock } from '#test/support/manual-clock.ts';

function row(position: string): DeliveryRow {
  return { position, message: '{}', attempts: 1, due_at: 0 };
}

/** A writer whose writes end or fail when the test says so. */
function gatedWriter(options: Partial<Pick<ProgressWriterOptions, 'isLost' | 'onError'>> = {}) {
  const timers = new ManualClock();
  const saves: { changes: DeliveryChanges; end: () => void; fail: (error: Error) => void }[] = [];
  const writer = new ProgressWriter({
    save: (changes) => new Promise<void>((end, fail) => void saves.push({ changes, end, fail })),
    isLost: () => false,
    timers,
    onError: (error) => assert.fail(String(error)),
    ...options,
  });
  return { writer, timers, saves };
}

/** Tells what has become of a promise so far: `waiting`, `written` or its error. */
function outcomeOf(promise: Promise<void>): () => unknown {
  let outcome: unknown = 'waiting';
  promise.then(
    () => (outcome = 'written'),
    (error: unknown) => (outcome = error),
  );
  return () => outcome;
}

async function someTurns() {
  for (let turn = 0; turn < 5; turn++) await nextTurn();
}

test('an attempt is written in the same turn of the event loop', async () => {
  const { writer, saves } = gatedWriter();
  const written = writer.written(row('1'));
  await new Promise<void>((resolve) => process.nextTick(resolve));
  await Promise.resolve();
  assert.deepEqual(saves[0]?.changes.put, [row('1')]);
  saves[0]?.end();
  await written;
});

test('a watermark that moves during a write waits for the timer or the next write', async () => {
  const { writer, timers, saves } = gatedWriter();
  writer.put(row('1'));
  await someTurns();
  writer.moved();
  saves[0]?.end();
  await someTurns();
  assert.equal(saves.length, 1);
  timers.advance(1_000);
  await someTurns();
  assert.equal(saves.length, 2);
  saves[1]?.end();
});

test('changes during a write are written next', async () => {
  const { writer, saves } = gatedWriter();
  writer.put(row('1'));
  await someTurns();
  writer.remove('1');
  saves[0]?.end();
  await someTurns();
  assert.deepEqual(saves[1]?.changes, { put: [], remove: ['1'] });
  saves[1]?.end();
});

test('draining writes delayed changes too', async () => {
  const { writer, saves } = gatedWriter();
  writer.moved();
  const drained = writer.drain();
  await someTurns();
  assert.equal(saves.length, 1);
  saves[0]?.end();
  await drained;
});

test('attempts that come while a write finds the progress lost are refused', async () => {
  const lost = new Error('lost');
  const { writer, saves } = gatedWriter({ isLost: (error) => error === lost });
  writer.moved();
  void writer.drain();
  await someTurns();
  const during = outcomeOf(writer.written(row('1')));
  saves[0]?.fail(lost);
  await someTurns();
  assert.equal(during(), lost);
  const later = outcomeOf(writer.written(row('2')));
  await someTurns();
  saves[1]?.fail(lost);
  await someTurns();
  assert.equal(later(), lost);
});

test('attempts that come during the last write of a consumer that stops are refused', async () => {
  const down = new Error('down');
  const errors: unknown[] = [];
  const { writer, saves } = gatedWriter({ onError: (error) => errors.push(error) });
  writer.put(row('1'));
  await someTurns();
  const during = outcomeOf(writer.written(row('2')));
  writer.stopRepeating();
  saves[0]?.fail(down);
  await someTurns();
  assert.equal(during(), down);
  assert.deepEqual(errors, [down]);

  const drained = writer.drain();
  await someTurns();
  assert.deepEqual(saves[1]?.changes.put, [row('1'), row('2')]);
  saves[1]?.end();
  await drained;
});

test('a consumer that stops does not wait for a store that fails', async () => {
  const timers = new ManualClock();
  const saves: DeliveryChanges[] = [];
  const errors: unknown[] = [];
  const down = new Error('down');
  let failing = true;
  const writer = new ProgressWriter({
    save: async (changes) => {
      saves.push(changes);
      if (failing) throw down;
    },
    isLost: () => false,
    timers,
    onError: (error) => errors.push(error),
  });
  writer.put(row('1'));
  const written = writer.written(row('2'));
  await someTurns();
  writer.stopRepeating();
  timers.advance(1_000);
  await assert.rejects(written, down);
  await writer.drain();
  assert.deepEqual(errors, [down, down, down]);

  // Its watermark counts on what could not be written before.
  failing = false;
  writer.remove('3');
  await writer.drain();
  assert.deepEqual(saves.at(-1), { put: [row('1'), row('2')], remove: ['3'] });
});
