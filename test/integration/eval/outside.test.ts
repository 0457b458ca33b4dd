/** `npm run eval:outside` on a few rows. */
import assert from 'node:assert/strict';
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import { runProgram } from '#test/support/command-line.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

const ARTICLES = resolve(import.meta.dirname, '../../../eval/articles');
const TRUE = 'The harbour of Halvik was dredged in 1987.';
const ROWS = [
  { id: 'a', claim: TRUE, evidence: [TRUE], label: 'supported', source: '(Wikipedia: Halvik)' },
  {
    id: 'b',
    claim: 'The harbour of Halvik was not dredged in 1987.',
    evidence: [TRUE],
    label: 'contradicted',
    source: '(Wikipedia: Halvik)',
  },
  {
    id: 'c',
    claim: 'Sandvik has two churches of stone.',
    evidence: ['A sentence that no page holds as it stands, for it is cut.'],
    label: 'supported',
    source: '(Wikipedia: Sandvik)',
  },
];

test('what an encyclopaedia and a web search find, and the verdicts, are measured', async (t) => {
  const folder = await temporaryFolder();
  t.after(folder.remove);
  for (const file of ['fm2.dev.gold.jsonl', 'fm2.dev.retrieved10.jsonl']) {
    writeFileSync(join(folder.path, file), ROWS.map((row) => JSON.stringify(row)).join('\n'));
  }
  mkdirSync(join(folder.path, 'everyday'));
  for (const name of ['enc-tambora', 'travel-skarva-island']) {
    cpSync(join(ARTICLES, name), join(folder.path, 'everyday', name), { recursive: true });
  }
  const { code, stdout, stderr } = await runProgram('eval/outside.ts', [folder.path]);
  assert.equal(code, 0, stderr);
  const [{ encyclopaedia }, { web }] = stdout.split(/^(?=\{$)/m).map((part) => JSON.parse(part));

  assert.deepEqual(encyclopaedia.page_read, { part: 3, whole: 3, value: 1 });
  assert.deepEqual(encyclopaedia.precision.outside.supported, { part: 1, whole: 1, value: 1 });
  assert.deepEqual(encyclopaedia.precision.outside.contradicted, { part: 1, whole: 1, value: 1 });

  assert.equal(web.texts, 2);
  assert.ok(web.quote_kept.whole > 20 && web.quote_kept.value > 0.8, JSON.stringify(web.quote_kept));
  assert.ok(web.searches_per_text > 1 && web.pages_per_text > 1);
  // Sites that nobody knows decide nothing alone; the same passages given do.
  assert.equal(web.precision.outside.supported.whole, 0);
  assert.ok(web.precision.given.supported.whole > 0);
});

test('an unknown part exits with 2', async () => {
  const { code, stderr } = await runProgram('eval/outside.ts', ['anywhere', 'television']);
  assert.equal(code, 2);
  assert.match(stderr, /usage/);
});
