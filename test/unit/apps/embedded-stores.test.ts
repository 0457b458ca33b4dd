import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { takeDataFolder } from '#apps/data-folder.ts';
import { openStores } from '#apps/embedded/stores.ts';
import { createLogger } from '#apps/logger.ts';
import { failOn } from '#test/support/fail-on.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

test('stores that cannot be opened leave no thread behind, one that was still starting included', async (context) => {
  const temporary = await temporaryFolder();
  const folder = takeDataFolder(join(temporary.path, 'data'));
  context.after(async () => {
    folder.release();
    await temporary.remove();
  });
  const open = (masterKey: Uint8Array) =>
    openStores({ folder, masterKey, previousMasterKey: undefined, logger: createLogger('silent'), onLost: failOn });
  await (await open(randomBytes(32))).close();

  // The library's thread can't open its file until a second later; by then the vault has refused the other master key.
  const holder = new DatabaseSync(folder.file('library.db'));
  holder.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
  let held = true;
  setTimeout(() => {
    held = false;
    holder.close();
  }, 1_000);
  await assert.rejects(open(randomBytes(32)), { code: 'wrong_master_key' });
  assert.equal(held, false, 'the refusal came while a thread was still starting');
});
