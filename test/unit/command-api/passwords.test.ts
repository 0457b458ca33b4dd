import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createPasswords } from '#command-api/sessions/passwords.ts';

const PEPPER = Buffer.from('pepper');
const CHEAP = { N: 2 ** 8, r: 8, p: 1 };
const SEAT = { address: '203.0.113.1', known_in: null };

test('a password is hashed at the cost that OWASP names for 32 MiB', async () => {
  const { N, r, p } = await createPasswords(PEPPER).hash('a horse and a battery', SEAT);
  assert.deepEqual({ N, r, p }, { N: 32_768, r: 8, p: 3 });
});

test('a password is compared at the cost that it was hashed at', async () => {
  const verifier = await createPasswords(PEPPER, CHEAP).hash('a horse and a battery', SEAT);
  const passwords = createPasswords(PEPPER);
  assert.equal(await passwords.matches('a horse and a battery', async () => verifier, SEAT), true);
  assert.equal(await passwords.matches('another horse', async () => verifier, SEAT), false);
});
