/** scripts/compose-drill.sh without docker: its commands on folders for volumes, its checks on the doubles of the servers. */
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, copyFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { startEventStoreDouble } from '#test/doubles/eventstoredb/server.ts';
import { startMongoDouble } from '#test/doubles/mongodb/server.ts';
import { evidence } from '#test/support/command-line.ts';
import { keptFolders, unpack } from '#test/support/data-folder/kept.ts';
import { STAND_IN, standIn } from '#test/support/deployment/docker-stand-in.ts';
import { eventually } from '#test/support/eventually.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');
const SCRIPT = join(ROOT, 'scripts/compose-drill.sh');
const DOCKER = join(ROOT, 'test/support/deployment/docker-stand-in.ts');
/** Of the stack's event store, in which the double's file stands for a chunk. */
const FILES = { chunk: 'chunk-000000.000000', written: 'chaser.chk', truncated: 'truncate.chk' };

test('the drill of the compose file copies, restores apart, and reads everything back', async (context) => {
  const { folder, run } = await setUp(context);
  const { volumes, calls, settings } = standIn(folder);
  const chunk = join(volumes.stack, 'kurrentdb', FILES.chunk);
  const secrets = await moveThere(context, chunk, join(volumes.stack, 'mongodb'));
  const running = run('copies');
  const hasStarted = async () => /^drill up/m.test(await readFile(calls, 'utf8').catch(() => ''));
  await Promise.race([
    eventually("the drill's servers", hasStarted),
    running.then(({ output }) => assert.fail(`the drill ended:\n${output}`)),
  ]);
  const restored = join(volumes.drill, 'kurrentdb');
  assert.equal(await readFile(join(restored, FILES.truncated), 'utf8'), 'written');
  const atDump = join(folder, 'mongodb-at-dump');
  await copyFile(join(volumes.stack, 'mongodb'), atDump);
  const servers = await doublesOn(join(restored, FILES.chunk), atDump);
  context.after(servers.stop);
  await writeFile(settings, JSON.stringify({ EVIDENCE_PUBLIC_SOURCES: 'off', ...secrets, ...servers.environment }));
  const { code, output } = await running;
  assert.equal(code, 0, output);
  assert.match(output, /the same on both sides/);
  assert.match(output, /audit trail {4}\d+ records follow from the log/);
  assert.deepEqual((await readdir(join(folder, 'copies'))).toSorted(), ['eventstore.tar', 'mongodb.archive.gz']);
  assert.deepEqual(
    await readFile(join(volumes.drill, 'mongodb')),
    await readFile(join(volumes.stack, 'mongodb')),
    'what mongorestore reads is what mongodump wrote',
  );
  assert.deepEqual((await readFile(calls, 'utf8')).trimEnd().split('\n'), [
    'stack ps mongodb',
    'drill down',
    'stack stop command-api-1 command-api-2 pipeline-1 pipeline-2 projectors',
    'stack exec mongodb bash mongodump evidence',
    'stack exec eventstore bash',
    'stack start command-api-1 command-api-2 pipeline-1 pipeline-2 projectors',
    'drill run bash eventstore',
    'drill up eventstore mongodb',
    'drill run mongodb-replica-set',
    'drill exec mongodb bash mongorestore',
    'drill run query-api-1 node move embedded',
    'drill run query-api-1 node backup',
    'drill run query-api-1 node backup check',
    'drill down',
  ]);
});

test('a drill that fails starts what it stopped, and ends with another code', async (context) => {
  const { folder, run } = await setUp(context);
  const { programs, calls } = standIn(folder);
  await program(programs, 'mongodump', 'exit 1');
  const { code } = await run('copies');
  assert.equal(code, 1);
  assert.deepEqual((await readFile(calls, 'utf8')).trimEnd().split('\n').slice(-2), [
    'stack start command-api-1 command-api-2 pipeline-1 pipeline-2 projectors',
    'drill down',
  ]);
});

