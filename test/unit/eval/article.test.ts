import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { describe, test } from 'node:test';
import { findArticles, readArticle } from '#eval/data/article.ts';
import { DataError } from '#eval/data/data-error.ts';
import { GOLD, TEXT, writeArticle } from './write-article.ts';

describe('readArticle', () => {
  test('reads text and gold, with places in code points', async (t) => {
    const folder = await writeArticle(t);
    const article = readArticle(folder);
    assert.equal(article.name, basename(folder));
    assert.equal(article.documents, join(folder, 'documents'));
    const second = article.gold[1]!;
    assert.equal(Array.from(TEXT).slice(second.place.start, second.place.end).join(''), second.span);
    assert.equal(article.gold[0]!.place.end, Array.from(GOLD[0]!.span).length);
  });

  test('a row that is no JSON, or lacks a field, is named by its line', async (t) => {
    const broken = await writeArticle(t, { gold: `${JSON.stringify(GOLD[0])}\n{"span": \n` });
    assert.throws(() => readArticle(broken), /gold\.jsonl, line 2: is not JSON/);
    const { claim: _, ...without } = GOLD[0]!;
    const lacking = await writeArticle(t, { gold: [without] });
    assert.throws(() => readArticle(lacking), /line 1: claim/);
    const unknown = await writeArticle(t, { gold: [{ ...GOLD[0]!, verdict: 'true' }] });
    assert.throws(() => readArticle(unknown), DataError);
    const empty = await writeArticle(t, { gold: [] });
    assert.throws(() => readArticle(empty), /holds no claim/);
  });

  test('an article without documents is told', async (t) => {
    const folder = await writeArticle(t);
    await rm(join(folder, 'documents', 'bridge.md'));
    assert.throws(() => readArticle(folder), /documents: is empty/);
    await rm(join(folder, 'documents'), { recursive: true });
    assert.throws(() => readArticle(folder), /documents: can't be read \(ENOENT\)/);
  });

  test('a span that is not in the text is told', async (t) => {
    const folder = await writeArticle(t, { text: 'Another text.' });
    assert.throws(() => readArticle(folder), /a span does not occur in text\.md/);
  });
});

describe('findArticles', () => {
  test('a folder is an article or holds some', async (t) => {
    const folder = await writeArticle(t);
    assert.deepEqual(findArticles(folder), [folder]);
    assert.ok(findArticles(dirname(folder)).includes(folder));
    assert.deepEqual(findArticles(join(folder, 'documents')), []);
  });

  test('a folder that is not there is told', () => {
    assert.throws(() => findArticles('/no/such/folder'), /can't be read \(ENOENT\)/);
  });
});
