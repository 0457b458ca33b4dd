import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inflateRawSync, type ZlibOptions } from 'node:zlib';
import { deflate, inflate } from '#platform/crypto/deflate.ts';
import fc from '#test/support/property.ts';

test('property: decompressing restores the text, whatever its length', () => {
  const bytes = fc.oneof(
    fc.uint8Array({ maxLength: 20_000, size: 'max' }),
    fc.tuple(fc.string({ minLength: 1 }), fc.nat(5_000)).map(([text, times]) => Buffer.from(text.repeat(times))),
  );
  fc.assert(
    fc.property(bytes, (original) => {
      assert.deepEqual(Buffer.from(inflate(deflate(original))), Buffer.from(original));
    }),
  );
});

test('zlib keeps its output in the field that is cleared here', () => {
  const options: ZlibOptions = { info: true };
  const answer = inflateRawSync(deflate(Buffer.from('text')), options) as unknown as { engine: object };
  assert.ok((answer.engine as { _outBuffer: unknown })._outBuffer instanceof Uint8Array);
});
