import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { checkArticle } from '#eval/check-article.ts';
import { isArticle } from '#eval/data/article.ts';
import { type ArticleParts, GOLD, writeArticle } from './write-article.ts';

const OWN = resolve(import.meta.dirname, '../../../eval/articles');

describe('checkArticle', () => {
  const check = async (t: TestContext, parts: ArticleParts) => checkArticle(await writeArticle(t, parts));
  const [supported, open, opinion] = GOLD;

  test('a well-formed article has no problems', async (t) => {
    assert.deepEqual(await check(t, {}), []);
  });

  test('a span must occur once, and be long enough to be found', async (t) => {
    const text = 'It fell a year later. It fell a year later.';
    assert.deepEqual(await check(t, { text, gold: [open!] }), ['claim 1: its span occurs 2 times in text.md']);
    assert.match((await check(t, { gold: [{ ...open!, span: 'It fell' }] })).join(), /fewer than 3 words/);
  });

  test('a quote must be literal, in a document that is there', async (t) => {
    assert.match((await check(t, { document: 'It was opened in May.' })).join(), /not literally in bridge\.md/);
    const evidence = [{ document: 'tunnel.md', quote: 'opened on 1 June 1878' }];
    assert.match((await check(t, { gold: [{ ...supported!, evidence }] })).join(), /no document tunnel\.md/);
  });

  test('each verdict has the fields that belong to it, and no others', async (t) => {
    const wrong: [object, RegExp][] = [
      [{ ...supported!, evidence: [] }, /a supported claim needs evidence/],
      [{ ...supported!, how: null }, /`how` belongs to supported claims/],
      [{ ...supported!, verdict: 'contradicted', how: null }, /`error` belongs to contradicted claims/],
      [{ ...open!, error: 'date' }, /`error` belongs to contradicted claims/],
      [{ ...opinion!, evidence: supported!.evidence }, /not checkable has no evidence/],
    ];
    for (const [row, problem] of wrong) assert.match((await check(t, { gold: [row] })).join(), problem);
  });

  test('what can not be read is a problem, not a crash', async (t) => {
    assert.match((await check(t, { gold: 'no JSON' })).join(), /line 1: is not JSON/);
    assert.match((await check(t, { gold: '' })).join(), /holds no claim/);
    assert.match(checkArticle('/no/such/article').join(), /can't be read/);
  });
});

test('the own articles are well formed', () => {
  const folders = readdirSync(OWN).filter((name) => isArticle(join(OWN, name)));
  assert.ok(folders.length >= 12);
  for (const name of folders) assert.deepEqual(checkArticle(join(OWN, name)), [], name);
});
