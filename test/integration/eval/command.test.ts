import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type TestContext, test } from 'node:test';
import { runProgram } from '#test/support/command-line.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

const ARTICLE = resolve(import.meta.dirname, '../../../eval/articles/enc-tambora');

async function outFolder(t: TestContext): Promise<string> {
  const folder = await temporaryFolder();
  t.after(folder.remove);
  return folder.path;
}

test('an evaluation prints and writes its figures, a second run finds no change', async (t) => {
  const out = await outFolder(t);
  const first = await runProgram('eval/main.ts', ['--data', ARTICLE, '--out', out]);
  assert.equal(first.code, 0, first.stderr);
  assert.match(first.stdout, /claims that the documents settle, settled rightly/);
  const record = JSON.parse(readFileSync(join(out, 'figures.json'), 'utf8'));
  assert.equal(record.rows[0].article, 'enc-tambora');
  assert.match(readFileSync(join(out, 'report.html'), 'utf8'), /<svg/);

  const compare = ['--compare', join(out, 'figures.json'), '--claims'];
  const second = await runProgram('eval/main.ts', ['--data', ARTICLE, '--out', out, ...compare]);
  assert.equal(second.code, 0, second.stderr);
  assert.match(second.stdout, /0 of \d+ figures changed/);
});

test('gold claims can be given instead of the text', async (t) => {
  const out = await outFolder(t);
  const { code, stderr } = await runProgram('eval/main.ts', ['--data', ARTICLE, '--out', out, '--given']);
  assert.equal(code, 0, stderr);
  const { sent, rows, made, figures } = JSON.parse(readFileSync(join(out, 'figures.json'), 'utf8'));
  assert.deepEqual([sent, made], ['claims', { claims: rows.length, stray: 0 }]);
  assert.deepEqual([figures.extraction.exact_span.value, figures.extraction.split.part], [1, 0]);
});

test('options and folders that make no sense end with 2 and a sentence', async (t) => {
  const out = await outFolder(t);
  const usage = await runProgram('eval/main.ts', ['--dta', ARTICLE]);
  assert.equal(usage.code, 2);
  assert.match(usage.stderr, /usage: npm run eval/);
  const nothing = await runProgram('eval/main.ts', ['--data', out, '--out', out]);
  assert.deepEqual([nothing.code, nothing.stdout], [2, '']);
  assert.match(nothing.stderr, /holds neither articles nor a set/);
  const set = await runProgram('eval/main.ts', ['--data', ARTICLE, '--out', out, '--sets', 'fever']);
  assert.equal(set.code, 2);
  assert.match(set.stderr, /no set is called fever/);
});