test('a drill of other servers, or into a folder in use, does nothing', async (context) => {
  const { folder, run } = await setUp(context);
  const { calls } = standIn(folder);
  const elsewhere = await run('copies', { MONGODB_URL: 'mongodb://documents.example/evidence' });
  assert.deepEqual([elsewhere.code, /not those of the compose file/.test(elsewhere.output)], [2, true]);
  const inUse = await run('.');
  assert.deepEqual([inUse.code, /is not empty/.test(inUse.output)], [2, true]);
  assert.equal(existsSync(calls), false);
});

test('shellcheck has nothing to say of the drill', (context) => {
  const { status, error, stdout } = spawnSync('shellcheck', [SCRIPT], { encoding: 'utf8' });
  if (error !== undefined) return context.skip('shellcheck is not on this machine');
  assert.equal(status, 0, stdout);
});

/** Brings what the newest release has left in a data folder to servers with these files; the secrets of both. */
async function moveThere(context: TestContext, eventStore: string, mongo: string): Promise<Record<string, string>> {
  const { kept, data, remove } = await unpack((await keptFolders()).toSorted().at(-1)!);
  context.after(remove);
  const secrets = { EVIDENCE_BOOTSTRAP_KEY: kept.bootstrap_key, EVIDENCE_MASTER_KEY: kept.master_key };
  const servers = await doublesOn(eventStore, mongo);
  const environment = { ...secrets, ...servers.environment };
  const { code, stderr } = await evidence(data, ['move', '--to', 'distributed'], { environment }).finally(servers.stop);
  assert.equal(code, 0, stderr);
  return secrets;
}

async function doublesOn(eventStoreFile: string, mongoFile: string) {
  const eventStore = await startEventStoreDouble({ data: eventStoreFile });
  const mongo = await startMongoDouble({ data: mongoFile });
  return {
    environment: {
      EVENTSTORE_URL: eventStore.url,
      EVENTSTORE_STREAM_PREFIX: 'moved',
      MONGODB_URL: mongo.url.replace(/^(mongodb:\/\/[^/?]+)\/?/, '$1/evidence'),
    },
    stop: async () => {
      await eventStore.stop();
      await mongo.stop();
    },
  };
}

/** A stack with volumes, and programs that stand for docker and for MongoDB's tools. */
async function setUp(context: TestContext) {
  const { path: folder, remove } = await temporaryFolder();
  context.after(remove);
  const { volumes, programs } = standIn(folder);
  const files = join(volumes.stack, 'kurrentdb');
  await mkdir(join(files, 'index'), { recursive: true });
  await mkdir(volumes.drill);
  await writeFile(join(files, FILES.written), 'written');
  await writeFile(join(files, FILES.truncated), 'before');
  await mkdir(programs);
  await program(programs, 'docker', `exec ${process.execPath} ${DOCKER} "$@"`);
  // Each is given its connection by a file, as on the command line others could read the password.
  const connected = '[ "$(cat "$2")" = "uri: mongodb://root:secret@127.0.0.1/?authSource=admin" ] || exit 3';
  await program(programs, 'mongodump', `${connected}\ncat "$VOLUME/mongodb"`);
  await program(programs, 'mongorestore', `${connected}\ncat > "$VOLUME/mongodb"`);
  const run = (into: string, environment: Record<string, string> = {}) =>
    new Promise<{ code: number | null; output: string }>((resolve) => {
      const child = spawn('bash', [SCRIPT, join(folder, into)], {
        cwd: ROOT,
        env: {
          PATH: `${programs}:${process.env.PATH}`,
          [STAND_IN]: folder,
          EVIDENCE_DRILL_LEASES_SECONDS: '0',
          ...environment,
        },
      });
      let output = '';
      child.stdout.on('data', (chunk) => (output += chunk));
      child.stderr.on('data', (chunk) => (output += chunk));
      child.once('close', (code) => resolve({ code, output }));
    });
  return { folder, run };
}

async function program(folder: string, name: string, script: string): Promise<void> {
  const file = join(folder, name);
  await writeFile(file, `#!/usr/bin/env bash\n${script}\n`);
  await chmod(file, 0o755);
}
