/** The contract of the key vault port. An adapter runs it with `keyVaultContract('name', makePlace)`. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { describe, test } from 'node:test';
import type { DataKeyOptions, DueKey, KeyVault } from '#contracts/ports/key-vault.ts';
import { type MasterKey, masterKey } from '#platform/crypto/key-wrapping.ts';
import { type StorageLocation, useStorageLocation } from './storage-location.ts';

export interface KeyVaultOptions {
  master: MasterKey;
  previousMaster: MasterKey | null;
}

/** In the future, because a store may delete expired data by its own clock. */
const T0 = Date.parse('2096-03-01T12:00:00.000Z');
const at = (seconds: number) => new Date(T0 + seconds * 1000).toISOString();
const durable: DataKeyOptions = { organization_id: 'org_1', expires_at: at(60), ephemeral: false };
const ephemeral: DataKeyOptions = { ...durable, ephemeral: true };

/** `ephemeralKeys`: whether ephemeral keys are lost with their process or shared between processes. */
export function keyVaultContract(
  name: string,
  makePlace: () => Promise<StorageLocation<KeyVault, KeyVaultOptions>>,
  { ephemeralKeys = 'lost' }: { ephemeralKeys?: 'lost' | 'shared' } = {},
): void {
  describe(`key vault: ${name}`, () => {
    const place = useStorageLocation(makePlace);
    const first = masterKey(randomBytes(32));
    const second = masterKey(randomBytes(32));
    const third = masterKey(randomBytes(32));
    const under = (master: MasterKey, previousMaster: MasterKey | null = null) => ({ master, previousMaster });

    test('a data key is 32 bytes, unique per id, and survives a restart', async () => {
      let vault = await place.open(under(first));
      const a = await vault.createDataKey('ver_a', durable);
      const b = await vault.createDataKey('ver_b', durable);
      assert.equal(a.length, 32);
      assert.notDeepEqual(a, b);
      assert.deepEqual(await vault.dataKey('ver_a'), a);
      vault = await place.reopen(under(first));
      assert.deepEqual(await vault.dataKey('ver_a'), a);
      assert.deepEqual(await vault.dataKey('ver_b'), b);
    });

    test('a key that was never created does not count as destroyed', async () => {
      let vault = await place.open(under(first));
      const unknown = { name: 'KeyVaultError', code: 'key_unknown' };
      await assert.rejects(vault.dataKey('ver_none'), unknown);
      await vault.createDataKey('ver_a', durable);
      await vault.shred(['ver_a', 'ver_b']);
      vault = await place.reopen(under(first));
      await assert.rejects(vault.dataKey('ver_none'), unknown);
      for (const id of ['ver_a', 'ver_b']) assert.equal(await vault.dataKey(id), null);
    });

    for (const options of [durable, ephemeral]) {
      const kind = options.ephemeral ? 'an ephemeral' : 'a durable';

      test(`creating ${kind} key again returns the same key, also concurrently`, async () => {
        const vault = await place.open(under(first));
        const keys = await Promise.all(Array.from({ length: 20 }, () => vault.createDataKey('ver_a', options)));
        for (const key of [...keys, await vault.createDataKey('ver_a', options), await vault.dataKey('ver_a')]) {
          assert.deepEqual(key, keys[0]);
        }
      });

      test(`${kind} shredded key is gone, is not due, and can't be recreated`, async () => {
        let vault = await place.open(under(first));
        await vault.createDataKey('ver_a', options);
        const other = await vault.createDataKey('ver_b', durable);
        await vault.shred(['ver_a']);
        assert.equal(await vault.dataKey('ver_a'), null);
        assert.deepEqual(
          (await vault.due(at(1000), 10)).map((key) => key.id),
          ['ver_b'],
        );
        for (const again of [durable, ephemeral]) {
          await assert.rejects(vault.createDataKey('ver_a', again), { name: 'KeyVaultError', code: 'key_destroyed' });
        }
        vault = await place.reopen(under(first));
        assert.equal(await vault.dataKey('ver_a'), null);
        await assert.rejects(vault.createDataKey('ver_a', options), { code: 'key_destroyed' });
        assert.deepEqual(await vault.dataKey('ver_b'), other);
      });

      test(`${kind} key is unusable from the moment its shredding begins`, async () => {
        const vault = await place.open(under(first));
        await vault.createDataKey('ver_a', options);
        const shredding = vault.shred(['ver_a']);
        const read = vault.dataKey('ver_a');
        const made = assert.rejects(vault.createDataKey('ver_a', options), { code: 'key_destroyed' });
        await Promise.all([shredding, made]);
        assert.equal(await read, null);
      });

      test(`${kind} key is due at its due time, also after rescheduling`, async () => {
        const vault = await place.open(under(first));
        await vault.createDataKey('ver_a', options);
        assert.deepEqual(await vault.due(at(59.999), 10), []);
        assert.deepEqual(await vault.due(at(60), 10), [{ id: 'ver_a', organization_id: 'org_1', expires_at: at(60) }]);
        await vault.reschedule('ver_a', at(90));
        assert.deepEqual(await vault.due(at(89), 10), []);
        assert.equal((await vault.due(at(90), 10)).length, 1);
      });
    }

    test('creating a key again changes its due time', async () => {
      const vault = await place.open(under(first));
      for (const [id, options] of [['ver_a', durable] as const, ['ver_b', ephemeral] as const]) {
        await vault.createDataKey(id, { ...options, expires_at: at(30) });
        await vault.createDataKey(id, options);
      }
      assert.deepEqual(await vault.due(at(59), 10), []);
      assert.equal((await vault.due(at(60), 10)).length, 2);
    });

    if (ephemeralKeys === 'lost') {
      test('an ephemeral key is lost with its process, but stays due until it is shredded', async () => {
        let vault = await place.open(under(first));
        await vault.createDataKey('ver_a', ephemeral);
        vault = await place.reopen(under(first));
        assert.equal(await vault.dataKey('ver_a'), null);
        assert.deepEqual(await vault.due(at(59), 10), []);
        assert.deepEqual(await vault.due(at(60), 10), [{ id: 'ver_a', organization_id: 'org_1', expires_at: at(60) }]);
        await vault.shred(['ver_a']);
        vault = await place.reopen(under(first));
        assert.deepEqual(await vault.due(at(1000), 10), []);
      });
    } else {
      test('other processes can use an ephemeral key until one of them shreds it', async () => {
        const [maker, other] = [await place.open(under(first)), await place.open(under(first))];
        const key = await maker.createDataKey('ver_a', ephemeral);
        assert.deepEqual(await other.dataKey('ver_a'), key);
        assert.equal((await other.due(at(1000), 10)).length, 1);
        await other.shred(['ver_a']);
        assert.equal(await maker.dataKey('ver_a'), null);
        await assert.rejects(maker.createDataKey('ver_a', ephemeral), { code: 'key_destroyed' });
      });
    }

    test('due keys are ordered by due time, durable or ephemeral, up to the limit', async () => {
      const vault = await place.open(under(first));
      for (const [index, seconds] of [50, 10, 40, 20, 30].entries()) {
        await vault.createDataKey(`ver_${seconds}`, {
          organization_id: 'org_1',
          expires_at: at(seconds),
          ephemeral: index % 2 === 0,
        });
      }
      const due = await vault.due(at(45), 3);
      assert.deepEqual(
        due.map((key) => key.id),
        ['ver_10', 'ver_20', 'ver_30'],
      );
    });

    test('due keys can be paged through, even if many are due at the same time', async () => {
      const vault = await place.open(under(first));
      const seconds = [10, 20, 20, 20, 20, 30];
      for (const [index, second] of seconds.entries()) {
        const options = { organization_id: 'org_1', expires_at: at(second), ephemeral: index % 2 === 0 };
        await vault.createDataKey(`ver_${index}`, options);
      }
      const pages: string[][] = [];
      for (let after: DueKey | null = null; ; ) {
        const page: DueKey[] = await vault.due(at(40), 2, after);
        if (page.length === 0) break;
        pages.push(page.map((key) => key.id));
        after = page.at(-1)!;
      }
      assert.deepEqual(pages, [
        ['ver_0', 'ver_1'],
        ['ver_2', 'ver_3'],
        ['ver_4', 'ver_5'],
      ]);
      assert.deepEqual(await vault.due(at(25), 10, { id: 'ver_4', expires_at: at(20) }), []);
    });

    test('rescheduling never creates a key', async () => {
      const vault = await place.open(under(first));
      await vault.reschedule('ver_none', at(1));
      await vault.createDataKey('ver_a', durable);
      await vault.shred(['ver_a']);
      await vault.reschedule('ver_a', at(1));
      await assert.rejects(vault.dataKey('ver_none'), { code: 'key_unknown' });
      assert.equal(await vault.dataKey('ver_a'), null);
      assert.deepEqual(await vault.due(at(1000), 10), []);
    });

    test('shredding is idempotent and accepts unknown ids', async () => {
      const vault = await place.open(under(first));
      await vault.createDataKey('ver_a', durable);
      await vault.shred(['ver_a', 'ver_b']);
      await vault.shred(['ver_a', 'ver_b']);
      await vault.shred([]);
      await assert.rejects(vault.createDataKey('ver_b', durable), { code: 'key_destroyed' });
    });

    test('many keys are created and shredded concurrently and independently', async () => {
      const vault = await place.open(under(first));
      const ids = Array.from({ length: 60 }, (_, index) => `ver_${index}`);
      await Promise.all(ids.map((id) => vault.createDataKey(id, durable)));
      const [gone, kept] = [ids.filter((_, index) => index % 2 === 0), ids.filter((_, index) => index % 2 === 1)];
      await Promise.all(gone.map((id) => vault.shred([id])));
      assert.deepEqual(
        await Promise.all(gone.map((id) => vault.dataKey(id))),
        gone.map(() => null),
      );
      assert.ok((await Promise.all(kept.map((id) => vault.dataKey(id)))).every((key) => key?.length === 32));
    });

    test('a server secret is random, unique per name, and survives a restart', async () => {
      let vault = await place.open(under(first));
      const peppers = await Promise.all(Array.from({ length: 5 }, () => vault.serverSecret('pepper')));
      const tokens = await vault.serverSecret('tokens');
      assert.equal(tokens.length, 32);
      assert.notDeepEqual(tokens, peppers[0]);
      for (const pepper of peppers) assert.deepEqual(pepper, peppers[0]);
      vault = await place.reopen(under(first));
      assert.deepEqual(await vault.serverSecret('pepper'), peppers[0]);
    });

    test('a different master key is refused on opening, even before the first key', async () => {
      await place.open(under(first));
      await assert.rejects(place.reopen(under(second)), { name: 'KeyVaultError', code: 'wrong_master_key' });
      await assert.rejects(place.open(under(second, third)), { code: 'wrong_master_key' });
      await place.open(under(first));
    });

    test('a rotation keeps all keys and secrets; the old master key is not needed after it', async () => {
      let vault = await place.open(under(first));
      const key = await vault.createDataKey('ver_a', durable);
      const secret = await vault.serverSecret('pepper');

      vault = await place.reopen(under(second, first));
      assert.deepEqual(await vault.dataKey('ver_a'), key);
      const later = await vault.createDataKey('ver_b', durable);
      assert.equal(await vault.rotateMasterKey(), 2);
      assert.equal(await vault.rotateMasterKey(), 0);

      vault = await place.reopen(under(second));
      assert.deepEqual(await vault.dataKey('ver_a'), key);
      assert.deepEqual(await vault.dataKey('ver_b'), later);
      assert.deepEqual(await vault.serverSecret('pepper'), secret);
      await assert.rejects(place.reopen(under(first)), { code: 'wrong_master_key' });
    });

    test('an unfinished rotation needs both master keys', async () => {
      let vault = await place.open(under(first));
      const old = await vault.createDataKey('ver_a', durable);
      vault = await place.reopen(under(second, first));
      const later = await vault.createDataKey('ver_b', durable);
      await assert.rejects(place.reopen(under(first)), { code: 'wrong_master_key' });
      await assert.rejects(place.open(under(second)), { code: 'wrong_master_key' });
      vault = await place.open(under(first, second));
      assert.deepEqual(await vault.dataKey('ver_a'), old);
      assert.deepEqual(await vault.dataKey('ver_b'), later);
    });
  });
}
