import assert from 'node:assert/strict';
import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { chatCompletions } from '#test/doubles/models/chat-completions.ts';
import { openModelServer } from '#test/doubles/models/server.ts';
import { type Ended, evidence, type RunOptions } from '#test/support/command-line.ts';
import type { WholeReplay } from '#test/support/replay.ts';
import { type ServiceProcess, startService } from '#test/support/service.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

const TEXT = 'The mill of Oldford has four sails. It was built in 1790. I think it is pretty.\n';

/** Commands behave the same beside a running service and without one. */
for (const shape of ['beside a running service', 'without a service'] as const) {
  describe(`the command line ${shape}`, () => {
    let folder: { path: string; remove: () => Promise<void> };
    let data: string;
    let library: string;
    let article: string;
    let service: ServiceProcess | null = null;

    const run = (args: readonly string[], options: RunOptions = {}): Promise<Ended> => evidence(data, args, options);

    before(async () => {
      folder = await temporaryFolder();
      data = join(folder.path, 'data');
      library = join(folder.path, 'mills');
      article = join(folder.path, 'article.txt');
      await mkdir(library);
      await writeFile(join(library, 'oldford.txt'), 'The mill of Oldford has six sails. It was built in 1790.\n');
      await writeFile(join(library, 'noise.txt'), Buffer.from([0xff, 0xfe, 0xfd]));
      await writeFile(article, TEXT);
      if (shape === 'beside a running service') service = await startService(data);
    });
    after(async () => {
      await service?.stop();
      await folder.remove();
    });

    test('library add indexes a folder and lists what it skipped', async () => {
      const first = await run(['library', 'add', library, '--json']);
      assert.equal(first.code, 0, first.stderr);
      assert.deepEqual(JSON.parse(first.stdout), {
        found: 2,
        added_or_changed: 1,
        unchanged: 0,
        removed: 0,
        skipped: [{ path: 'added/mills/noise.txt', reason: 'not_utf8' }],
      });
      const again = await run(['library', 'add', library]);
      assert.deepEqual(again, {
        code: 0,
        stdout: '2 documents found, 0 added or changed, 1 unchanged\n',
        stderr: 'library: skipped added/mills/noise.txt: not UTF-8 text\n',
      });
    });

    test('library add --prune removes documents of deleted files', async () => {
      const old = join(library, 'old.txt');
      await writeFile(old, 'The mill of Newford has three sails.\n');
      await run(['library', 'add', library]);
      await rm(old);
      const pruned = await run(['library', 'add', library, '--prune', '--json']);
      assert.equal(JSON.parse(pruned.stdout).removed, 1);
    });

    test('verify prints a report, and writes an HTML page on request', async () => {
      const page = join(folder.path, 'report.html');
      const ended = await run(['verify', article, '--library', library, '--html', page, '--mode', 'fast']);
      assert.equal(ended.code, 0, ended.stderr);
      assert.match(ended.stdout, /The mill of Oldford has four sails\.\u00a0[✓✕!?]\d+\]/);
      assert.match(ended.stdout, /I think it is pretty\.\u00a0–\d\]/);
      assert.match(ended.stdout, /urn:evidence:library:added/);
      assert.doesNotMatch(ended.stdout, /\x1b/);
      assert.match(ended.stderr, /library: 2 documents found/);
      assert.match(await readFile(page, 'utf8'), /^<!doctype html>/);
      assert.equal((await stat(page)).mode & 0o777, 0o600);
    });

    test('verify --json and replay show the same result', async () => {
      const verified = await run(['verify', article, '-', '--json', '--profile', 'internal_enterprise'], {
        input: 'It rained in Oldford in 1790.',
      });
      assert.equal(verified.code, 0, verified.stderr);
      const answers = verified.stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line));
      assert.deepEqual(
        answers.map(({ file }) => file),
        [article, 'standard input'],
      );
      const { result } = answers[0];
      assert.equal(result.profile, 'internal_enterprise');

      const json = await run(['replay', result.id, '--json']);
      const replay = JSON.parse(json.stdout) as WholeReplay;
      assert.deepEqual(replay.result, result);
      assert.equal(replay.events[0]?.data.content, TEXT);

      const people = await run(['replay', result.id]);
      assert.match(people.stdout, /^History of ver_/);
      assert.match(
        people.stdout,
        / 0 {2}\S+ {2}VerificationRequested {2}internal_enterprise, thorough, \d+\s+characters\n/,
      );
      assert.match(people.stdout, /Summary/);

      const begun = await run(['replay', result.id, '--revision', '0']);
      assert.match(begun.stdout, /No result yet at this point/);
      const past = await run(['replay', result.id, '--time', '2020-01-01T00:00:00Z', '--json']);
      assert.deepEqual((JSON.parse(past.stdout) as WholeReplay).events, []);
    });

    test('verify --claim verifies one claim unchanged', async () => {
      const ended = await run(['verify', '--claim', 'I think it is pretty.', '--json']);
      assert.equal(ended.code, 0, ended.stderr);
      const { result } = JSON.parse(ended.stdout);
      assert.deepEqual(result.counts, {
        supported: 0,
        contradicted: 0,
        disputed: 0,
        unverifiable: 0,
        not_checkable: 1,
      });
    });

    test('verify --model asks that model, unless a service is running', async () => {
      const said = JSON.stringify({ passages: [], joined: [] });
      const server = await openModelServer({ format: chatCompletions('ollama'), says: () => ({ text: said }) });
      try {
        const claim = 'A mill with several sails stood in Oldford before the year 1800.';
        const verified = await run([
          'verify',
          '--claim',
          claim,
          '--model-url',
          server.url,
          '--model',
          'reader',
          '--json',
        ]);
        if (shape === 'without a service') {
          assert.equal(verified.code, 0, verified.stderr);
          assert.match(JSON.parse(verified.stdout).result.engine.judge_configuration, /\+reader \(several-1\)$/);
          assert.equal(server.requests.length, 1);
        } else {
          assert.equal(verified.code, 2);
          assert.match(verified.stderr, /start it with EVIDENCE_MODEL_URL and EVIDENCE_MODEL, or stop it/);
        }
      } finally {
        await server.close();
      }
    });

    test('rebuild rebuilds a view', async () => {
      const ended = await run(['rebuild', 'verifications', '--json']);
      assert.deepEqual([ended.code, ended.stderr], [0, '']);
      const { view, events } = JSON.parse(ended.stdout);
      assert.equal(view, 'verifications');
      assert.ok(events > 0);
    });

    test('a pattern names all files that it matches, in a report too', async () => {
      const ended = await run(['verify', join(folder.path, '*.txt'), '--json']);
      assert.equal(ended.code, 0, ended.stderr);
      assert.equal(JSON.parse(ended.stdout).file, article);
      const none = await run(['verify', join(folder.path, '*.pdf')]);
      assert.match(none.stderr, /^evidence: \S+ matches no file\n$/);
    });

    test('a misspelled setting is named, with what was probably meant', async () => {
      const { code, stderr } = await run(['library', 'list', '--json'], {
        environment: { EVIDENCE_DATADIR: 'elsewhere' },
      });
      assert.equal(code, 0, stderr);
      assert.equal(stderr, 'EVIDENCE_DATADIR is no setting and is passed over: did you mean EVIDENCE_DATA_DIR?\n');
    });

    test('org create prints a key that works', async () => {
      const ended = await run(['org', 'create', 'Oldford Council', '--json']);
      assert.equal(ended.code, 0, ended.stderr);
      const { organization_id, secret } = JSON.parse(ended.stdout);
      const running = service ?? (await startService(data));
      const answer = await running.request('GET', '/v1/organizations', { key: secret });
      if (service === null) await running.stop();
      assert.equal(answer.status, 200, answer.text);
      assert.ok(answer.text.includes(organization_id));
      assert.ok(answer.text.includes('Oldford Council'));
    });

    test('a failure is reported in one sentence, with exit code 1', async () => {
      const cases: [string[], RegExp][] = [
        [
          ['verify', join(folder.path, 'nothing.txt')],
          /^evidence: \S+nothing\.txt can't be read: there is no such file or folder \(ENOENT\)\n$/,
        ],
        [['verify', '-'], /^evidence: standard input is empty\n$/],
        [['verify', library], /^evidence: \S+mills is a folder: name its files, such as "\S+mills\/\*\*\/\*\.md"\n$/],
        [
          ['backup', join(article, 'backups')],
          /^evidence: \S+article\.txt\S* can't be used: it is no folder, or something on its path is none \(E\w+\)\n$/,
        ],
        [['verify', join(library, 'noise.txt')], /^evidence: \S+noise\.txt is not UTF-8 text.*\n$/],
        [['verify', article, '--profile', 'nope'], /^evidence: \S+: profile: profile must be a base profile.*\n$/],
        [['library', 'add', join(folder.path, 'nothing')], /^evidence: \S+nothing is not a folder that can be read\n$/],
        [['rebuild', 'nothing'], /^evidence: there is no view called nothing; there are: .*verifications.*\n$/],
        [['replay', 'ver_nothing'], /^evidence: there is no verification ver_nothing\n$/],
        [['org', 'create', 'x'], /^evidence: the name of an organization has 2 to 160 characters\n$/],
      ];
      for (const [args, expected] of cases) {
        const { code, stdout, stderr } = await run(args);
        assert.match(stderr, expected, args.join(' '));
        assert.deepEqual([code, stdout], [1, '']);
      }
    });
  });
}

