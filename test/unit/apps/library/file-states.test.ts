import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { openFileStates } from '#apps/library/file-states.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

const times = { size: 10, mtimeMs: 1_000_000, ctimeMs: 1_000_500 };
const LATER = 2_000_000;

let folder: { path: string; remove: () => Promise<void> };
let file: string;
beforeEach(async () => {
  folder = await temporaryFolder();
  file = join(folder.path, 'states.json');
});
afterEach(() => folder.remove());

async function cached(nowMs = LATER): Promise<void> {
  const states = openFileStates(file);
  states.put('a.txt', times, 'hash', nowMs);
  await states.save();
}

test('a file is known by its content until anything about it changes', async () => {
  await cached();
  const states = openFileStates(file);
  assert.equal(states.knownHash('a.txt', times), 'hash');
  assert.equal(states.knownHash('a.txt', { ...times, size: 11 }), null);
  assert.equal(states.knownHash('a.txt', { ...times, mtimeMs: 1_000_001 }), null);
  assert.equal(states.knownHash('a.txt', { ...times, ctimeMs: 1_000_501 }), null);
  assert.equal(states.knownHash('b.txt', times), null);
});

test('a file changed just before it was read is not trusted to be unchanged', async () => {
  await cached(times.ctimeMs + 1_999);
  assert.equal(openFileStates(file).knownHash('a.txt', times), null);
});

test('files that were looked up stay, others are dropped', async () => {
  const states = openFileStates(file);
  states.put('a.txt', times, 'a', LATER);
  states.put('b.txt', times, 'b', LATER);
  await states.save();
  const second = openFileStates(file);
  second.knownHash('a.txt', times);
  await second.save();
  const third = openFileStates(file);
  assert.equal(third.knownHash('a.txt', times), 'a');
  assert.equal(third.knownHash('b.txt', times), null);
});

test('a damaged file of states counts as missing', async () => {
  for (const content of ['', '{', '[]', '{"a.txt":{"size":"10"}}']) {
    await writeFile(file, content);
    assert.equal(openFileStates(file).knownHash('a.txt', times), null);
    await cached();
    assert.equal(openFileStates(file).knownHash('a.txt', times), 'hash');
  }
});
