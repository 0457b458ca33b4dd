import assert from 'node:assert/strict';
import { mkdir, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { openFileStates } from '#apps/library/file-states.ts';
import { ADDED, indexFolder } from '#apps/library/index-folder.ts';
import type { EvidenceLibrary, LibraryDocument } from '#contracts/ports/evidence-library.ts';
import type { Engine } from '#engine/engine.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

/** Stores the documents it is given. */
function memoryLibrary() {
  const documents = new Map<string, LibraryDocument>();
  const library: Pick<EvidenceLibrary, 'put' | 'remove' | 'inventory'> = {
    async put(given) {
      for (const document of given) documents.set(document.path, document);
      return given.length;
    },
    async remove(paths) {
      return paths.filter((path) => documents.delete(path)).length;
    },
    inventory: async () =>
      Object.fromEntries([...documents.values()].map(({ path, content_hash }) => [path, content_hash])),
  };
  return { documents, library: library as EvidenceLibrary };
}

/** Returns texts unchanged. */
const engine: Pick<Engine, 'readable' | 'splitPassages'> = {
  readable: async ({ body, url }) => ({
    title: url,
    publisher: null,
    publication_date: null,
    language: null,
    licence: null,
    text: String(body).trim(),
  }),
  splitPassages: async (text) => (text === '' ? [] : [{ text, ordinal: 0, start: 0, end: text.length }]),
};

let folder: { path: string; remove: () => Promise<void> };
let documents: Map<string, LibraryDocument>;
let library: EvidenceLibrary;

beforeEach(async () => {
  folder = await temporaryFolder();
  ({ documents, library } = memoryLibrary());
});
afterEach(() => folder.remove());

const write = (path: string, text: string | Uint8Array) => writeFile(join(folder.path, path), text);
const paths = () => [...documents.keys()].sort();

test('only visible files with known endings inside the folder are indexed', async () => {
  await mkdir(join(folder.path, 'deep'));
  await mkdir(join(folder.path, '.git'));
  await write('a.TXT', 'one');
  await write('deep/b.md', 'two');
  await write('c.odt', 'no');
  await write('.hidden.txt', 'no');
  await write('.git/d.txt', 'no');
  await symlink('/etc/hostname', join(folder.path, 'link.txt'));
  const report = await indexFolder(folder.path, library, engine);
  assert.deepEqual(paths(), ['a.TXT', 'deep/b.md']);
  assert.deepEqual(report, { found: 2, added_or_changed: 2, unchanged: 0, removed: 0, skipped: [] });
});

test('an aborted indexing stops before the next file and removes nothing', async () => {
  await write('a.txt', 'one');
  await indexFolder(folder.path, library, engine, { removeMissing: true });
  await rm(join(folder.path, 'a.txt'));
  await write('b.txt', 'two');
  const stopping = new AbortController();
  const options = { removeMissing: true, signal: stopping.signal, onProgress: () => stopping.abort() };
  await assert.rejects(indexFolder(folder.path, library, engine, options), { name: 'AbortError' });
  assert.deepEqual(paths(), ['a.txt', 'b.txt']);
});

test('unchanged files are skipped, changed ones are read again', async () => {
  await write('a.txt', 'one');
  await write('b.txt', 'two');
  await indexFolder(folder.path, library, engine);
  await write('b.txt', 'three');
  const { added_or_changed, unchanged } = await indexFolder(folder.path, library, engine);
  assert.deepEqual([added_or_changed, unchanged], [1, 1]);
  assert.deepEqual(documents.get('b.txt')?.passages, ['three']);
});

test('unusable files are reported with the reason', async () => {
  await write('empty.txt', '  ');
  await write('latin.txt', new Uint8Array([0x63, 0x61, 0x66, 0xe9]));
  await write('huge.txt', new Uint8Array(5_000_001));
  const { skipped } = await indexFolder(folder.path, library, engine);
  assert.deepEqual(skipped, [
    { path: 'empty.txt', reason: 'no_text' },
    { path: 'huge.txt', reason: 'too_large' },
    { path: 'latin.txt', reason: 'not_utf8' },
  ]);
});

test('removing deleted files leaves documents that were added by hand', async () => {
  await write('a.txt', 'one');
  await write('b.txt', 'two');
  await indexFolder(folder.path, library, engine, { prefix: `${ADDED}mills/` });
  await indexFolder(folder.path, library, engine, { removeMissing: true });
  await rm(join(folder.path, 'b.txt'));
  const { removed } = await indexFolder(folder.path, library, engine, { removeMissing: true });
  assert.equal(removed, 1);
  assert.deepEqual(paths(), ['a.txt', 'added/mills/a.txt', 'added/mills/b.txt']);
});

test('removing deleted files of an added folder keeps other folders', async () => {
  await write('a.txt', 'one');
  for (const prefix of ['', `${ADDED}mills/`, `${ADDED}mills-2/`]) {
    await indexFolder(folder.path, library, engine, { prefix });
  }
  await rm(join(folder.path, 'a.txt'));
  await indexFolder(folder.path, library, engine, { prefix: `${ADDED}mills/`, removeMissing: true });
  assert.deepEqual(paths(), ['a.txt', 'added/mills-2/a.txt']);
});

test('an unchanged file is skipped unread, unless the library has lost it', async () => {
  const states = join(folder.path, 'states.json');
  const old = new Date(Date.now() - 3_600_000);
  await write('a.txt', 'one');
  await utimes(join(folder.path, 'a.txt'), old, old);
  const { ctimeMs, mtimeMs, size } = await stat(join(folder.path, 'a.txt'));
  const content_hash = 'of another reading';
  const first = openFileStates(states);
  first.put('a.txt', { size, mtimeMs, ctimeMs }, content_hash, Date.now() + 3_600_000);
  await first.save();
  documents.set('a.txt', { path: 'a.txt', content_hash } as LibraryDocument);

  const again = () => indexFolder(folder.path, library, engine, { fileStates: openFileStates(states) });
  assert.equal((await again()).unchanged, 1);
  assert.equal(documents.get('a.txt')?.content_hash, content_hash);
  documents.clear();
  assert.equal((await again()).added_or_changed, 1);
  assert.deepEqual(documents.get('a.txt')?.passages, ['one']);
});