test('wrong usage and wrong settings exit with 2 before anything is opened', async () => {
  const folder = await temporaryFolder();
  try {
    const data = join(folder.path, 'data');
    const cases: [string[], RegExp, Record<string, string>?][] = [
      [['verify'], /^evidence: name a FILE to verify, or use --claim\n$/],
      [['verify', 'a', '--claim', 'b'], /--claim can not be combined/],
      [['verify', 'a', 'b', '--html', 'c'], /--html takes one FILE/],
      [['verify', 'a', '--mode', 'quick'], /Allowed choices are thorough, triage, fast/],
      [['verify', 'a', '--json', '--html', 'c'], /cannot be used with/],
      [['verify', 'a', '--model', 'm'], /--model-url and --model go together/],
      [['replay', 'x', '--revision', '-1'], /--revision takes a whole number/],
      [['replay', 'x', '--time', 'yesterday'], /--time takes a time/],
      [['replay', 'x', '--time', '2026-01-01', '--revision', '1'], /not both/],
      [['frobnicate'], /unknown command/],
      [
        ['verify', '--claim', 'b', '--model', 'm', '--model-url', 'http://models.example/v1'],
        /^evidence: configuration: EVIDENCE_MODEL_URL must be https/,
      ],
      [
        ['rebuild', 'reviews'],
        /^evidence: configuration: EVIDENCE_BOOTSTRAP_KEY must be set .*; MONGODB_URL must be set/,
        { EVIDENCE_MODE: 'distributed' },
      ],
    ];
    for (const [args, expected, environment = {}] of cases) {
      const { code, stdout, stderr } = await evidence(data, args, { environment });
      assert.match(stderr, expected, args.join(' '));
      assert.deepEqual([code, stdout], [2, ''], args.join(' '));
    }
    await assert.rejects(stat(data), { code: 'ENOENT' });
    assert.equal((await evidence(data, ['--help'])).code, 0);
  } finally {
    await folder.remove();
  }
});
