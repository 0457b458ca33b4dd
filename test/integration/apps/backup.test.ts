/** Backups of a data folder beside a running service, their check, and their restore. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { cp, mkdir, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { openConnection } from '#platform/sqlite/database.ts';
import { evidence } from '#test/support/command-line.ts';
import { eventually } from '#test/support/eventually.ts';
import { type ServiceProcess, startService } from '#test/support/service.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');
const TEXT = 'The mill of Oldford has four sails.';

let folder: { path: string; remove: () => Promise<void> };
let data: string;
let backups: string;
let service: ServiceProcess;
/** Ids of acknowledged verifications, with their results. */
const acknowledged = new Map<string, unknown>();

const at = (...names: string[]) => join(folder.path, ...names);

async function verify(text: string): Promise<string> {
  const { status, body } = await service.request('POST', '/v1/verifications', { body: { content: text } });
  assert.equal(status, 201);
  acknowledged.set(body.result.id, body.result);
  return body.result.id;
}

async function made(args: readonly string[] = []): Promise<string> {
  const ended = await evidence(data, ['backup', backups, '--with-master-key', '--json', ...args]);
  assert.equal(ended.code, 0, ended.stderr);
  return JSON.parse(ended.stdout).folder;
}

/** Backups have the second in their names. */
const nextSecond = () => new Promise((resolve) => setTimeout(resolve, 1_000 - (Date.now() % 1_000) + 5));

before(async () => {
  folder = await temporaryFolder();
  data = at('data');
  backups = at('backups');
  service = await startService(data);
  for (let n = 0; n < 3; n++) await verify(`${TEXT} It was built in ${1790 + n}.`);
});
after(async () => {
  await service.stop();
  await folder.remove();
});

