/** The command line reads the same types of files as uploads are. */
import assert from 'node:assert/strict';
import { copyFile, mkdir, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { evidence } from '#test/support/command-line.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

const ROOT = join(import.meta.dirname, '../../..');
const FIXTURES = join(ROOT, 'test/fixtures/documents');

test('PDF, DOCX and HTML files are added to the library and verified against it', async (context) => {
  const folder = await temporaryFolder();
  context.after(folder.remove);
  const library = join(folder.path, 'library');
  await mkdir(library);
  const files = {
    'newsletter.pdf': join(ROOT, 'examples/newsletter.pdf'),
    'report.docx': join(FIXTURES, 'report.docx'),
    'newsletter.html': join(ROOT, 'examples/newsletter.html'),
  };
  for (const [name, path] of Object.entries(files)) await copyFile(path, join(library, name));
  await copyFile(join(FIXTURES, 'encrypted.pdf'), join(library, 'encrypted.pdf'));
  const run = (...args: string[]) =>
    evidence(join(folder.path, 'data'), args, { environment: { EVIDENCE_PUBLIC_SOURCES: 'off' } });

  const added = await run('library', 'add', library, '--json');
  assert.equal(added.code, 0, added.stderr);
  assert.partialDeepStrictEqual(JSON.parse(added.stdout), {
    added_or_changed: 3,
    skipped: [{ path: 'added/library/encrypted.pdf', reason: 'encrypted' }],
  });

  const verified = await run('verify', ...Object.values(files), '--json');
  assert.equal(verified.code, 0, verified.stderr);
  for (const line of verified.stdout.trim().split('\n')) {
    const { result } = JSON.parse(line);
    assert.ok(result.counts.supported >= 5, line.slice(0, 500));
    assert.deepEqual([result.counts.contradicted, result.counts.disputed], [0, 0]);
  }
  const large = join(folder.path, 'large.pdf');
  await writeFile(large, '%PDF-1.4\n');
  await truncate(large, 25 * 1024 * 1024 + 1);
  for (const [file, words] of [
    [join(FIXTURES, 'encrypted.pdf'), /encrypted\.pdf: it is encrypted; .* \(document_encrypted\)/],
    [join(FIXTURES, 'scanned.pdf'), /scanned\.pdf: .* run text recognition on it first \(document_empty\)/],
    [large, /large\.pdf: it has more than 25 MB.* \(document_too_large\)/],
  ] as const) {
    const refused = await run('verify', file);
    assert.equal(refused.code, 1);
    assert.match(refused.stderr, words);
  }
});
