/** A small article in a folder of its own, well formed unless told otherwise. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

export const TEXT = 'The bridge 🌉 was opened in 1878. It fell a year later. I find it ugly.';

export const GOLD = [
  {
    span: 'The bridge 🌉 was opened in 1878.',
    claim: 'The Tay Bridge was opened in 1878.',
    verdict: 'supported',
    evidence: [{ document: 'bridge.md', quote: 'opened on 1 June 1878' }],
    how: 'synonym',
    error: null,
  },
  {
    span: 'It fell a year later.',
    claim: 'The Tay Bridge fell in 1879.',
    verdict: 'unverifiable',
    evidence: [],
    how: null,
    error: null,
  },
  { span: 'I find it ugly.', claim: 'It is ugly.', verdict: 'not_checkable', evidence: [], how: null, error: null },
];

export interface ArticleParts {
  text?: string;
  gold?: readonly object[] | string;
  document?: string;
}

/** Returns its folder, which is removed after the test. */
export async function writeArticle(test: TestContext, parts: ArticleParts = {}): Promise<string> {
  const { text = TEXT, gold = GOLD, document = 'The Tay Bridge was opened on 1 June 1878.\n' } = parts;
  const { path, remove } = await temporaryFolder();
  test.after(remove);
  await mkdir(join(path, 'documents'));
  await writeFile(join(path, 'documents', 'bridge.md'), document);
  await writeFile(join(path, 'text.md'), text);
  const lines = typeof gold === 'string' ? gold : gold.map((row) => `${JSON.stringify(row)}\n`).join('');
  await writeFile(join(path, 'gold.jsonl'), lines);
  return path;
}
