import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { masterKey } from '#platform/crypto/key-wrapping.ts';
import { masterKeyFromFile, parseMasterKey } from '#platform/crypto/master-key.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

describe('master key', () => {
  let folder: string;
  let remove: () => Promise<void>;
  beforeEach(async () => {
    ({ path: folder, remove } = await temporaryFolder());
  });
  afterEach(() => remove());

  test('is base64 of 32 bytes, and nothing else', () => {
    const bytes = randomBytes(32);
    assert.deepEqual(parseMasterKey(` ${bytes.toString('base64')}\n`, 'EVIDENCE_MASTER_KEY'), masterKey(bytes));
    const refused = [
      '',
      'secret',
      bytes.toString('hex'),
      bytes.subarray(1).toString('base64'),
      Buffer.concat([bytes, bytes]).toString('base64'),
      bytes.toString('base64').slice(0, -1),
    ];
    for (const text of refused) {
      assert.throws(
        () => parseMasterKey(text, 'EVIDENCE_MASTER_KEY'),
        (error: Error & { code: string }) => {
          assert.equal(error.code, 'master_key_invalid');
          assert.match(error.message, /^EVIDENCE_MASTER_KEY /);
          assert.ok(text.length < 6 || !error.message.includes(text), 'the message keeps it secret');
          return true;
        },
      );
    }
  });

  test('is created once, readable only by its owner', () => {
    const file = join(folder, 'master-key');
    const made = masterKeyFromFile(file, { create: true });
    assert.deepEqual(masterKeyFromFile(file, { create: true }), made);
    assert.deepEqual(masterKeyFromFile(file, { create: false }), made);
    assert.deepEqual(parseMasterKey(readFileSync(file, 'utf8'), file), made);
    if (process.platform !== 'win32') assert.equal(statSync(file).mode & 0o777, 0o600);
  });

  test('is not created again if keys wrapped by a lost one may exist', () => {
    const file = join(folder, 'master-key');
    masterKeyFromFile(file, { create: true });
    rmSync(file);
    assert.throws(() => masterKeyFromFile(file, { create: false }), { code: 'master_key_missing' });
  });

  test('a damaged file stops the start and stays as it is', () => {
    const file = join(folder, 'master-key');
    writeFileSync(file, 'not a key');
    assert.throws(() => masterKeyFromFile(file, { create: true }), { code: 'master_key_invalid' });
    assert.equal(readFileSync(file, 'utf8'), 'not a key');
  });

  test('its id distinguishes keys without revealing them', () => {
    const bytes = randomBytes(32);
    assert.equal(masterKey(bytes).id, masterKey(Uint8Array.from(bytes)).id);
    assert.notEqual(masterKey(bytes).id, masterKey(randomBytes(32)).id);
    assert.ok(!bytes.toString('hex').includes(masterKey(bytes).id));
    assert.throws(() => masterKey(bytes.subarray(1)), RangeError);
  });
});
