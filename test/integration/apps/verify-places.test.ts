/** Places of findings in files of every kind, in every format of `evidence verify`. */
import assert from 'node:assert/strict';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { Ajv } from 'ajv';
import { parseDocument } from 'htmlparser2';
import type { Log } from 'sarif';
import { evidence } from '#test/support/command-line.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

const WRONG = 'The mill of Oldford was built in 1790.';
const SCHEMA = join(import.meta.dirname, '../../fixtures/sarif/sarif-2.1.0-rtm.5.json');

/** What stands around the wrong statement, which is `@`. */
const AROUND: Record<string, string> = {
  alone: '@',
  'after-a-sentence': 'Welcome to the tour. @ Enjoy the view.',
  'front-matter': '---\ntitle: Mills 🌬\ntags: [a, b]\n---\n\n@\n',
  'long-front-matter': '---\ndescription: |\n  Several lines\n  of text.\n---\n# Mills\n\n@',
  'after-tabs': '\t\n\nSome words here.\n\n@\t\n',
  'tab-within-the-line': 'See here.\t@',
  'after-emoji': 'Look. 🌬🌬 @',
  'after-joined-emoji': 'Look. 👨‍👩‍👧‍👦 🏳️‍🌈 @',
  'after-combining-marks': 'Cafe\u0301 nai\u0308ve. @',
  'after-han': '欢迎。\n\n@',
  'after-right-to-left': 'مرحبا.\n\n@',
  'after-a-code-block': '```sh\necho "a | b"\n\texit 1\n```\n\n@',
  'after-indented-code': 'Run this.\n\n    make all\n\n@',
  'after-a-table': '| Mill | Place |\n|---|---|\n| North | Oldford |\n\n@',
  'in-a-list': '- First of all.\n- @\n- Last.',
  'in-a-nested-list': '1. One\n   - Two\n     - @',
  'in-a-quotation': '> @\n> And more words.',
  'below-headings': '# Mills\n\n## Oldford\n\n### History\n\n@',
  'after-html': '<div class="note">\n<!-- a note -->\n</div>\n\n@',
  'between-blank-lines': '\n\n\n   \n\n@\n\n\n',
};
const ENDINGS: Record<string, string> = { lf: '\n', crlf: '\r\n', cr: '\r' };

interface Place {
  line: number;
  column: number;
}

let folder: { path: string; remove: () => Promise<void> };
let work: string;
const expected = new Map<string, { start: Place; end: Place }>();

/** Counted by itself, not by the code under test. */
function placeOf(text: string, offset: number): Place {
  const lines = text.slice(0, offset).split(/\r\n|\r|\n/);
  return { line: lines.length, column: [...lines.at(-1)!].length + 1 };
}

const check = (format: string, data = 'data') =>
  evidence(
    join(folder.path, data),
    ['verify', '*.md', '--library', '../sources', '--no-web', '--cache', '../c.json', '--format', format],
    {
      cwd: work,
    },
  );

before(async () => {
  folder = await temporaryFolder();
  work = join(folder.path, 'work');
  await mkdir(work);
  await mkdir(join(folder.path, 'sources'));
  await writeFile(join(folder.path, 'sources', 'mill.txt'), 'The mill of Oldford was built in 1795.\n');
  for (const [name, around] of Object.entries(AROUND)) {
    for (const [ending, characters] of Object.entries(ENDINGS)) {
      const text = around.replace('@', WRONG).replaceAll('\n', characters);
      const file = `${name}, ${ending}.md`;
      await writeFile(join(work, file), text);
      const at = text.indexOf(WRONG);
      expected.set(file, { start: placeOf(text, at), end: placeOf(text, at + WRONG.length) });
    }
  }
});
after(() => folder.remove());

describe('sixty files with one wrong statement each', () => {
  test('have it found at its line and column, in code points', async () => {
    const { code, stdout, stderr } = await check('json');
    assert.equal(code, 1, stderr);
    const { files } = JSON.parse(stdout) as {
      files: { file: string; findings: { span: string; start: Place; end: Place }[] }[];
    };
    assert.equal(files.length, 60);
    const found = files.map(({ file, findings }) => [
      file,
      findings.map(({ span, start, end }) => ({ span, start, end })),
    ]);
    const wanted = [...expected].map(([file, place]) => [file, [{ span: WRONG, ...place }]]);
    assert.deepEqual(Object.fromEntries(found), Object.fromEntries(wanted));
  });

  test('are reported as SARIF that its schema accepts, with the same places', async () => {
    const { code, stdout, stderr } = await check('sarif');
    assert.equal(code, 1, stderr);
    const log: Log = JSON.parse(stdout);
    // It names draft 4 and uses nothing that draft 7, which the validator knows, reads otherwise.
    const { $schema, id, ...schema } = JSON.parse(await readFile(SCHEMA, 'utf8'));
    assert.match(`${$schema} ${id}`, /draft-04.* .*sarif-2\.1\.0/);
    const accepts = new Ajv({ strict: false, validateFormats: false, unicodeRegExp: false }).compile(schema);
    assert.ok(!accepts({ ...log, version: '2.0.0' }) && !accepts({ ...log, runs: [{}] }), 'it refuses something');
    assert.ok(accepts(log), JSON.stringify(accepts.errors?.slice(0, 3)));
    const places = log.runs[0]!.results!.map(({ locations }) => {
      const { artifactLocation, region } = locations![0]!.physicalLocation!;
      const { startLine, startColumn, endLine, endColumn } = region!;
      return [
        decodeURIComponent(artifactLocation!.uri!),
        { start: { line: startLine, column: startColumn }, end: { line: endLine, column: endColumn } },
      ];
    });
    assert.deepEqual(Object.fromEntries(places), Object.fromEntries(expected));
  });

  test('are reported for JUnit as XML in which each file is a suite with a failure', async () => {
    const { stdout } = await check('junit');
    const [root] = parseDocument(stdout, { xmlMode: true }).children.filter(({ type }) => type === 'tag');
    const suites = (root as unknown as { children: { type: string; attribs: Record<string, string> }[] }).children;
    const counts = suites
      .filter(({ type }) => type === 'tag')
      .map(({ attribs }) => [attribs.name, attribs.tests, attribs.failures, attribs.errors, attribs.skipped]);
    assert.deepEqual(
      counts,
      [...expected.keys()].toSorted().map((file) => [file, '1', '1', '0', '0']),
    );
    for (const [file, { start }] of expected)
      assert.ok(stdout.includes(`>${file}:${start.line}:${start.column}<`), file);
  });

  test('are reported for GitHub as one command each, with the same places', async () => {
    const { stdout } = await check('github');
    const commands = stdout.trimEnd().split('\n');
    const wanted = [...expected].map(([file, { start, end }]) => {
      const name = file.replaceAll(',', '%2C');
      return `::error file=${name},line=${start.line},col=${start.column},endLine=${end.line},endColumn=${end.column},`;
    });
    assert.deepEqual(
      commands.map((command) => command.slice(0, command.indexOf('title='))).toSorted(),
      wanted.toSorted(),
    );
  });
});
