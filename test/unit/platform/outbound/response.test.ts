import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decodedInTurns, parsedJson } from '#platform/outbound/response.ts';

/** Turns of the event loop that others get meanwhile. */
async function turnsDuring(work: () => Promise<unknown>): Promise<number> {
  let turns = 0;
  let isOver = false;
  const count = () => {
    turns++;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  await work();
  isOver = true;
  return turns;
}

test('JSON is parsed, and what is none is undefined', async () => {
  assert.deepEqual(await parsedJson(Buffer.from('{"a":[1,"é"]}')), { a: [1, 'é'] });
  assert.equal(await parsedJson(Buffer.from('<html>')), undefined);
});

test('a large answer of text is parsed', async () => {
  const text = 'Prose, with commas: and "quotes". '.repeat(50_000);
  assert.deepEqual(await parsedJson(Buffer.from(JSON.stringify({ text }))), { text });
});

test('JSON of a million values is not parsed', async () => {
  for (const unit of ['[],', '{},', '0,', '{"a":0},']) {
    assert.equal(await parsedJson(Buffer.from(`[${unit.repeat(1_000_000)}0]`)), undefined, unit);
  }
  assert.equal(await parsedJson(Buffer.alloc(1_000_000, '[')), undefined);
});

test('text is decoded in pieces, also between the bytes of a character', async () => {
  const text = 'aé東'.repeat(300_000);
  assert.equal(await decodedInTurns(Buffer.from(text)), text);
  assert.ok((await turnsDuring(() => decodedInTurns(Buffer.alloc(2_000_000, 0xff)))) > 5);
});
