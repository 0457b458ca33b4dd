import assert from 'node:assert/strict';
import { chmodSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { ConfigurationError } from '#apps/configuration-error.ts';
import { takeDataFolder } from '#apps/data-folder.ts';
import { startFailure } from '#apps/start-failure.ts';
import { KeyVaultError } from '#contracts/ports/key-vault.ts';
import { MasterKeyError } from '#platform/crypto/master-key.ts';
import { NewerSchemaError } from '#platform/sqlite/database.ts';

const ADDRESS = { host: '127.0.0.1', port: 8080 };

function listenError(code: string): Error {
  return Object.assign(new Error(`listen ${code}`), { code, syscall: 'listen' });
}

test('a failure that a setting can fix exits with 2 and names it', () => {
  const cases: [Error, RegExp][] = [
    [new ConfigurationError(['EVIDENCE_PORT must be small']), /^configuration: EVIDENCE_PORT must be small$/],
    [new KeyVaultError('wrong_master_key', 'the vault needs another key'), /EVIDENCE_MASTER_KEY/],
    [new MasterKeyError('master_key_missing', 'data/master-key is missing'), /^data\/master-key is missing/],
    [new NewerSchemaError('data/library.db', 4, 3), /^data\/library\.db was written by a newer version .*: start that/],
    [listenError('EADDRNOTAVAIL'), /EVIDENCE_HOST/],
    [listenError('EACCES'), /EVIDENCE_PORT/],
  ];
  for (const [error, expected] of cases) {
    const { message, exitCode } = startFailure(error, ADDRESS);
    assert.match(message, expected);
    assert.doesNotMatch(message, /\n/);
    assert.equal(exitCode, 2);
  }
});

test('a port in use exits with 1 and names the port', () => {
  const { message, exitCode } = startFailure(listenError('EADDRINUSE'), ADDRESS);
  assert.match(message, /^port 8080 on 127\.0\.0\.1 is taken/);
  assert.equal(exitCode, 1);
});

test('any other failure exits with 1', () => {
  assert.deepEqual(startFailure(new Error('no luck'), ADDRESS), {
    message: 'the service could not start: no luck',
    exitCode: 1,
  });
  assert.equal(startFailure('thrown text', null).exitCode, 1);
});

test('what fails a command is told as it is, with the file that it was about', () => {
  assert.equal(startFailure(new Error('database or disk is full'), null).message, 'database or disk is full');
  const noRoom = Object.assign(new Error('ENOSPC: …'), { code: 'ENOSPC', syscall: 'copyfile', path: '/a', dest: '/b' });
  assert.equal(startFailure(noRoom, null).message, "/a or /b can't be used: there is no room on the disk (ENOSPC)");
});

test('a data folder that is a file is refused, and keeps its mode', () => {
  const folder = mkdtempSync(join(tmpdir(), 'evidence-test-'));
  try {
    const file = join(folder, 'file');
    writeFileSync(file, '', { mode: 0o644 });
    assert.match(failureOf(() => takeDataFolder(file)).message, /file can't be used: it is no folder/);
    assert.equal(statSync(file).mode & 0o777, 0o644);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('a folder of others is refused and keeps its mode; one with keys in it is taken', () => {
  const folder = mkdtempSync(join(tmpdir(), 'evidence-test-'));
  try {
    chmodSync(folder, 0o755);
    writeFileSync(join(folder, 'master-key'), '');
    takeDataFolder(folder).release();
    assert.equal(statSync(folder).mode & 0o777, 0o700);
    rmSync(join(folder, 'lock.db'));
    writeFileSync(join(folder, 'letter.txt'), '');
    takeDataFolder(folder).release();
    rmSync(join(folder, 'lock.db'));
    chmodSync(folder, 0o755);
    assert.match(failureOf(() => takeDataFolder(folder)).message, /it holds other things, and other users may open it/);
    assert.equal(statSync(folder).mode & 0o777, 0o755);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('an unusable data folder exits with 2, one in use with 3', () => {
  const folder = mkdtempSync(join(tmpdir(), 'evidence-test-'));
  try {
    writeFileSync(join(folder, 'file'), '');
    const unusable = failureOf(() => takeDataFolder(join(folder, 'file', 'data')));
    assert.match(unusable.message, /file\/data can't be used: it is no folder, .* \(ENOTDIR\).*EVIDENCE_DATA_DIR/);
    assert.equal(unusable.exitCode, 2);

    const taken = takeDataFolder(join(folder, 'data'));
    const refused = failureOf(() => takeDataFolder(join(folder, 'data')));
    taken.release();
    assert.match(refused.message, /another instance is working in/);
    assert.equal(refused.exitCode, 3);
    takeDataFolder(join(folder, 'data')).release();
  } finally {
    rmSync(folder, { recursive: true });
  }
});

function failureOf(work: () => unknown) {
  try {
    work();
  } catch (error) {
    return startFailure(error, null);
  }
  throw new assert.AssertionError({ message: 'nothing was thrown' });
}
