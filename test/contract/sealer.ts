/** The contract of the sealer port. An adapter runs it with `sealerContract('name', makeSealer)`. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { describe, test } from 'node:test';
import type { SealContext, Sealer } from '#contracts/ports/sealer.ts';
import fc from '#test/support/property.ts';

const key = new Uint8Array(randomBytes(32));
const context: SealContext = { verification_id: 'ver_1', record: 'clm_1', field: 'claim' };
const secretText = 'Halvorsen owns the Norrland ferry line. '.repeat(30);
const broken = { name: 'SealError', code: 'seal_broken' };

export function sealerContract(name: string, makeSealer: () => Sealer): void {
  describe(`sealer: ${name}`, () => {
    const sealer = makeSealer();

    test('a sealed value opens to the same text or bytes', () => {
      fc.assert(
        fc.property(fc.string({ unit: 'binary' }), fc.nat(400), (text, times) => {
          const whole = text.repeat(times);
          assert.equal(sealer.open(key, context, sealer.seal(key, context, whole)), whole.toWellFormed());
        }),
      );
      fc.assert(
        fc.property(fc.uint8Array({ maxLength: 4_000 }), (bytes) => {
          assert.deepEqual(
            Uint8Array.from(sealer.openBytes(key, context, sealer.sealBytes(key, context, bytes))),
            bytes,
          );
        }),
      );
    });

    test('two seals of the same text differ, and neither contains it', () => {
      for (const text of ['Halvorsen', secretText]) {
        const seals = [sealer.seal(key, context, text), sealer.seal(key, context, text)];
        assert.notEqual(seals[0], seals[1]);
        assert.ok(!seals.join().includes('Halvorsen'));
      }
      const bytes = Buffer.from(sealer.sealBytes(key, context, Buffer.from(secretText)));
      assert.ok(!bytes.includes('Halvorsen'));
    });

    test('a seal is unchanged by JSON and needs no escaping', () => {
      const sealed = sealer.seal(key, context, secretText);
      assert.equal(JSON.stringify(sealed), `"${sealed}"`);
    });

    test('a seal opens only with its key and in its place', () => {
      const others: SealContext[] = [
        { ...context, verification_id: 'ver_2' },
        { ...context, record: 'clm_2' },
        { ...context, field: 'evidence' },
        // The same characters, divided differently.
        { verification_id: 'ver_1c', record: 'lm_1', field: 'claim' },
        { verification_id: 'ver_1","clm_1', record: 'claim', field: '' },
      ];
      for (const text of ['short', secretText]) {
        const sealed = sealer.seal(key, context, text);
        const bytes = sealer.sealBytes(key, context, Buffer.from(text));
        assert.throws(() => sealer.open(randomBytes(32), context, sealed), broken);
        assert.throws(() => sealer.openBytes(randomBytes(32), context, bytes), broken);
        for (const other of others) {
          assert.throws(() => sealer.open(key, other, sealed), broken);
          assert.throws(() => sealer.openBytes(key, other, bytes), broken);
        }
      }
    });

    test('changed, truncated and foreign values are refused', () => {
      const sealed = sealer.seal(key, context, 'short');
      const bytes = sealer.sealBytes(key, context, Buffer.from(secretText));
      for (let index = 0; index < bytes.length; index++) {
        const changed = Uint8Array.from(bytes);
        changed[index]! ^= 1;
        assert.throws(() => sealer.openBytes(key, context, changed), broken);
        assert.throws(() => sealer.openBytes(key, context, bytes.subarray(0, index)), broken);
      }
      for (let length = 0; length < sealed.length; length++) {
        assert.throws(() => sealer.open(key, context, sealed.slice(0, length)), broken);
      }
      fc.assert(
        fc.property(fc.oneof(fc.string(), fc.base64String()), (value) => {
          for (const prefix of ['', 's1.', 's1z.']) {
            assert.throws(() => sealer.open(key, context, prefix + value), broken);
          }
        }),
      );
    });

    test('errors contain no text', () => {
      const sealed = sealer.seal(key, context, secretText);
      try {
        sealer.open(randomBytes(32), context, sealed);
        assert.fail('it opened');
      } catch (error) {
        assert.doesNotMatch(`${(error as Error).message} ${JSON.stringify(error)}`, /Halvorsen/);
      }
    });
  });
}
