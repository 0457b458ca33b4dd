import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ApiKeyCreateRequest } from '#contracts/http/api-key.ts';
import { isAllowedIp, networkOf } from '#http/auth/ip.ts';
import fc from '#test/support/property.ts';

test('addresses, ranges, and addresses mapped into IPv6', () => {
  assert.ok(isAllowedIp('192.0.2.1', []));
  assert.ok(isAllowedIp('192.0.2.1', ['192.0.2.1']));
  assert.ok(!isAllowedIp('192.0.2.2', ['192.0.2.1']));
  assert.ok(isAllowedIp('192.0.2.255', ['10.0.0.0/8', '192.0.2.0/24']));
  assert.ok(!isAllowedIp('192.0.3.0', ['192.0.2.0/24']));
  assert.ok(isAllowedIp('::ffff:192.0.2.1', ['192.0.2.1']));
  assert.ok(isAllowedIp('192.0.2.1', ['::ffff:192.0.2.1']));
  assert.ok(isAllowedIp('192.0.2.1', ['::ffff:192.0.2.0/120']));
  assert.ok(isAllowedIp('2001:db8::1', ['2001:db8::/32']));
  assert.ok(isAllowedIp('2001:0db8:0:0::1', ['2001:db8::1']));
  assert.ok(!isAllowedIp('2001:db9::1', ['2001:db8::/32', '192.0.2.0/24']));
  assert.ok(isAllowedIp('192.0.2.1', ['0.0.0.0/0']));
  assert.ok(!isAllowedIp('192.0.2.1', ['::/0']));
});

test('an invalid address is never on a list', () => {
  for (const ip of ['', 'localhost', '192.0.2', '0x7f.1', '192.0.2.1/24', '[::1]', 'x'.repeat(1_000)]) {
    assert.ok(!isAllowedIp(ip, ['0.0.0.0/0', '::/0', ip]), ip);
  }
});

test('every entry that a key may be created with allows its own address', () => {
  const bits = (most: number) => fc.option(fc.integer({ min: 0, max: most }), { nil: undefined });
  const entry = fc.oneof(fc.tuple(fc.ipV4(), bits(32)), fc.tuple(fc.ipV6(), bits(128)));
  fc.assert(
    fc.property(entry, ([address, length]) => {
      const text = length === undefined ? address : `${address}/${length}`;
      const parsed = ApiKeyCreateRequest.safeParse({ name: 'x', allowed_ips: [text] });
      fc.pre(parsed.success);
      // An IPv4 address written as IPv6 is that IPv4 address, but an IPv6 range that happens to span it is not.
      fc.pre(!(address.includes(':') && address.includes('.') && (length ?? 128) < 96));
      assert.ok(isAllowedIp(address, [text]), text);
    }),
  );
});

test('addresses of one IPv6 network belong together, IPv4 addresses do not', () => {
  const network = networkOf('2001:db8:1:2::1');
  assert.equal(networkOf('2001:db8:1:2:ffff::'), network);
  assert.notEqual(networkOf('2001:db8:1:3::1'), network);
  assert.equal(networkOf('::ffff:192.0.2.1'), networkOf('192.0.2.1'));
  assert.notEqual(networkOf('192.0.2.1'), networkOf('192.0.2.2'));
});
