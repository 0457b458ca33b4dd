/** The blob store on files: its contract, and tests of the files that it leaves in its folder. */
import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { FileBlobStore } from '#platform/files/blob-store.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { blobStoreContract } from './blob-store.ts';
import { folderPlace } from './storage-location.ts';

blobStoreContract('files', () => folderPlace((folder) => FileBlobStore.open(join(folder, 'blobs'))));

test('delete leaves no file or folder; a start removes the rest of a killed write', async () => {
  const { path: folder, remove } = await temporaryFolder();
  try {
    let store = await FileBlobStore.open(folder);
    const pristine = readdirSync(folder, { recursive: true });
    await store.put('ver_1/a/b', Buffer.from('x'), { expires_at: '2026-01-01T00:00:00.000Z' });
    await store.put('ver_2/a', Buffer.from('x'));
    await store.put('ver_3/a', Buffer.from('x'));
    await store.sweep('2026-02-01T00:00:00.000Z');
    await store.delete('ver_2/a');
    await store.deletePrefix('ver_3/');
    assert.deepEqual(readdirSync(folder, { recursive: true }), pristine);

    writeFileSync(join(folder, pristine[0] as string, 'cut-off'), 'half of a bl');
    store = await FileBlobStore.open(folder);
    assert.deepEqual(readdirSync(folder, { recursive: true }), pristine);
    await store.close();
  } finally {
    await remove();
  }
});

test('a foreign file is not returned as a blob and does not stop the sweep', async () => {
  const { path: folder, remove } = await temporaryFolder();
  try {
    const store = await FileBlobStore.open(folder);
    mkdirSync(join(folder, 'ver_1'));
    writeFileSync(join(folder, 'ver_1', 'a@'), 'something else');
    await store.put('ver_1/b', Buffer.from('x'), { expires_at: '2026-01-01T00:00:00.000Z' });
    await assert.rejects(store.get('ver_1/a'), /not a blob/);
    assert.equal(await store.sweep('2026-02-01T00:00:00.000Z'), 1);
  } finally {
    await remove();
  }
});
