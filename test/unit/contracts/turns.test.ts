import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MessageChannel } from 'node:worker_threads';
import { nextTurn } from '#contracts/turns.ts';

test('what arrives during one piece of long work is seen before the next one', async (t) => {
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
