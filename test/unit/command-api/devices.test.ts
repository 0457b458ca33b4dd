import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DEVICE_SECONDS, deviceFor, isKnownDevice } from '#command-api/sessions/devices.ts';

const PEPPER = Buffer.from('pepper');
const NOW = Date.UTC(2026, 0, 1);
const ADA = 'fingerprint of ada';
const accountOf = (n: number) => `${ADA} in org_${n}`;
const made = (account = ADA, value: string | null = null, now = NOW) => deviceFor(PEPPER, value, account, now);
const knows = (value: string | null, account = ADA, now = NOW) => isKnownDevice(PEPPER, value, account, now);

test('a browser is known for the account that was signed in to, for half a year', () => {
  const value = made();
  assert.ok(knows(value));
  assert.ok(!knows(value, 'fingerprint of eve'));
  assert.ok(!knows(value, accountOf(2)));
  assert.ok(knows(value, ADA, NOW + (DEVICE_SECONDS - 1) * 1_000));
  assert.ok(!knows(value, ADA, NOW + DEVICE_SECONDS * 1_000));
  assert.ok(!isKnownDevice(Buffer.from('another pepper'), value, ADA, NOW));
  assert.ok(!value.includes('ada'));
});

test('a browser remembers its last four accounts, and each once', () => {
  let value: string | null = null;
  for (const n of [1, 2, 1, 3, 4, 5]) value = made(accountOf(n), value);
  assert.deepEqual(
    [1, 2, 3, 4, 5].map((n) => knows(value, accountOf(n))),
    [true, false, true, true, true],
  );
});

test('a forged or shortened token is no known device', () => {
  const value = made();
  const [expires, mac] = value.split('-') as [string, string];
  const later = (Number.parseInt(expires, 36) + 1).toString(36);
  for (const wrong of [null, '', '.', '-', mac, `${later}-${mac}`, `${expires}-${'0'.repeat(64)}`, `${value}x`]) {
    assert.ok(!knows(wrong), String(wrong));
  }
  assert.ok(!knows(`${'.'.repeat(10_000)}${value}`), 'of a long list, the first are read');
  assert.ok(knows(made(ADA, `${'x.'.repeat(1_000)}`)));
});
