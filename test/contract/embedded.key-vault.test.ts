/** The vault on SQLite: its contract, and tests that erased keys are gone from its files. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { masterKey } from '#platform/crypto/key-wrapping.ts';
import { openConnection } from '#platform/sqlite/database.ts';
import { SqliteKeyVault } from '#platform/sqlite/vault/key-vault.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { type KeyVaultOptions, keyVaultContract } from './key-vault.ts';
import { folderPlace } from './storage-location.ts';

keyVaultContract('SQLite', () =>
  folderPlace((folder, options: KeyVaultOptions) => new SqliteKeyVault({ path: join(folder, 'vault.db'), ...options })),
);

describe('erasure from the vault files', () => {
  const options = { organization_id: 'org_1', expires_at: '2026-03-01T12:00:00.000Z', ephemeral: false };

  test('shredded and wrapped keys are in no file, through many rounds', async () => {
    await inVault({}, async ({ vault, path, files }) => {
      const live = new Map<string, Uint8Array[]>();
      const gone: Uint8Array[] = [];
      for (let round = 0; round < 6; round++) {
        const ids = Array.from({ length: 400 }, (_, index) => `ver_${round}_${(index * 7919) % 400}`);
        const keys = await Promise.all(ids.map((id) => vault.createDataKey(id, options)));
        const wrapped = wrappedKeys(path);
        ids.forEach((id, index) => {
          live.set(id, [keys[index]!, wrapped.get(id)!]);
        });
        const shredded = [...live.keys()].filter((_, index) => (index * 31) % 7 < 5);
        await Promise.all(shredded.map((id) => vault.shred([id])));
        for (const id of shredded) {
          gone.push(...live.get(id)!);
          live.delete(id);
        }
        const bytes = files();
        assert.equal(gone.filter((secret) => bytes.includes(secret)).length, 0, `traces in round ${round}`);
        assert.ok([...live.values()].every(([, stored]) => bytes.includes(stored!)));
      }
    });
  });

  test('an ephemeral key is never in a file', async () => {
    await inVault({}, async ({ vault, holds }) => {
      const key = await vault.createDataKey('ver_a', { ...options, ephemeral: true });
      assert.equal(holds(key), false);
      await vault.shred(['ver_a']);
      assert.equal(holds(key), false);
    });
  });

  test('a rotation removes everything that the former master key could open', async () => {
    const [former, current] = [masterKey(randomBytes(32)), masterKey(randomBytes(32))];
    const { path: folder, remove } = await temporaryFolder();
    try {
      const path = join(folder, 'vault.db');
      const before = new SqliteKeyVault({ path, master: former });
      await before.createDataKey('ver_a', options);
      await before.serverSecret('pepper');
      const wrapped = wrappedKeys(path).get('ver_a')!;
      await before.close();
      const after = new SqliteKeyVault({ path, master: current, previousMaster: former });
      assert.ok(allBytes(folder).includes(wrapped));
      await after.rotateMasterKey();
      assert.equal(allBytes(folder).includes(wrapped), false);
      await after.close();
    } finally {
      await remove();
    }
  });

  test('an erasure waits until a reader of an old state in another process ends', async () => {
    await inVault({}, async ({ vault, path, holds }) => {
      await vault.createDataKey('ver_a', options);
      const wrapped = wrappedKeys(path).get('ver_a')!;
      const reader = await readerProcess(path);
      let erased = false;
      const shredding = vault.shred(['ver_a']).then(() => {
        erased = true;
      });
      // The vault stays usable in the meantime: this write comes after the deletion and before the reader ends.
      await vault.createDataKey('ver_b', options);
      assert.equal(await vault.dataKey('ver_a'), null);
      assert.equal(erased, false);
      assert.ok(holds(wrapped), 'the write-ahead log keeps it for the reader');

      await reader.end();
      await shredding;
      assert.equal(holds(wrapped), false);
    });
  });

  test('a lasting reader blocks the erasure; the key is unusable; a later try works', async () => {
    await inVault({ erasurePatienceMs: 60 }, async ({ vault, path, holds }) => {
      await vault.createDataKey('ver_a', options);
      const wrapped = wrappedKeys(path).get('ver_a')!;
      const reader = openConnection(path, { readOnly: true });
      reader.exec('BEGIN');
      reader.prepare('SELECT count(*) FROM data_keys').get();
      await assert.rejects(vault.shred(['ver_a']), { name: 'KeyVaultError', code: 'erasure_blocked' });
      assert.equal(await vault.dataKey('ver_a'), null);
      await assert.rejects(vault.createDataKey('ver_a', options), { code: 'key_destroyed' });

      reader.close();
      await vault.shred(['ver_a']);
      assert.equal(holds(wrapped), false);
    });
  });

  test('an interrupted erasure is completed at the next start', async () => {
    await inVault({ erasurePatienceMs: 1 }, async ({ vault, path, holds }) => {
      await vault.createDataKey('ver_a', options);
      const wrapped = wrappedKeys(path).get('ver_a')!;
      const reader = openConnection(path, { readOnly: true });
      reader.exec('BEGIN');
      reader.prepare('SELECT count(*) FROM data_keys').get();
      await assert.rejects(vault.shred(['ver_a']), { code: 'erasure_blocked' });
      reader.close();
      assert.ok(holds(wrapped));
      await new SqliteKeyVault({ path, master }).close();
      assert.equal(holds(wrapped), false);
    });
  });
});

const master = masterKey(randomBytes(32));

interface OpenVault {
  vault: SqliteKeyVault;
  path: string;
  /** Whether any file of the vault contains the bytes. */
  holds(bytes: Uint8Array): boolean;
  /** The contents of all its files. */
  files(): Buffer;
}

async function inVault(settings: { erasurePatienceMs?: number }, body: (open: OpenVault) => Promise<void>) {
  const { path: folder, remove } = await temporaryFolder();
  const path = join(folder, 'vault.db');
  const vault = new SqliteKeyVault({ path, master, ...settings });
  try {
    await body({ vault, path, holds: (bytes) => allBytes(folder).includes(bytes), files: () => allBytes(folder) });
  } finally {
    await vault.close();
    await remove();
  }
}

function allBytes(folder: string): Buffer {
  return Buffer.concat(readdirSync(folder).map((name) => readFileSync(join(folder, name))));
}

function wrappedKeys(path: string): Map<string, Uint8Array> {
  const database = openConnection(path, { readOnly: true });
  const rows = database
    .prepare('SELECT id, wrapped FROM data_keys JOIN slots ON slots.number = data_keys.slot')
    .all() as { id: string; wrapped: Uint8Array }[];
  database.close();
  return new Map(rows.map((row) => [row.id, row.wrapped]));
}

/** Starts a process that holds a read transaction open until `end` is called. */
async function readerProcess(path: string): Promise<{ end(): Promise<void> }> {
  const script = `
    import { openConnection } from '#platform/sqlite/database.ts';
    const database = openConnection(process.argv[1], { readOnly: true });
    database.exec('BEGIN');
    database.prepare('SELECT count(*) FROM data_keys').get();
    process.stdout.write('reading');
    process.stdin.once('data', () => { database.exec('COMMIT'); database.close(); process.exit(0); });
  `;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script, path], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  return {
    async end() {
      child.stdin.write('end');
      await once(child, 'exit');
    },
  };
}
