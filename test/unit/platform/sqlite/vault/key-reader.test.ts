import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { masterKey } from '#platform/crypto/key-wrapping.ts';
import { SqliteKeyReader } from '#platform/sqlite/vault/key-reader.ts';
import { SqliteKeyVault } from '#platform/sqlite/vault/key-vault.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

const FIRST = masterKey(new Uint8Array(32).fill(1));
const SECOND = masterKey(new Uint8Array(32).fill(2));
const options = { organization_id: 'org_1', expires_at: '2040-01-01T00:00:00.000Z', ephemeral: false };

test('a reader finds the keys of the vault beside it, until they are destroyed', async (context) => {
  const folder = await temporaryFolder();
  context.after(() => folder.remove());
  const path = join(folder.path, 'vault.db');
  const vault = new SqliteKeyVault({ path, master: FIRST });
  const reader = new SqliteKeyReader(path, [FIRST]);
  const key = await vault.createDataKey('ver_1', options);
  assert.deepEqual(await reader.dataKey('ver_1'), key);
  await assert.rejects(reader.dataKey('ver_2'), { name: 'KeyVaultError', code: 'key_unknown' });
  await vault.createDataKey('ver_3', { ...options, ephemeral: true });
  assert.equal(await reader.dataKey('ver_3'), null);
  // Fails if the reader keeps the vault from emptying its log.
  await vault.shred(['ver_1']);
  assert.equal(await reader.dataKey('ver_1'), null);
  // Its slot is reused by the next key.
  const next = await vault.createDataKey('ver_4', options);
  assert.deepEqual(await reader.dataKey('ver_4'), next);
  reader.close();
  await vault.close();
});

test('a reader that knows both master keys finds a key before its rotation and after', async (context) => {
  const folder = await temporaryFolder();
  context.after(() => folder.remove());
  const path = join(folder.path, 'vault.db');
  const former = new SqliteKeyVault({ path, master: FIRST });
  const key = await former.createDataKey('ver_1', options);
  await former.close();
  const vault = new SqliteKeyVault({ path, master: SECOND, previousMaster: FIRST });
  const reader = new SqliteKeyReader(path, [SECOND, FIRST]);
  assert.deepEqual(await reader.dataKey('ver_1'), key);
  await vault.rotateMasterKey();
  assert.deepEqual(await reader.dataKey('ver_1'), key);
  reader.close();
  await vault.close();
});
