/** From a data folder to the servers of the distributed shape and back, with the command and by what was stored before. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { generateApiKey } from '#common/api-key-format.ts';
import { masterKey } from '#platform/crypto/key-wrapping.ts';
import { openMovedDatabase } from '#platform/mongodb/moved/database.ts';
import { evidence } from '#test/support/command-line.ts';
import { answersOf, replaysOf } from '#test/support/data-folder/answers.ts';
import { type Kept, openKept, type Unpacked, unpack } from '#test/support/data-folder/kept.ts';
import { reportEventStore } from '#test/support/servers/eventstoredb.ts';
import { reportMongo } from '#test/support/servers/mongodb.ts';
import { groundOn, type TwoServers, twoServers } from '#test/support/servers/two-servers.ts';
import { openTestService, type TestService } from '#test/support/service/open.ts';
import { startService } from '#test/support/service.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { openBrowser } from '#test/support/workbench.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');
const MASTER_KEY = randomBytes(32).toString('base64');
// Each kill comes that much later than the one before, so that some fall in the middle on a machine of any speed.
const FIRST_KILL_MS = 300;
const LATER = 1.25;

type Shown = Pick<Kept, 'answers' | 'replays'>;

describe('the kept data folder of a release, moved to servers and back', () => {
  let kept: Unpacked;
  let servers: TwoServers;
  /** Of a session from before the move. */
  let cookie: string;
  /** What today's service answers before the move. */
  let then: Shown;
  const back = () => join(kept.path, 'back');
  before(async () => {
    kept = await unpack('1.0.0');
    const service = await openKept(kept.data, kept.kept);
    then = await shownBy(service);
    service.advance(60_000);
    const browser = openBrowser(service);
    assert.equal((await browser.signIn('password', kept.kept.member)).status, 201);
    cookie = browser.cookie;
    await service.close();
    servers = await twoServers({
      EVIDENCE_BOOTSTRAP_KEY: kept.kept.bootstrap_key,
      EVIDENCE_MASTER_KEY: kept.kept.master_key,
    });
  });
  after(async () => {
    await servers.stop();
    await kept.remove();
  });

  async function shownBy(service: TestService): Promise<Shown> {
    const { answers, replays } = kept.kept;
    const paths = answers.map(({ path }) => path);
    const ids = replays.map(({ verification_id }) => verification_id);
    return { answers: await answersOf(service, paths), replays: await replaysOf(service, ids) };
  }

  async function sameAsThen(service: TestService): Promise<void> {
    const now = await shownBy(service);
    for (const [index, answer] of then.answers.entries()) assert.deepEqual(now.answers[index], answer);
    for (const [index, replay] of then.replays.entries()) assert.deepEqual(now.replays[index], replay);
    service.advance(60_000);
    assert.equal((await openBrowser(service).signIn('password', kept.kept.member)).status, 201);
    const standing = await service.call('GET', '//session', { key: null, headers: { cookie } });
    assert.equal(standing.status, 200, 'a session from before the move goes on');
  }

  test('answers from the servers as it did then, erased texts included', async (context) => {
    reportEventStore(context, servers.eventStore);
    reportMongo(context, servers.mongo);
    const ended = await evidence(kept.data, ['move', '--to', 'distributed', '--json'], servers);
    assert.equal(ended.code, 0, ended.stderr);
    const { events, replays } = JSON.parse(ended.stdout);
    assert.ok(events > 100 && replays.opened > 3 && replays.erased > 0, ended.stdout);
    const { at, master_key, bootstrap_key } = kept.kept;
    const service = await openTestService({
      ground: groundOn(servers),
      realEngine: true,
      frozenAt: at,
      masterKey: Buffer.from(master_key, 'base64'),
      bootstrapKey: bootstrap_key,
    });
    try {
      await sameAsThen(service);
    } finally {
      await service.close();
    }
  });

  test('starts no more as a data folder, and says where it went on', async () => {
    await assert.rejects(openKept(kept.data, kept.kept), /was moved to servers at 20/);
    const again = await evidence(kept.data, ['move', '--to', 'distributed'], servers);
    assert.equal(again.code, 1);
    assert.match(again.stderr, /was moved to these servers before/);
  });

  test('answers as it did then from a copy of the servers, whose backup is sound', async () => {
    const ended = await evidence(back(), ['move', '--to', 'embedded', '--with-master-key'], servers);
    assert.equal(ended.code, 0, ended.stderr);
    const key = await readFile(join(back(), 'master-key'), 'utf8');
    assert.equal(key.trim(), kept.kept.master_key);
    const backup = await evidence(back(), ['backup', join(kept.path, 'backups')]);
    const checked = await evidence(back(), ['backup', 'check', backup.stdout.trim()]);
    assert.equal(checked.code, 0, checked.stderr);
    assert.match(checked.stdout, /records follow from the log/);
    const service = await openKept(back(), kept.kept);
    try {
      await sameAsThen(service);
    } finally {
      await service.close();
    }
  });
});

