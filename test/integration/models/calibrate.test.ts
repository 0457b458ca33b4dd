/** Calibration of models that read well, badly or not at all, on the project's own articles. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { calibrate } from '#apps/models/calibrate.ts';
import {
  articlesIn,
  type CalibrationArticle,
  OWN_ARTICLES,
  readCalibrationArticle,
} from '#apps/models/calibration-data.ts';
import type { EntailmentModel } from '#contracts/ports/entailment-model.ts';
import { createEngine } from '#engine/in-thread.ts';
import { goldReader } from '#test/doubles/nli/gold-reader.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

const engine = createEngine();
let articles: CalibrationArticle[];

before(async () => {
  articles = [];
  for (const folder of articlesIn(OWN_ARTICLES)) articles.push(await readCalibrationArticle(folder, engine));
});

const measure = (model: EntailmentModel) => calibrate({ articles, engine, model, report: () => {} });

test('a model that reads well settles claims correctly and is used', async () => {
  const { figures, is_of_use, table } = await measure(goldReader(articles, 0.02));
  const { supports } = figures.settled;
  assert.equal(is_of_use, true);
  assert.ok(supports.settled >= 40, String(supports.settled));
  assert.ok(supports.right / supports.settled >= 0.93);
  assert.ok(table.supports.length > 0);
  assert.ok(table.supports.every(({ reliability }) => reliability >= 0.93 && reliability <= 0.97));
  assert.ok(figures.open <= figures.claims && figures.could_settle <= figures.open);
});

test('a model that guesses is not used', async () => {
  const { figures, is_of_use } = await measure(goldReader(articles, 1));
  assert.equal(is_of_use, false);
  assert.ok(figures.settled.supports.right < 3);
});

test("a model that can't read gets no calibration", async () => {
  const model: EntailmentModel = { read: async () => ({ ok: false, failure: 'unavailable' }) };
  await assert.rejects(measure(model), { name: 'ModelUnreadyError' });
});

test('folders without articles and rows without a verdict are named', async () => {
  const folder = await temporaryFolder();
  try {
    assert.throws(() => articlesIn(folder.path), { name: 'CalibrationDataError', message: /holds no articles/ });
    writeFileSync(join(folder.path, 'gold.jsonl'), '{"claim":"It fell."}\n');
    await assert.rejects(readCalibrationArticle(folder.path, engine), { message: /gold\.jsonl, line 1: not a claim/ });
  } finally {
    await folder.remove();
  }
});
