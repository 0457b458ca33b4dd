/** `evidence verify --cache`: what is verified again, what is not, and what the file holds. */
import assert from 'node:assert/strict';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, beforeEach, describe, test } from 'node:test';
import { readCache, writeCache } from '#apps/cli/gate/cache.ts';
import { cacheKeys } from '#apps/cli/gate/cache-keys.ts';
import { VERDICTS } from '#contracts/vocabulary.ts';
import { type Ended, evidence, type RunOptions } from '#test/support/command-line.ts';
import { type ServiceProcess, startService } from '#test/support/service.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

const TEXTS = {
  'bridge.md': '# Notes\n\nThe bridge of Oldford is 412 metres long. It carries two lanes.\n',
  'mill.md': 'Hi. 😀 The mill of Tarnow was built in 1790.\r\n',
  'tower.md': 'The lighthouse at Velmar has 240 steps.\n',
};
const SOURCES = {
  'bridge.txt': 'The bridge of Oldford is 412 metres long.\n',
  'mill.txt': 'The mill of Tarnow was built in 1795.\n',
  'tower.txt': 'The lighthouse at Velmar has 240 steps.\n',
};

const EXAMPLES = join(import.meta.dirname, '../../../examples');
const SENTENCES = [
  'The bridge of Oldford is 412 metres long.',
  'The mill of Tarnow was built in 1790.',
  'The lighthouse at Velmar has 240 steps.',
] as const;

interface CheckedOfJson {
  file: string;
  cached: boolean;
  verified: number;
  problem: string | null;
  findings: { span: string; start: { line: number; column: number }; fingerprint: string }[];
}

let folder: { path: string; remove: () => Promise<void> };
let data: string;
let work: string;
let library: string;
let service: ServiceProcess;

before(async () => {
  folder = await temporaryFolder();
  data = join(folder.path, 'data');
  work = join(folder.path, 'work');
  library = join(folder.path, 'sources');
  await mkdir(library);
  await write(library, SOURCES);
  // With sources outside, the claims of a text are verified together.
  service = await startService(data, { EVIDENCE_CONNECTED_SEARCH: 'off', EVIDENCE_PUBLIC_SOURCES: 'off' });
});
after(async () => {
  await service.stop();
  await folder.remove();
});
beforeEach(async () => {
  await rm(work, { recursive: true, force: true });
  await mkdir(work);
  await write(work, TEXTS);
  await write(library, SOURCES);
});

async function write(to: string, files: Record<string, string>): Promise<void> {
  for (const [name, text] of Object.entries(files)) await writeFile(join(to, name), text);
}

async function check(options: RunOptions = {}): Promise<Ended & { files: CheckedOfJson[]; verified: string[] }> {
  const args = ['verify', '*.md', '--library', library, '--cache', 'cache.json', '--format', 'json'];
  const ended = await evidence(data, args, { cwd: work, ...options });
  const { files } = JSON.parse(ended.stdout || '{"files": []}') as { files: CheckedOfJson[] };
  const verified = files.filter(({ cached }) => !cached).map(({ file }) => file);
  return { ...ended, files, verified };
}

const cacheText = () => readFile(join(work, 'cache.json'), 'utf8');

