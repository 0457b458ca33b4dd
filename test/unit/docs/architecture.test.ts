/** What the documentation says about where things are: the files exist, and few of them answer a question. */
import assert from 'node:assert/strict';
import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { test } from 'node:test';

const ROOT = resolve(import.meta.dirname, '../../..');
const PAGE = readFileSync(join(ROOT, 'docs/architecture.md'), 'utf8');
const MOST_LINES = 300;

/** The part of the page below the heading. */
function section(heading: string): string {
  const found = PAGE.split(/^## /m).find((part) => part.startsWith(`${heading}\n`));
  assert.ok(found !== undefined, heading);
  return found;
}

/** `streams/{api-keys,sessions}.ts` as two paths. */
function expanded(path: string): string[] {
  const [, before, names, after] = /^(.*)\{(.*)\}(.*)$/.exec(path) ?? [];
  return names === undefined ? [path] : names.split(',').map((name) => `${before}${name}${after}`);
}

/** The files in the first column of the section's tables, table by table. */
function filesOfPaths(): string[][] {
  const tables = section('Two paths').split('|---|---|').slice(1);
  return tables.map((table) =>
    table
      .split('\n')
      .filter((line) => line.startsWith('| '))
      .flatMap((line) => [...line.split('|')[1]!.matchAll(/`([^`]+)`/g)].flatMap(([, path]) => expanded(path!))),
  );
}

test('every file that the page links to exists', () => {
  const links = [...PAGE.matchAll(/\]\((?!https?:)([^)#\s]+)/g)].map(([, path]) => path!);
  assert.ok(links.length > 80);
  assert.deepEqual(
    links.filter((path) => !existsSync(join(ROOT, 'docs', path))),
    [],
  );
});

for (const page of ['docs/architecture.md', 'docs/how-to/extend.md']) {
  test(`every path from the root that ${page} names exists`, () => {
    const folders = new Set(readdirSync(ROOT));
    const quoted = [...readFileSync(join(ROOT, page), 'utf8').matchAll(/`([\w.-]+\/[\w.{},*/-]*)`/g)].map(
      ([, path]) => path!,
    );
    const paths = quoted.flatMap(expanded).filter((path) => folders.has(path.split('/')[0]!));
    assert.ok(paths.length > 15, `${paths.length} paths`);
    assert.deepEqual(
      paths.filter((path) => globSync(path.replace('NAME', '*'), { cwd: ROOT }).length === 0),
      [],
    );
  });
}

test('each question is answered by two files at most', () => {
  const rows = section('Where to look')
    .split('\n')
    .filter((line) => /^\| .*\?.*\|/.test(line));
  assert.ok(rows.length > 30);
  const answers = rows.map((row) => {
    const [, question, files] = row.split('|').map((cell) => cell.trim());
    return { question, files: [...files!.matchAll(/\]\(\.\.\//g)].length };
  });
  assert.deepEqual(
    answers.filter(({ files }) => files === 0 || files > 2),
    [],
  );
});

test('a POST is followed in 40 files, a document in 30, none of them long', () => {
  const [post, job] = filesOfPaths() as [string[], string[]];
  const text = section('Two paths');
  const stated = [...text.matchAll(/\bin (\d+) files\b/g)].map(([, count]) => Number(count));
  assert.deepEqual(stated, [new Set(post).size, new Set(job).size]);
  assert.ok(post.length <= 40 && job.length <= 30);
  for (const file of new Set([...post, ...job])) {
    const lines = readFileSync(join(ROOT, file), 'utf8').split('\n').length - 1;
    assert.ok(lines <= MOST_LINES, `${file} has ${lines} lines`);
  }
});
