import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { createUploadTurns, writingInTurns } from '#command-api/documents/upload-turns.ts';
import { createMemoryBlobStore } from '#test/support/memory-blob-store.ts';

/** A store whose changes begin and then last until they are let go. */
function heldStore() {
  const begun: string[] = [];
  const { promise: gate, resolve: letGo } = Promise.withResolvers<void>();
  const store = createMemoryBlobStore();
  const held = {
    ...store,
    put: async (...given: Parameters<typeof store.put>) => {
      begun.push(`put ${given[0]}`);
      await gate;
      await store.put(...given);
    },
    deletePrefix: async (prefix: string) => {
      begun.push(`delete ${prefix}`);
      await gate;
      return store.deletePrefix(prefix);
    },
  };
  return { store: held, begun, letGo };
}

test('one organization stores one piece at a time, and others need not wait', async () => {
  const { store, begun, letGo } = heldStore();
  const turns = createUploadTurns();
  const busy = writingInTurns(turns, 'org_busy', store);
  const other = writingInTurns(turns, 'org_other', store);
  const work = [busy.put('a/1', new Uint8Array(1)), busy.deletePrefix('b/'), busy.put('c/1', new Uint8Array(1))];
  const others = other.put('d/1', new Uint8Array(1));
  await turn();
  assert.deepEqual(begun, ['put a/1', 'put d/1']);
  letGo();
  await Promise.all([...work, others]);
  assert.deepEqual(begun, ['put a/1', 'put d/1', 'delete b/', 'put c/1']);
});

test('organizations with one root share a turn, and reading takes none', async () => {
  const { store, begun, letGo } = heldStore();
  const turns = createUploadTurns(async () => 'root');
  const first = writingInTurns(turns, 'org_1', store).put('a/1', new Uint8Array(1));
  const second = writingInTurns(turns, 'org_2', store).put('b/1', new Uint8Array(1));
  await turn();
  assert.deepEqual(begun, ['put a/1']);
  assert.equal(await writingInTurns(turns, 'org_2', store).get('b/1'), null);
  letGo();
  await Promise.all([first, second]);
});
