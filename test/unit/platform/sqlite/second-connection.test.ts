/** Connections that are opened beside the service wait for its locks, as its own do. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { Worker } from 'node:worker_threads';
import { masterKey } from '#platform/crypto/key-wrapping.ts';
import { SqliteKeyVault } from '#platform/sqlite/vault/key-vault.ts';
import { groundIn } from '#test/support/ground/embedded.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

/** Long enough that a connection without a time limit fails, far below the limit of one that has it. */
const HELD_MS = 200;
const options = { organization_id: 'org_1', expires_at: '2040-01-01T00:00:00.000Z', ephemeral: false };

test("a test's own connections to the vault wait while another one holds it", async (context) => {
  const { path, remove } = await temporaryFolder();
  context.after(remove);
  const file = join(path, 'vault.db');
  const vault = new SqliteKeyVault({ path: file, master: masterKey(new Uint8Array(32).fill(1)) });
  await vault.createDataKey('ver_1', options);
  await vault.close();
  const ground = groundIn(path, remove);

  await held(context, file);
  assert.ok(await ground.wrappedKey('ver_1'));
  await held(context, file);
  ground.holdVault!()();
  await held(context, file);
  await ground.forgetKey('ver_1');
  assert.equal(await ground.wrappedKey('ver_1'), undefined);
});

/** Returns when another thread has locked the file against readers and writers; it lets go after HELD_MS. */
async function held(context: TestContext, path: string): Promise<void> {
  const script = `
    const { parentPort, workerData } = require('node:worker_threads');
    const { DatabaseSync } = require('node:sqlite');
    const database = new DatabaseSync(workerData.path, { timeout: 5_000 });
    database.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
    parentPort.postMessage('held');
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, workerData.ms);
    database.exec('COMMIT');
    database.close();
  `;
  const worker = new Worker(script, { eval: true, workerData: { path, ms: HELD_MS } });
  context.after(() => worker.terminate());
  await once(worker, 'message');
}
