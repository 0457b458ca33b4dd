import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isLarge, jsonPieces } from '#http/json-stream.ts';
import fc from '#test/support/property.ts';

async function joined(body: unknown): Promise<string> {
  return (await Array.fromAsync(jsonPieces(body))).join('');
}

test('the pieces joined are what JSON.stringify returns', async () => {
  await fc.assert(
    fc.asyncProperty(fc.jsonValue({ maxDepth: 6 }), async (value) => {
      assert.equal(await joined(value), JSON.stringify(value));
    }),
    { numRuns: 200 },
  );
});

test('fields without a value are left out, items without one are null', async () => {
  const body = { a: undefined, list: [undefined, { b: undefined, c: '“ü😀”' }] };
  assert.equal(await joined(body), JSON.stringify(body));
});

test('a long body comes in many pieces', async () => {
  const body = { result: { claims: Array.from({ length: 1_000 }, (_, n) => ({ n, text: 'ä'.repeat(500) })) } };
  let pieces = 0;
  let bytes = 0;
  for await (const piece of jsonPieces(body)) {
    pieces++;
    bytes += Buffer.byteLength(piece);
  }
  assert.ok(pieces > 5);
  assert.equal(bytes, Buffer.byteLength(JSON.stringify(body)));
});

test('only a long list makes a body large', () => {
  const claims = (length: number) => ({ request_id: 'req_1', result: { claims: new Array(length).fill({}) } });
  assert.equal(isLarge(claims(51)), true);
  assert.equal(isLarge(claims(50)), false);
  assert.equal(isLarge(undefined), false);
  assert.equal(isLarge('x'.repeat(100_000)), false);
});
