/** A move that was broken off goes on only if nothing happened to its source meanwhile. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { copyFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { generateApiKey } from '#common/api-key-format.ts';
import { masterKey } from '#platform/crypto/key-wrapping.ts';
import { openMovedDatabase } from '#platform/mongodb/moved/database.ts';
import { evidence } from '#test/support/command-line.ts';
import { eventually } from '#test/support/eventually.ts';
import { groundOn, type TwoServers, twoServers } from '#test/support/servers/two-servers.ts';
import { openTestService } from '#test/support/service/open.ts';
import { startService } from '#test/support/service.ts';
import { succeeded } from '#test/support/succeeded.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');
const PATIENCE_MS = 60_000;

test('a move does not go on after its source was used, in either direction', async (context) => {
  const { path, remove } = await temporaryFolder();
  context.after(remove);
  const [data, back] = [join(path, 'data'), join(path, 'back')];
  const key = generateApiKey('production');
  const secrets = { EVIDENCE_BOOTSTRAP_KEY: key, EVIDENCE_MASTER_KEY: randomBytes(32).toString('base64') };
  const servers = await twoServers(secrets);
  context.after(servers.stop);
  const use = async () => {
    const service = await startService(data, secrets);
    const answer = await service.request('POST', '/v1/verifications', { body: { content: 'Iron is a metal.' } });
    await service.stop();
    assert.equal(answer.status, 201, answer.text);
  };
  const there = ['--to', 'distributed'];
  await use();

  await breakOff(data, there, servers, () => holdsSomething(servers));
  await use();
  const refused = await evidence(data, ['move', ...there], servers);
  assert.equal(refused.code, 1, refused.stdout);
  assert.match(refused.stderr, /the data folder was used since its move to these servers began/);
  assert.match(refused.stderr, /drop the database, name another EVENTSTORE_STREAM_PREFIX, and move again/);

  const elsewhere = await twoServers(secrets);
  context.after(elsewhere.stop);
  const moved = await evidence(data, ['move', ...there], elsewhere);
  assert.equal(moved.code, 0, moved.stderr);

  const unfinished = `${back}.moving`;
  await breakOff(back, ['--to', 'embedded'], elsewhere, () => existsSync(join(unfinished, 'events.db')));
  const service = await openTestService({ ground: groundOn(elsewhere), bootstrapKey: key });
  await succeeded(service.call('POST', '/api-keys', { body: { name: 'later' }, key })).finally(() => service.close());
  const copied = await evidence(back, ['move', '--to', 'embedded'], elsewhere);
  assert.equal(copied.code, 1, copied.stdout);
  assert.match(copied.stderr, /was begun before the servers were used again, .*: remove it first/);
  await rm(unfinished, { recursive: true });
  const again = await evidence(back, ['move', '--to', 'embedded'], elsewhere);
  assert.equal(again.code, 0, again.stderr);

  // What a kill leaves between the renaming of the complete folder and the removal of its mark.
  const other = join(path, 'other');
  const mark = join(`${other}.moving`, 'move-unfinished');
  await breakOff(other, ['--to', 'embedded'], elsewhere, () => existsSync(mark));
  await copyFile(mark, join(back, 'move-unfinished'));
  const ended = await evidence(back, ['move', '--to', 'embedded'], elsewhere);
  assert.equal(ended.code, 0, ended.stderr);
  assert.ok(!existsSync(join(back, 'move-unfinished')));
  assert.ok(existsSync(join(back, 'events.db')));

  await writeFile(join(back, 'move-unfinished'), 'another deployment');
  const foreign = await evidence(back, ['move', '--to', 'embedded'], elsewhere);
  assert.equal(foreign.code, 1, foreign.stdout);
  assert.match(foreign.stderr, /is not empty: move it away first/);
});

/** Kills a move as soon as it has brought something. */
async function breakOff(
  folder: string,
  args: readonly string[],
  { environment }: TwoServers,
  hasBegun: () => boolean | Promise<boolean>,
): Promise<void> {
  const child = spawn(process.execPath, [join(ROOT, 'apps/run.mjs'), 'apps/cli/main.ts', 'move', ...args], {
    cwd: ROOT,
    env: { PATH: process.env.PATH, EVIDENCE_DATA_DIR: folder, ...environment },
    stdio: 'ignore',
  });
  const ended = new Promise((resolve) => child.once('close', resolve));
  await eventually('the beginning of the move', async () => hasBegun(), PATIENCE_MS);
  child.kill('SIGKILL');
  assert.equal(await ended, null, 'it was killed before its end');
}

async function holdsSomething({ environment }: TwoServers): Promise<boolean> {
  const url = environment.MONGODB_URL!;
  const database = await openMovedDatabase({ url, master: masterKey(randomBytes(32)), previousMaster: null });
  return !(await database.isEmpty().finally(() => database.close()));
}
