/** The contract of the blob store port. An adapter runs it with `blobStoreContract('name', makePlace)`. */
import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { describe, test } from 'node:test';
import type { BlobStore } from '#contracts/ports/blob-store.ts';
import { eventually } from '#test/support/eventually.ts';
import fc from '#test/support/property.ts';
import { type StorageLocation, useStorageLocation } from './storage-location.ts';

const T0 = Date.parse('2026-03-01T12:00:00.000Z');
const at = (seconds: number) => new Date(T0 + seconds * 1000).toISOString();
const bytesOf = (text: string) => new TextEncoder().encode(text);

async function textOf(store: BlobStore, key: string): Promise<string | null> {
  const bytes = await store.get(key);
  return bytes && new TextDecoder().decode(bytes);
}

export function blobStoreContract(name: string, makePlace: () => Promise<StorageLocation<BlobStore>>): void {
  describe(`blob store: ${name}`, () => {
    const place = useStorageLocation(makePlace);
    const open = () => place.open(undefined);

    test('a blob comes back byte for byte, also after a restart', async () => {
      let store = await open();
      const blobs = new Map([
        ['ver_1/upload', randomBytes(3_000_000)],
        ['ver_1/empty', new Uint8Array(0)],
        ['a', bytesOf('a')],
        [`${'k'.repeat(99)}/${'k'.repeat(100)}`, bytesOf('long')],
      ]);
      for (const [key, bytes] of blobs) await store.put(key, bytes);
      for (let start = 0; start < 2; start++) {
        for (const [key, bytes] of blobs)
          assert.deepEqual(new Uint8Array((await store.get(key))!), new Uint8Array(bytes));
        assert.equal(await store.get('ver_1/other'), null);
        assert.equal(await store.get('ver_1'), null);
        store = await place.reopen(undefined);
      }
    });

    test('a key may be a prefix of another key', async () => {
      const store = await open();
      await store.put('a/b', bytesOf('1'));
      await store.put('a/b/c', bytesOf('2'));
      await store.put('a', bytesOf('3'));
      assert.deepEqual(
        [await textOf(store, 'a/b'), await textOf(store, 'a/b/c'), await textOf(store, 'a')],
        ['1', '2', '3'],
      );
      await store.delete('a/b');
      assert.deepEqual(
        [await textOf(store, 'a/b'), await textOf(store, 'a/b/c'), await textOf(store, 'a')],
        [null, '2', '3'],
      );
    });

    test('put replaces the blob and its expiry time', async () => {
      const store = await open();
      await store.put('a', bytesOf('first, and longer'), { expires_at: at(10) });
      await store.put('a', bytesOf('second'));
      assert.equal(await textOf(store, 'a'), 'second');
      assert.equal(await store.sweep(at(20)), 0);
      await store.put('a', bytesOf('third'), { expires_at: at(30) });
      assert.equal(await store.sweep(at(29)), 0);
      assert.equal(await store.sweep(at(30)), 1);
      assert.equal(await store.get('a'), null);
    });

    test('a reader sees one complete version, never a mixture', async () => {
      const store = await open();
      const versions = Array.from({ length: 8 }, () => randomBytes(200_000));
      const digest = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
      const known = new Set(versions.map(digest));
      await store.put('a/b', versions[0]!);
      let writing = true;
      const readers = Array.from({ length: 3 }, async () => {
        let reads = 0;
        while (writing || reads === 0) {
          const bytes = await store.get('a/b');
          assert.ok(bytes !== null && known.has(digest(bytes)));
          reads++;
        }
      });
      await Promise.all(versions.map((bytes) => store.put('a/b', bytes)));
      writing = false;
      await Promise.all(readers);
      assert.equal(digest((await store.get('a/b'))!), digest(versions.at(-1)!), 'the last put counts');
    });

    test('delete removes a blob and ignores a missing one', async () => {
      const store = await open();
      await store.put('a/b', bytesOf('x'));
      await store.delete('a/b');
      await store.delete('a/b');
      await store.delete('never/was');
      assert.equal(await store.get('a/b'), null);
      await store.put('a/b', bytesOf('y'));
      assert.equal(await textOf(store, 'a/b'), 'y');
    });

    test('deletePrefix deletes everything below the prefix and nothing else', async () => {
      const store = await open();
      const below = ['ver_1/a', 'ver_1/b/c', 'ver_1/b/d/e'];
      const beside = ['ver_1', 'ver_10/a', 'ver_2/ver_1/a'];
      for (const key of [...below, ...beside]) await store.put(key, bytesOf(key));
      assert.equal(await store.deletePrefix('ver_1/'), 3);
      assert.equal(await store.deletePrefix('ver_1/'), 0);
      for (const key of below) assert.equal(await store.get(key), null);
      for (const key of beside) assert.equal(await textOf(store, key), key);
      await store.put('ver_1/b/c', bytesOf('again'));
      assert.equal(await textOf(store, 'ver_1/b/c'), 'again');
    });

    test('put loses nothing while neighbouring keys are deleted', async () => {
      const store = await open();
      await Promise.all(
        Array.from({ length: 40 }, async (_, index) => {
          await store.put(`ver_1/x/old${index}`, bytesOf('old'));
          await Promise.all([
            store.delete(`ver_1/x/old${index}`),
            store.put(`ver_1/x/new${index}`, bytesOf(`${index}`)),
          ]);
        }),
      );
      for (let index = 0; index < 40; index++) assert.equal(await textOf(store, `ver_1/x/new${index}`), `${index}`);
    });

    test('trim deletes what was put first, of each folder and of all', async () => {
      let store = await open();
      const put = async (key: string, bytes: number) => {
        await store.put(key, randomBytes(bytes), { expires_at: at(100) });
        // The time of a file is that of the kernel's last tick, ten milliseconds ago at most.
        const put = Date.now();
        await eventually('the next tick', () => Date.now() > put + 10);
      };
      for (const key of ['c/one/1', 'c/one/2', 'c/one/3', 'c/two/1', 'd/one/1']) await put(key, 1_000);
      await put('c/one/1', 1_000);
      const left = async () => {
        const keys = ['c/one/1', 'c/one/2', 'c/one/3', 'c/two/1', 'd/one/1'];
        const found = await Promise.all(keys.map(async (key) => ((await store.get(key)) === null ? [] : [key])));
        return found.flat();
      };
      assert.equal(await store.trim('c/', { total: 4_000, each: 3_000 }), 0);
      store = await place.reopen(undefined);
      assert.equal(await store.trim('c/', { total: 4_000, each: 2_999 }), 1);
      assert.deepEqual(await left(), ['c/one/1', 'c/one/3', 'c/two/1', 'd/one/1']);
      assert.equal(await store.trim('c/', { total: 2_000, each: 2_000 }), 1);
      assert.deepEqual(await left(), ['c/one/1', 'c/two/1', 'd/one/1']);
      assert.equal(await store.trim('c/', { total: 500, each: 500 }), 2);
      assert.equal(await store.trim('c/', { total: 0, each: 0 }), 0);
      assert.deepEqual(await left(), ['d/one/1']);
    });

    test('sweep deletes only expired blobs, also after a restart', async () => {
      let store = await open();
      await store.put('a/early', bytesOf('1'), { expires_at: at(1) });
      await store.put('a/late', bytesOf('2'), { expires_at: at(100) });
      await store.put('a/never', bytesOf('3'));
      assert.equal(await store.sweep(at(0.999)), 0);
      store = await place.reopen(undefined);
      await store.put('b/early', bytesOf('4'), { expires_at: at(2) });
      assert.equal(await store.sweep(at(2)), 2);
      assert.equal(await store.sweep(at(2)), 0);
      const left = await Promise.all(['a/early', 'b/early', 'a/late', 'a/never'].map((key) => textOf(store, key)));
      assert.deepEqual(left, [null, null, '2', '3']);
    });

    test('every operation refuses an invalid key', async () => {
      const store = await open();
      const refused = [
        '',
        '/',
        '.',
        '..',
        '../a',
        'a/../b',
        'a/..',
        '/etc/passwd',
        'a//b',
        'a/',
        '.hidden',
        'a/.b',
        'A',
        'a b',
        'a\\b',
        'a\0b',
        'a\n',
        'C:a',
        'ä',
        'a@',
        'k'.repeat(201),
      ];
      for (const key of refused) {
        await assert.rejects(store.put(key, bytesOf('x')), RangeError, JSON.stringify(key));
        await assert.rejects(store.get(key), RangeError);
        await assert.rejects(store.delete(key), RangeError);
      }
      for (const prefix of ['', '/', '../', 'a', 'a/../', './', 'a//']) {
        await assert.rejects(store.deletePrefix(prefix), RangeError, prefix);
        await assert.rejects(store.trim(prefix, { total: 0, each: 0 }), RangeError, prefix);
      }
      const notAKey = fc.string({ unit: 'binary' }).filter((text) => !/^[a-z0-9]/.test(text));
      await fc.assert(
        fc.asyncProperty(notAKey, async (key) => {
          await assert.rejects(store.get(key), RangeError);
        }),
      );
      await assert.rejects(store.put('a', bytesOf('x'), { expires_at: 'tomorrow' }), RangeError);
      assert.equal(await store.get('a'), null);
    });
  });
}
