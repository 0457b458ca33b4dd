import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type TestContext, test } from 'node:test';
import { chatCompletions } from '#test/doubles/models/chat-completions.ts';
import { openModelServer } from '#test/doubles/models/server.ts';
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

test('answers of a model are recorded, and replayed without it', async (t) => {
  const out = await outFolder(t);
  const server = await openModelServer({ format: chatCompletions('ollama') });
  const recordings = join(out, 'recordings');
  const run = async (...args: string[]) => {
    const folder = join(out, String(args.length));
    const program = await runProgram('eval/main.ts', ['--data', ARTICLE, '--out', folder, '--model', 'm', ...args]);
    assert.equal(program.code, 0, program.stderr);
    const { work, rows } = JSON.parse(readFileSync(join(folder, 'figures.json'), 'utf8'));
    return { calls: work.model_calls, failed: work.model_calls_failed, tokens: work.input_tokens, rows };
  };
  const recorded = await run('--model-url', server.url, '--record', recordings);
  await server.close();
  assert.ok(recorded.calls > 5 && recorded.failed === 0 && recorded.tokens > 0, JSON.stringify(recorded));
  assert.deepEqual(await run('--replay', recordings), recorded);
  const unrecorded = await run('--replay', join(out, 'empty'));
  assert.equal(unrecorded.failed, unrecorded.calls);
});

test('invalid options and folders exit with 2 and a sentence', async (t) => {
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
