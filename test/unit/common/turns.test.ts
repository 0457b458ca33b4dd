import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MessageChannel } from 'node:worker_threads';
import { nextTurn } from '#common/turns.ts';

test('events that arrive during one piece are handled before the next', async (t) => {
  const order: string[] = [];
  const { port1, port2 } = new MessageChannel();
  t.after(() => port1.close());
  port2.on('message', (message: string) => order.push(message));
  const piece = async (name: string) => {
    await nextTurn();
    order.push(name);
    port1.postMessage(`arrived during ${name}`);
  };
  await Promise.all(['one', 'two', 'three'].map(piece));
  assert.deepEqual(order, ['one', 'arrived during one', 'two', 'arrived during two', 'three']);
});

test('a failing piece affects no other, and the queue restarts when empty', async () => {
  const order: string[] = [];
  const piece = async (name: string) => {
    await nextTurn();
    order.push(name);
    if (name === 'two') throw new Error(name);
  };
  await Promise.allSettled(['one', 'two', 'three'].map(piece));
  await Promise.allSettled(['four', 'five'].map(piece));
  assert.deepEqual(order, ['one', 'two', 'three', 'four', 'five']);
});

test('a crowd continues within some turns, however long the queue', async () => {
  let turns = 0;
  let over = false;
  const count = () => {
    turns++;
    if (!over) setImmediate(count);
  };
  setImmediate(count);
  await Promise.all(Array.from({ length: 1_000 }, nextTurn));
  over = true;
  assert.ok(turns < 60, `${turns} turns`);
});
