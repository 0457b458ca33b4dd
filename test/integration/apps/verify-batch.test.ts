/** `evidence verify --format table` and `--format html`: a report over many files. */
import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { type Ended, evidence } from '#test/support/command-line.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

const FILES = {
  'good.md': 'The bridge of Oldford is 412 metres long.\n',
  'open.md': 'The quay of Morlach was opened in 1911.\n',
  'worse.md': 'The bridge of Oldford is 400 metres long.\n\nThe mill of Tarnow was built in 1790.\n',
  '<b>bad.md': 'The mill of Tarnow was built in 1790.\n',
  'broken.txt': Buffer.from([0xff, 0xfe, 0xfd]),
};
const WORST_FIRST = ['broken.txt', 'worse.md', '<b>bad.md', 'open.md', 'good.md'];

let folder: { path: string; remove: () => Promise<void> };
let table: Ended;
let page: Ended;

before(async () => {
  folder = await temporaryFolder();
  const work = join(folder.path, 'work');
  const library = join(folder.path, 'sources');
  await mkdir(work);
  await mkdir(library);
  for (const [name, text] of Object.entries(FILES)) await writeFile(join(work, name), text);
  await writeFile(join(library, 'bridge.txt'), 'The bridge of Oldford is 412 metres long.\n');
  await writeFile(join(library, 'mill.txt'), 'The mill of Tarnow was built in 1795.\n');
  const report = (format: string) => {
    const args = ['verify', '*.md', 'broken.txt', '--library', library, '--no-web', '--format', format];
    return evidence(join(folder.path, 'data'), args, { cwd: work });
  };
  table = await report('table');
  page = await report('html');
});
after(() => folder.remove());

describe('a report over a folder', () => {
  test('lists the worst files first as a table, then the rates by verdict', () => {
    assert.equal(table.code, 2, table.stderr);
    const lines = table.stdout.trimEnd().split('\n');
    const rows = lines.slice(1, 1 + WORST_FIRST.length);
    const names = rows.map((row) => row.trim().replace(/^.* {2}/, ''));
    assert.deepEqual(names, WORST_FIRST);
    assert.match(rows[0]!, /not checked: broken\.txt is not UTF-8 text/);
    const numbers = Object.fromEntries(
      lines[0]!
        .trim()
        .split(/ {2,}/)
        .map((label, i) => [label, rows[1]!.trim().split(/ +/)[i]]),
    );
    assert.deepEqual([numbers.contradicted, numbers.supported, numbers.claims], ['2', '0', '2']);
    assert.match(
      table.stdout,
      /4 files checked, 5 claims: contradicted 3 \(60%\), .*supported 1\s\(20%\).*; 1 not checked/s,
    );
  });

  test('shows the same as a page, with the findings and without markup of names', () => {
    assert.equal(page.code, 2, page.stderr);
    assert.match(page.stdout, /^<!doctype html>/i);
    const names = [...page.stdout.matchAll(/<td><bdi>([^<]*)<\/bdi>/g)].map(([, name]) => name);
    assert.deepEqual(
      names,
      WORST_FIRST.map((name) => name.replaceAll('<', '&lt;').replaceAll('>', '&gt;')),
    );
    assert.match(page.stdout, /3 contradicted \(60%\)/);
    assert.match(page.stdout, /<small>Not checked: broken\.txt is not UTF-8 text/);
    assert.equal(page.stdout.match(/<p dir="auto">The mill of Tarnow was built in 1790\.<\/p>/g)?.length, 2);
    assert.doesNotMatch(page.stdout, /<script|https?:\/\/(?!www\.w3\.org)/, 'it needs nothing else');
  });
});