describe('a check with a cache', () => {
  test('verifies nothing again where nothing has changed, and finds the same', async () => {
    const first = await check();
    assert.deepEqual([first.code, first.verified], [1, Object.keys(TEXTS)], first.stderr);
    const again = await check();
    assert.deepEqual([again.code, again.verified], [1, []], again.stderr);
    const places = (files: CheckedOfJson[]) =>
      files.map(({ findings }) => findings.map(({ span, start, fingerprint }) => ({ span, start, fingerprint })));
    assert.deepEqual(places(again.files), places(first.files));
    assert.deepEqual(again.files[1]!.findings[0]!.start, { line: 1, column: 7 });
  });

  test('verifies a changed text again, and only that', async () => {
    await check();
    await writeFile(join(work, 'tower.md'), 'The lighthouse at Velmar has 250 steps.\n');
    const { verified, files } = await check();
    assert.deepEqual(verified, ['tower.md']);
    assert.equal(files[2]!.findings.length, 1);
    assert.deepEqual((await check()).verified, []);
  });

  test('verifies a changed sentence again, and no other of its text', async () => {
    for (const name of Object.keys(TEXTS)) await rm(join(work, name));
    const counts = async (text: string) => {
      await writeFile(join(work, 'town.md'), text);
      const file = (await check()).files.find((each) => each.file === 'town.md')!;
      return { verified: file.verified, wrong: file.findings.map(({ span }) => span) };
    };
    const [bridge, mill, tower] = SENTENCES;
    assert.deepEqual(await counts(`${bridge} ${mill} ${tower}`), { verified: 3, wrong: [mill] });
    const taller = tower.replace('240', '250');
    assert.deepEqual(await counts(`${bridge} ${mill} ${taller}`), { verified: 1, wrong: [mill, taller] });
    const moved = `${bridge}\n\n${taller}  ${mill}`;
    assert.deepEqual(await counts(moved), { verified: 0, wrong: [taller, mill] }, 'the same in another order');
    assert.deepEqual(await counts(`${bridge} ${mill}`), { verified: 0, wrong: [mill] }, 'nothing of it is new');
    await writeFile(join(library, 'mill.txt'), 'The mill of Tarnow was built in 1790.\n');
    assert.deepEqual(await counts(`${bridge} ${mill} ${tower}`), { verified: 1, wrong: [] }, 'a changed source');
  });

  test('finds in a text that is known in part what a check without a cache finds', async () => {
    const article = await readFile(join(EXAMPLES, 'article.md'), 'utf8');
    const file = join(work, 'article.md');
    const run = async (...more: string[]) => {
      const args = ['verify', 'article.md', '--library', join(EXAMPLES, 'library'), '--format', 'json'];
      const ended = await evidence(data, [...args, '--fail-on', VERDICTS.join(), ...more], { cwd: work });
      const [{ verified, findings, counts } = assert.fail(ended.stderr)] = JSON.parse(ended.stdout).files;
      const places = findings.map(({ start, end, verdict, fingerprint }: Record<string, unknown>) => {
        return { start, end, verdict, fingerprint };
      });
      return { verified, outcome: { counts, places } };
    };
    await writeFile(file, article);
    const first = await run('--cache', 'cache.json');
    const sentences = article.split(/(?<=[.!?]) (?=[A-Z])/);
    const at = Math.floor(sentences.length / 2);
    await writeFile(file, sentences.with(at, sentences[at]!.replace(/\w+(?=[.!?])/, 'nothing')).join(' '));
    const part = await run('--cache', 'cache.json');
    const whole = await run();
    assert.deepEqual(part.outcome, whole.outcome);
    assert.ok(part.verified > 0 && part.verified <= 3, `${part.verified} of ${first.verified} claims`);
  });

  test('verifies a sentence again that is about something else now', async () => {
    const about = (place: string) => `The mill of ${place} is old. It was built in 1790.`;
    await writeFile(join(work, 'it.md'), about('Tarnow'));
    const first = (await check()).files.find(({ file }) => file === 'it.md')!;
    await writeFile(join(work, 'it.md'), about('Oldford'));
    const moved = (await check()).files.find(({ file }) => file === 'it.md')!;
    assert.deepEqual([first.findings.length, moved.verified, moved.findings.length], [1, 2, 0]);
  });

  test('verifies again what a changed source bears on, and only that', async () => {
    await check();
    await writeFile(join(library, 'tower.txt'), 'The lighthouse at Velmar has 260 steps.\n');
    const { verified, files } = await check();
    assert.deepEqual(verified, ['tower.md']);
    assert.equal(files[2]!.findings.length, 1);
  });

  test('verifies again what a new source speaks of', async () => {
    await writeFile(join(work, 'quay.md'), 'The quay of Morlach was opened in 1911.\n');
    await check();
    await writeFile(join(library, 'quay.txt'), 'The quay of Morlach was opened in 1913.\n');
    const { verified, files } = await check();
    assert.deepEqual(verified, ['quay.md']);
    assert.equal(files.find(({ file }) => file === 'quay.md')!.findings.length, 1);
  });

  test('verifies again what a new source speaks of in another language', async () => {
    await writeFile(join(work, 'haus.md'), 'この博物館は金沢の旧駅舎にあります。入館料は大人五百円です。\n');
    await check();
    assert.deepEqual((await check()).verified, []);
    await writeFile(join(library, 'haus.txt'), '金沢の博物館の入館料は、大人が五百円、子どもは無料です。\n');
    assert.deepEqual((await check()).verified, ['haus.md']);
  });

  test('verifies again a short claim of a text in another language', async () => {
    const text =
      'Das Kraftwerk am Fluss wurde von der Gemeinde gebaut und gehört ihr noch heute. Die Station hat 18 Turbinen.\n';
    await writeFile(join(work, 'werk.md'), text);
    await check();
    assert.deepEqual((await check()).verified, []);
    // Another form of the word, which only its language finds.
    await writeFile(
      join(library, 'werk.txt'),
      'In der neuen Halle am Ufer läuft nun eine Turbine, die zehn andere ersetzt hat.\n',
    );
    assert.deepEqual((await check()).verified, ['werk.md']);
  });

  test('ends with 2 for texts that are refused, and checks the others', async () => {
    await check();
    await writeFile(join(work, 'empty.md'), '');
    await writeFile(join(work, 'long.md'), `${TEXTS['bridge.md']}\n`.repeat(2_000));
    for (const round of [1, 2]) {
      const { code, files, stderr } = await check();
      assert.equal(code, 2, `${round}: ${stderr}`);
      const problems = files.flatMap(({ file, problem }) => (problem === null ? [] : [file]));
      assert.deepEqual([problems, files.length], [['empty.md', 'long.md'], 5]);
    }
  });

  test('holds no text and no names', async () => {
    await check();
    assert.doesNotMatch(await cacheText(), /bridge|mill|Velmar|lighthouse|steps|\b1790\b|\b412\b/i);
  });

  test('verifies all again under another version or another key, and says why', async () => {
    await check();
    const options = { key: 'a-secret-of-the-CI-server' };
    const keys = cacheKeys(options.key);
    const own = { environment: { EVIDENCE_CACHE_KEY: options.key } };
    await rm(join(work, 'cache.json'));
    await check(own);
    const { contents } = await readCache(join(work, 'cache.json'), keys);
    contents!.versions.judge_configuration = 'an older one';
    await writeCache(join(work, 'cache.json'), keys, contents!);
    const older = await check(own);
    assert.deepEqual(
      [older.verified, /engine, its model or the policy/.test(older.stderr)],
      [Object.keys(TEXTS), true],
    );
    const other = await check();
    assert.deepEqual([other.verified, /EVIDENCE_CACHE_KEY/.test(other.stderr)], [Object.keys(TEXTS), true]);
    assert.deepEqual((await check()).verified, []);
  });

  test('believes no file that was changed without its key', async () => {
    await check();
    const text = await cacheText();
    for (const forged of [
      text.replace('"contradicted"', '"supported"'),
      text.replace(/"mac":"\w/, '"mac":"x'),
      text.replace(/,"mac":"\w+"/, ''),
      `${text.split('\n')[0]}\n`,
    ]) {
      assert.notEqual(forged, text);
      await writeFile(join(work, 'cache.json'), forged);
      const { code, verified, stderr } = await check();
      assert.deepEqual([code, verified], [1, Object.keys(TEXTS)]);
      assert.match(
        stderr,
        /cache\.json is not used, as it was written with another key .*, or something else has changed it/,
      );
    }
    assert.deepEqual((await check()).verified, [], 'it was written anew');
  });

  test('refuses a file that is no cache and leaves it as it is', async () => {
    await writeFile(join(work, 'cache.json'), '{"name": "mine"}');
    const { code, stderr } = await check();
    assert.deepEqual([code, /is no cache/.test(stderr), await cacheText()], [2, true, '{"name": "mine"}']);
  });
});

describe('a text that could not be checked as asked', () => {
  const modelAway = (args: string[]) =>
    evidence(join(folder.path, 'own'), ['verify', ...args], {
      cwd: work,
      environment: { EVIDENCE_ALLOW_HOSTS: '127.0.0.1:9' },
    });

  test('ends with 2 while the language model is away, and is verified again', async () => {
    await writeFile(
      join(work, 'open.md'),
      'The bridge of Oldford was paid for by a lottery.\nThe bridge of Oldford is 400 metres long.\n',
    );
    const args = ['open.md', '--library', library, '--cache', 'c.json', '--format', 'json'];
    const model = ['--model-url', 'http://127.0.0.1:9/v1', '--model', 'away'];
    for (const round of [1, 2]) {
      const ended = await modelAway([...args, ...model]);
      assert.equal(ended.code, 2, `${round}: ${ended.stderr}`);
      const [file] = JSON.parse(ended.stdout).files as CheckedOfJson[];
      assert.match(file!.problem!, /^no language model read 2 of 2 claims: the language model could not be reached$/);
      assert.deepEqual([file!.cached, file!.findings.length], [false, 1]);
    }
  });

  test('ends with 2 where there is nothing to check against', async () => {
    const args = ['verify', 'tower.md', '--fail-on', 'contradicted', '--no-web'];
    const ended = await evidence(join(folder.path, 'empty'), args, { cwd: work });
    assert.deepEqual([ended.code, /nothing to check it against/.test(ended.stdout)], [2, true], ended.stdout);
  });
});