describe('a move that is killed again and again', () => {
  const TEXT = 'The mill of Oldford has four sails.';
  let folder: { path: string; remove: () => Promise<void> };
  let servers: TwoServers;
  let key: string;
  const acknowledged = new Map<string, unknown>();
  let reviewed = '';
  let erased = '';
  let refused = false;
  const at = (name: string) => join(folder.path, name);

  before(async () => {
    folder = await temporaryFolder();
    key = generateApiKey('production');
    servers = await twoServers({ EVIDENCE_BOOTSTRAP_KEY: key, EVIDENCE_MASTER_KEY: MASTER_KEY });
    const service = await startService(at('data'), { EVIDENCE_BOOTSTRAP_KEY: key, EVIDENCE_MASTER_KEY: MASTER_KEY });
    const verify = async (body: object, headers = {}) => {
      const answer = await service.request('POST', '/v1/verifications', { body, headers });
      assert.equal(answer.status, 201, answer.text);
      return answer.body.result;
    };
    for (let n = 0; n < 8; n++) {
      const result = await verify({ content: `${TEXT} It was built in ${1790 + n}.` }, { 'idempotency-key': `n${n}` });
      acknowledged.set(result.id, result);
    }
    const forReview = await verify({ content: `${TEXT} It is white.` });
    reviewed = forReview.id;
    const review = { claim_id: forReview.claims[0].id, action: 'accept', explanation: 'seen it' };
    const answer = await service.request('POST', `/v1/verifications/${reviewed}/reviews`, { body: review });
    assert.equal(answer.status, 201, answer.text);
    erased = (await verify({ content: `${TEXT} It was sold.`, zero_retention: true })).id;
    await service.stop();
  });
  after(async () => {
    await servers.stop();
    await folder.remove();
  });

  /** Kills it ever later until it ends by itself. Returns its output and how often it was killed. */
  async function movedUnderKills(data: string, args: string[]): Promise<{ stdout: string; kills: number }> {
    let told = '';
    for (let kills = 0; ; kills++) {
      const child = spawn(process.execPath, [join(ROOT, 'apps/run.mjs'), 'apps/cli/main.ts', 'move', ...args], {
        cwd: ROOT,
        env: { PATH: process.env.PATH, EVIDENCE_DATA_DIR: data, ...servers.environment },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      let [stdout, stderr] = ['', ''];
      child.stdout.on('data', (chunk) => (stdout += chunk));
      child.stderr.on('data', (chunk) => (stderr += chunk));
      const timer = setTimeout(() => child.kill('SIGKILL'), FIRST_KILL_MS * LATER ** kills);
      const { promise: ended, resolve } = Promise.withResolvers<number | null>();
      child.once('close', resolve);
      const code = await ended;
      clearTimeout(timer);
      if (stdout.endsWith('}\n')) told = stdout;
      if (code === 0) return { stdout, kills };
      // Killed after it was over, it had said its figures, and is refused from then on.
      if (code !== null && told !== '') {
        assert.match(stderr, /was moved to these servers before|is not empty: move it away first/);
        return { stdout: told, kills };
      }
      assert.equal(code, null, stderr);
      if (args.includes('distributed') && !refused) await refusesToStart();
    }
  }

  /** Once the first thing was brought there. */
  async function refusesToStart(): Promise<void> {
    const { MONGODB_URL: url } = servers.environment;
    const database = await openMovedDatabase({ url: url!, master: masterKey(randomBytes(32)), previousMaster: null });
    const isEmpty = await database.isEmpty().finally(() => database.close());
    if (isEmpty) return;
    const open = openTestService({ ground: groundOn(servers) }).then((service) => service.close());
    await assert.rejects(open, /is not finished: run "evidence move --to distributed" again/);
    refused = true;
  }

  test('has every event once in the end, in both directions', async (context) => {
    const there = await movedUnderKills(at('data'), ['--to', 'distributed', '--json']);
    const moved = JSON.parse(there.stdout);
    assert.deepEqual(moved.replays, { opened: 9, erased: 1, not_completed: 0 });
    context.diagnostic(`killed ${there.kills} times on the way there`);
    assert.ok(refused, 'it was killed in the middle');

    const service = await openTestService({ ground: groundOn(servers), bootstrapKey: key });
    try {
      for (const [id, result] of acknowledged) {
        const answer = await service.call('GET', `/verifications/${id}`, { key });
        assert.deepEqual(answer.body.result ?? answer.body, result);
      }
      const again = await service.call('POST', '/verifications', {
        key,
        body: { content: `${TEXT} It was built in 1790.` },
        headers: { 'idempotency-key': 'n0' },
      });
      assert.equal(again.headers['idempotency-replayed'], 'true', again.text);
      assert.equal((await service.call('GET', `/verifications/${erased}`, { key })).status, 410);
    } finally {
      await service.close();
    }

    const back = await movedUnderKills(at('back'), ['--to', 'embedded', '--json']);
    context.diagnostic(`killed ${back.kills} times on the way back`);
    assert.ok(!(await readdir(at('back'))).includes('master-key'));
    assert.ok(!(await readdir(folder.path)).includes('back.moving'));
    const copy = await startService(at('back'), { EVIDENCE_BOOTSTRAP_KEY: key, EVIDENCE_MASTER_KEY: MASTER_KEY });
    try {
      for (const [id, result] of acknowledged) {
        const { body } = await copy.request('GET', `/v1/verifications/${id}`);
        assert.deepEqual(body.result ?? body, result);
      }
      assert.equal((await copy.request('GET', `/v1/verifications/${erased}`)).status, 410);
      const more = await copy.request('POST', '/v1/verifications', { body: { content: TEXT } });
      assert.equal(more.status, 201, 'it goes on');
    } finally {
      await copy.stop();
    }
    const settings = { environment: { EVIDENCE_MASTER_KEY: MASTER_KEY, EVIDENCE_BOOTSTRAP_KEY: key } };
    const replayed = await evidence(at('back'), ['replay', reviewed, '--json'], settings);
    assert.match(replayed.stdout, /"action":\s*"accept"/);
    assert.match(replayed.stdout, /seen it/);
    const audited = await evidence(at('back'), ['audit', 'export', at('audit.jsonl')], settings);
    assert.equal(audited.code, 0, audited.stderr);
  });

  test('is refused into servers or folders that hold anything', async () => {
    await rm(join(at('data'), 'moved'), { force: true });
    const full = await evidence(at('data'), ['move', '--to', 'distributed'], servers);
    assert.equal(full.code, 1);
    assert.match(full.stderr, /the event store holds events already: set EVENTSTORE_STREAM_PREFIX/);
    const other = { environment: { ...servers.environment, EVENTSTORE_STREAM_PREFIX: 'another' } };
    const database = await evidence(at('data'), ['move', '--to', 'distributed'], other);
    assert.equal(database.code, 1);
    assert.match(database.stderr, /the database in MongoDB holds data already/);
    const taken = await evidence(at('back'), ['move', '--to', 'embedded'], servers);
    assert.equal(taken.code, 1);
    assert.match(taken.stderr, /is not empty: move it away first/);
    const none = await evidence(at('new'), ['move', '--to', 'embedded'], other);
    assert.equal(none.code, 1);
    assert.match(none.stderr, /the servers hold no deployment/);
  });
});
