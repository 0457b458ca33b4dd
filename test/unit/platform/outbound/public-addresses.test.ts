import assert from 'node:assert/strict';
import { isIP } from 'node:net';
import { describe, test } from 'node:test';
import { isPublicAddress, isSameAddress } from '#platform/outbound/public-addresses.ts';
import fc from '#test/support/property.ts';

const PRIVATE = [
  ...['0.0.0.0', '0.1.2.3', '10.0.0.1', '100.64.0.1', '100.127.255.255', '127.0.0.1', '127.255.255.254'],
  ...['169.254.169.254', '172.16.0.1', '172.31.255.255', '192.0.0.1', '192.0.2.1', '192.31.196.1', '192.52.193.1'],
  ...['192.88.99.1', '192.168.1.1', '192.175.48.1', '198.18.0.1', '198.19.255.255', '198.51.100.1', '203.0.113.1'],
  ...['224.0.0.1', '239.255.255.255', '240.0.0.1', '255.255.255.255'],
  ...['::', '::1', '::ffff:127.0.0.1', '::ffff:8.8.8.8', '::127.0.0.1', '64:ff9b::7f00:1', '64:ff9b:1::1', '100::1'],
  ...['fe80::1', 'fe80::1%eth0', '2606:4700::1%eth0', 'fec0::1', 'fc00::1', 'fd12:3456::1', 'ff02::1'],
  ...['2001::1', '2001:0:7f00:1::', '2001:1ff::1', '2001:db8::1', '2002:7f00:1::', '3fff::1', '3fff:fff::1', '5f00::1'],
];
const PUBLIC = [
  ...['8.8.8.8', '1.1.1.1', '93.184.216.34', '100.63.255.255', '100.128.0.0', '172.15.0.1', '172.32.0.1', '192.0.1.1'],
  ...['198.17.0.1', '198.20.0.1', '223.255.255.255'],
  ...['2606:4700:4700::1111', '2a00:1450::1', '2001:200::1', '2001:4860::8888', '2003::1', '3ffe::1', '3fff:1000::1'],
];

describe('isPublicAddress', () => {
  for (const address of PRIVATE) test(`refuses ${address}`, () => assert.equal(isPublicAddress(address), false));
  for (const address of PUBLIC) test(`accepts ${address}`, () => assert.equal(isPublicAddress(address), true));

  test('refuses anything but canonical literals', () => {
    for (const text of [
      '',
      'example.com',
      '2130706433',
      '0x7f.1',
      '127.1',
      '0177.0.0.1',
      '[::1]',
      '8.8.8.8 ',
      '８.8.8.8',
    ]) {
      assert.equal(isPublicAddress(text), false, text);
    }
  });

  test('property: no IPv4 address inside IPv6 is ever public', () => {
    fc.assert(
      fc.property(fc.ipV4(), (address) => {
        for (const prefix of ['::ffff:', '::', '64:ff9b::']) assert.equal(isPublicAddress(prefix + address), false);
      }),
    );
  });

  test('property: is defined for any text, and true only for addresses', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.ipV4Extended(), fc.ipV6()), (text) => {
        if (isPublicAddress(text)) assert.notEqual(isIP(text), 0);
      }),
    );
  });
});

test('isSameAddress ignores notation', () => {
  assert.equal(isSameAddress('::ffff:1.2.3.4', '1.2.3.4'), true);
  assert.equal(isSameAddress('2606:4700::1', '2606:4700:0:0::1'), true);
  assert.equal(isSameAddress('1.2.3.4', '1.2.3.5'), false);
  assert.equal(isSameAddress('', ''), false);
});
