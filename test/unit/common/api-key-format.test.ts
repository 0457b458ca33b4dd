import assert from 'node:assert/strict';
import { test } from 'node:test';
import { apiKeyPrefix, generateApiKey, isWellFormedApiKey } from '#common/api-key-format.ts';
import fc from '#test/support/property.ts';

/** Checksums computed with Python's zlib.crc32. */
const KNOWN = [
  'evs_dev_00000000000000000000000000000000DxHh',
  'evs_prod_0123456789ABCDEFGHIJKLMNOPQRST1VSiiL',
  'evs_dev_WXYZabcdefghijklmnopqrstuvwxyz2c6X7r',
  'evs_dev_aaaaaaaaaaaaaaaaaaaaaaaaaaaaa000XjHY',
];

test('known keys are well-formed', () => {
  for (const key of KNOWN) assert.ok(isWellFormedApiKey(key), key);
});

test('a generated key is well-formed, of its environment, and unlike the last', () => {
  for (const [environment, start] of [
    ['development', 'evs_dev_'],
    ['production', 'evs_prod_'],
  ] as const) {
    const keys = Array.from({ length: 200 }, () => generateApiKey(environment));
    assert.equal(new Set(keys).size, keys.length);
    for (const key of keys) {
      assert.ok(key.startsWith(start));
      assert.equal(key.length, start.length + 36);
      assert.ok(isWellFormedApiKey(key));
      assert.equal(apiKeyPrefix(key), key.slice(0, 12));
    }
  }
});

test('any single changed character is noticed', () => {
  const key = generateApiKey('production');
  const change = fc
    .tuple(fc.nat(key.length - 1), fc.string({ minLength: 1, maxLength: 1 }))
    .filter(([at, character]) => key[at] !== character);
  fc.assert(
    fc.property(change, ([at, character]) => {
      assert.ok(!isWellFormedApiKey(key.slice(0, at) + character + key.slice(at + 1)));
    }),
  );
});

test('anything else is refused', () => {
  const key = generateApiKey('development');
  for (const text of [
    '',
    'evs_dev_',
    `${key} `,
    ` ${key}`,
    `${key}\n`,
    key.toUpperCase(),
    key.replace('dev', 'test'),
    'x'.repeat(100_000),
  ]) {
    assert.ok(!isWellFormedApiKey(text));
  }
});