describe('a backup beside a service that writes', () => {
  test('holds all that was acknowledged before, and is checked and restored', async () => {
    const covered = [...acknowledged.keys()];
    let over = false;
    const writing = (async () => {
      for (let n = 0; !over; n++) await verify(`${TEXT} It has ${n + 3} floors.`);
    })();
    const backup = await made();
    over = true;
    await writing;

    const before = await contentsOf(backup);
    const checked = await evidence(data, ['backup', 'check', backup]);
    assert.equal(checked.code, 0, checked.stderr);
    assert.match(checked.stdout, /^sound {10}\d+ files/);
    assert.match(checked.stdout, /replayed {7}(?:[3-9]|\d\d+) verifications with their texts, 0 erased/);
    assert.deepEqual(await contentsOf(backup), before, 'a check changes nothing');

    const restored = at('restored');
    const ended = await evidence(restored, ['restore', backup]);
    assert.equal(ended.code, 0, ended.stderr);
    const other = await startService(restored, { EVIDENCE_BOOTSTRAP_KEY: service.key });
    try {
      for (const id of covered) {
        const { status, body } = await other.request('GET', `/v1/verifications/${id}`);
        assert.equal(status, 200);
        assert.deepEqual(body.result ?? body, acknowledged.get(id));
      }
      const again = await other.request('POST', '/v1/verifications', { body: { content: TEXT } });
      assert.equal(again.status, 201, 'it goes on');
    } finally {
      await other.stop();
    }
  });

  test('prints its name alone, as cron mails the rest; a restore what must be done', async () => {
    await nextSecond();
    const ended = await evidence(data, ['backup', backups, '--keep', '9']);
    assert.deepEqual([ended.code, ended.stderr], [0, '']);
    assert.match(ended.stdout, /^\S+\/evidence-[\d-]+T[\d-]+Z\n$/);
    const restored = await evidence(at('quiet'), ['restore', ended.stdout.trim()]);
    assert.equal(restored.code, 0);
    assert.match(restored.stderr, /^put the master key back before you start: .*\n$/);
    assert.match(restored.stdout, /^\S+\/quiet holds \d+ verifications? \(\d+ events\) of \S+\n$/);
  });

  test('does not hold the master key unless asked', async () => {
    await nextSecond();
    const backup = (await evidence(data, ['backup', backups])).stdout.trim();
    const files = await readdir(backup);
    assert.ok(!files.includes('master-key') && !files.includes('bootstrap-key'), String(files));
    assert.equal((await stat(backup)).mode & 0o777, 0o700);
    assert.equal((await stat(join(backup, 'vault.db'))).mode & 0o777, 0o600);
    const elsewhere = await evidence(at('nothing'), ['backup', 'check', backup]);
    assert.equal(elsewhere.code, 2);
    assert.match(elsewhere.stderr, /set EVIDENCE_MASTER_KEY, or EVIDENCE_DATA_DIR/);
  });

  test('removes the oldest beyond --keep', async () => {
    await nextSecond();
    await made();
    await nextSecond();
    const newest = await made(['--keep', '2']);
    const left = (await readdir(backups)).sort();
    assert.equal(left.length, 2);
    assert.ok(newest.endsWith(left[1]!));
  });

  test('that is killed leaves nothing that looks like a backup', async () => {
    await nextSecond();
    const names = new Set(await readdir(backups));
    const child = spawn(process.execPath, [join(ROOT, 'apps/run.mjs'), 'apps/cli/main.ts', 'backup', backups], {
      cwd: ROOT,
      env: { PATH: process.env.PATH, EVIDENCE_DATA_DIR: data },
      stdio: 'ignore',
    });
    const ended = new Promise((resolve) => child.once('exit', resolve));
    await eventually('a new folder', async () => (await readdir(backups)).some((name) => !names.has(name)));
    child.kill('SIGKILL');
    await ended;
    const left = (await readdir(backups)).filter((name) => !names.has(name));
    // It may have been finished just before.
    for (const name of left.filter((each) => !each.startsWith('evidence-'))) {
      const checked = await evidence(data, ['backup', 'check', join(backups, name)]);
      assert.equal(checked.code, 1);
      assert.match(checked.stderr, /no finished backup|not part of the backup/);
    }
    await nextSecond();
    await made(['--keep', '9']);
    assert.deepEqual(
      (await readdir(backups)).filter((name) => !name.startsWith('evidence-')),
      [],
    );
  });

  test('is refused inside the data folder and without data', async () => {
    const inside = await evidence(data, ['backup', join(data, 'backups')]);
    assert.deepEqual([inside.code, /inside the data folder/.test(inside.stderr)], [1, true], inside.stderr);
    const none = await evidence(at('nothing'), ['backup', backups]);
    assert.deepEqual([none.code, /holds no data/.test(none.stderr)], [1, true], none.stderr);
  });

  test('is refused at once where no folder can be made', { skip: process.platform !== 'linux' }, async () => {
    for (const place of ['/proc/evidence', '/proc/evidence/backups']) {
      const refused = await evidence(data, ['backup', place]);
      assert.equal(refused.code, 1);
      assert.match(refused.stderr, /^evidence: \/proc\/evidence can't be used: no folder can be made there/);
    }
  });
});

describe('a damaged backup', () => {
  const cases: [string, (backup: string) => Promise<unknown>, RegExp][] = [
    ['a cut file', (backup) => truncate(join(backup, 'events.db'), 4_096), /events\.db is not what was backed up/],
    ['a missing file', (backup) => rm(join(backup, 'vault.db')), /vault\.db can't be read/],
    ['a file too many', (backup) => writeFile(join(backup, 'extra.db'), ''), /extra\.db is not part of the backup/],
    ['no manifest', (backup) => rm(join(backup, 'manifest.json')), /no finished backup/],
    [
      'a path that leads out of it',
      async (backup) => {
        const text = await readFile(join(backup, 'manifest.json'), 'utf8');
        await writeFile(join(backup, 'manifest.json'), text.replace('"vault.db"', '"../vault.db"'));
      },
      /manifest\.json of .* is damaged/,
    ],
  ];
  for (const [name, damage, problem] of cases) {
    test(`with ${name} is refused by check and restore`, async () => {
      await nextSecond();
      const backup = at(`damaged with ${name}`);
      await cp(await made(), backup, { recursive: true });
      await damage(backup);
      for (const command of [
        ['backup', 'check', backup],
        ['restore', backup],
      ]) {
        const ended = await evidence(command[0] === 'restore' ? at('never') : data, command);
        assert.equal(ended.code, 1, ended.stderr);
        assert.match(ended.stderr, problem);
      }
      assert.deepEqual(await readdir(folder.path).then((names) => names.filter((each) => /never/.test(each))), []);
    });
  }
});

describe('a restore', () => {
  test('is refused into a folder in use or with data', async () => {
    await nextSecond();
    const backup = await made();
    const used = await evidence(data, ['restore', backup]);
    assert.equal(used.code, 3);
    assert.match(used.stderr, /another instance is working in/);
    const full = at('full');
    await mkdir(full);
    await writeFile(join(full, 'notes.txt'), '');
    const refused = await evidence(full, ['restore', backup]);
    assert.equal(refused.code, 1);
    assert.match(refused.stderr, /is not empty/);
  });

  test('erases what has expired since before anything is served', async () => {
    await nextSecond();
    const id = await verify(`${TEXT} It was sold in 1801.`);
    const restored = at('expired');
    const ended = await evidence(restored, ['restore', await made()]);
    assert.equal(ended.code, 0, ended.stderr);
    // As if the backup lay there for longer than the text was to be kept.
    const vault = openConnection(join(restored, 'vault.db'));
    assert.equal(vault.prepare('UPDATE data_keys SET expires_at = 1 WHERE id = ?').run(id).changes, 1);
    vault.close();
    const other = await startService(restored, { EVIDENCE_BOOTSTRAP_KEY: service.key });
    try {
      assert.equal((await other.request('GET', `/v1/verifications/${id}`)).status, 410);
      const messages = other.logs.map(({ msg }) => msg);
      const erased = messages.indexOf('restored from a backup: what had expired since is erased');
      assert.ok(erased >= 0 && erased < messages.indexOf('listening'), 'erased before it listened');
      assert.ok(!(await readdir(restored)).includes('restored'));
    } finally {
      await other.stop();
    }
  });
});

/** Path and size of every file. */
async function contentsOf(path: string): Promise<string[]> {
  const names = await readdir(path, { recursive: true });
  return (await Promise.all(names.map(async (name) => `${name} ${(await stat(join(path, name))).size}`))).sort();
}
