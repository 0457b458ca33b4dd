/** The contract of the key vault port. An adapter joins with `keyVaultContract('name', makePlace)`. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { describe, test } from 'node:test';
import type { DataKeyOptions, KeyVault } from '#contracts/ports/key-vault.ts';
import { type MasterKey, masterKey } from '#platform/security/key-wrapping.ts';
import { type Place, usePlace } from './place.ts';

export interface KeyVaultOptions {
  master: MasterKey;
  previousMaster: MasterKey | null;
}

/** To come, as stores may drop by their own clock what is long over. */
const T0 = Date.parse('2096-03-01T12:00:00.000Z');
const at = (seconds: number) => new Date(T0 + seconds * 1000).toISOString();
const durable: DataKeyOptions = { organization_id: 'org_1', expires_at: at(60), ephemeral: false };
const ephemeral: DataKeyOptions = { ...durable, ephemeral: true };

/** `ephemeralKeys`: whether they are lost with the process that made them, or common to several processes. */
export function keyVaultContract(
  name: string,
  makePlace: () => Promise<Place<KeyVault, KeyVaultOptions>>,
  { ephemeralKeys = 'lost' }: { ephemeralKeys?: 'lost' | 'shared' } = {},
): void {
  describe(`key vault: ${name}`, () => {
    const place = usePlace(makePlace);
    const first = masterKey(randomBytes(32));
    const second = masterKey(randomBytes(32));
    const third = masterKey(randomBytes(32));
    const under = (master: MasterKey, previousMaster: MasterKey | null = null) => ({ master, previousMaster });

    test('a data key is 32 bytes, its own for every id, and there again after a restart', async () => {
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

    test('a key that was never made is null', async () => {
      const vault = await place.open(under(first));
      assert.equal(await vault.dataKey('ver_none'), null);
    });

    for (const options of [durable, ephemeral]) {
      const kind = options.ephemeral ? 'an ephemeral' : 'a durable';

      test(`making ${kind} key again answers the same key, however many ask at once`, async () => {
        const vault = await place.open(under(first));
        const keys = await Promise.all(Array.from({ length: 20 }, () => vault.createDataKey('ver_a', options)));
        for (const key of [...keys, await vault.createDataKey('ver_a', options), await vault.dataKey('ver_a')]) {
          assert.deepEqual(key, keys[0]);
        }
      });

      test(`${kind} key that was shredded is gone, is not due, and is never made again`, async () => {
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

      test(`${kind} key is out of reach from the moment its shredding begins`, async () => {
        const vault = await place.open(under(first));
        await vault.createDataKey('ver_a', options);
        const shredding = vault.shred(['ver_a']);
        const read = vault.dataKey('ver_a');
        const made = assert.rejects(vault.createDataKey('ver_a', options), { code: 'key_destroyed' });
        await Promise.all([shredding, made]);
        assert.equal(await read, null);
      });

      test(`${kind} key is due when its time has come, not before, and later when it is moved`, async () => {
        const vault = await place.open(under(first));
        await vault.createDataKey('ver_a', options);
        assert.deepEqual(await vault.due(at(59.999), 10), []);
        assert.deepEqual(await vault.due(at(60), 10), [{ id: 'ver_a', organization_id: 'org_1', expires_at: at(60) }]);
        await vault.reschedule('ver_a', at(90));
        assert.deepEqual(await vault.due(at(89), 10), []);
        assert.equal((await vault.due(at(90), 10)).length, 1);
      });
    }

    test('making a key again moves its due time', async () => {
      const vault = await place.open(under(first));
      for (const [id, options] of [['ver_a', durable] as const, ['ver_b', ephemeral] as const]) {
        await vault.createDataKey(id, { ...options, expires_at: at(30) });
        await vault.createDataKey(id, options);
      }
      assert.deepEqual(await vault.due(at(59), 10), []);
      assert.equal((await vault.due(at(60), 10)).length, 2);
    });

    if (ephemeralKeys === 'lost') {
      test('an ephemeral key does not outlive its process, but is due all the same until it is shredded', async () => {
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
      test('an ephemeral key is known to other processes until it is shredded by any of them', async () => {
        const [maker, other] = [await place.open(under(first)), await place.open(under(first))];
        const key = await maker.createDataKey('ver_a', ephemeral);
        assert.deepEqual(await other.dataKey('ver_a'), key);
        assert.equal((await other.due(at(1000), 10)).length, 1);
        await other.shred(['ver_a']);
        assert.equal(await maker.dataKey('ver_a'), null);
        await assert.rejects(maker.createDataKey('ver_a', ephemeral), { code: 'key_destroyed' });
      });
    }

    test('due keys come oldest first, durable and ephemeral ones together, no more than asked for', async () => {
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

    test('a new due time never makes a key', async () => {
      const vault = await place.open(under(first));
      await vault.reschedule('ver_none', at(1));
      await vault.createDataKey('ver_a', durable);
      await vault.shred(['ver_a']);
      await vault.reschedule('ver_a', at(1));
      assert.equal(await vault.dataKey('ver_none'), null);
      assert.equal(await vault.dataKey('ver_a'), null);
      assert.deepEqual(await vault.due(at(1000), 10), []);
    });

    test('shredding may be repeated, and what was never made can be shredded', async () => {
      const vault = await place.open(under(first));
      await vault.createDataKey('ver_a', durable);
      await vault.shred(['ver_a', 'ver_b']);
      await vault.shred(['ver_a', 'ver_b']);
      await vault.shred([]);
      await assert.rejects(vault.createDataKey('ver_b', durable), { code: 'key_destroyed' });
    });

    test('many are made and shredded at once, each for itself', async () => {
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

    test('a server secret is random, made once per name, and there again after a restart', async () => {
      let vault = await place.open(under(first));
      const peppers = await Promise.all(Array.from({ length: 5 }, () => vault.serverSecret('pepper')));
      const tokens = await vault.serverSecret('tokens');
      assert.equal(tokens.length, 32);
      assert.notDeepEqual(tokens, peppers[0]);
      for (const pepper of peppers) assert.deepEqual(pepper, peppers[0]);
      vault = await place.reopen(under(first));
      assert.deepEqual(await vault.serverSecret('pepper'), peppers[0]);
    });

    test('another master key is refused at the start, even if nothing was wrapped yet', async () => {
      await place.open(under(first));
      await assert.rejects(place.reopen(under(second)), { name: 'KeyVaultError', code: 'wrong_master_key' });
      await assert.rejects(place.open(under(second, third)), { code: 'wrong_master_key' });
      await place.open(under(first));
    });

    test('rotating the master key changes no key and no secret, and makes the old master key superfluous', async () => {
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

    test('a rotation that was begun and not ended needs both master keys', async () => {
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
