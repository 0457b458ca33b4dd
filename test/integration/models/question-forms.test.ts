/** Which questions suit models that answer as small ones do, and what these then settle. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { type CalibrationArticle, OWN_ARTICLES, readCalibrationArticle } from '#apps/models/calibration-data.ts';
import { findForms } from '#apps/models/language-check/find-forms.ts';
import type { QuestionForms } from '#contracts/ports/organization-models.ts';
import { createEngine } from '#engine/in-thread.ts';
import { createModelClient } from '#platform/models/client.ts';
import { OPERATOR_WIRE } from '#platform/models/providers.ts';
import { openDirectDispatcher } from '#platform/outbound/direct-dispatcher.ts';
import { chatCompletions } from '#test/doubles/models/chat-completions.ts';
import { goldModel, type Habit } from '#test/doubles/models/gold-model.ts';
import { openModelServer } from '#test/doubles/models/server.ts';

const ARTICLES = ['report-osier-vale-water', 'enc-tambora', 'minutes-tollgate-court'];
const engine = createEngine();
const articles: CalibrationArticle[] = [];
const dispatcher = await openDirectDispatcher();
after(() => dispatcher.close());
before(async () => {
  for (const name of ARTICLES) articles.push(await readCalibrationArticle(join(OWN_ARTICLES, name), engine));
});

async function formsFor(habit: Habit): Promise<QuestionForms> {
  const server = await openModelServer({ format: chatCompletions('ollama'), says: goldModel(articles, habit) });
  try {
    const client = createModelClient({
      wire: OPERATOR_WIRE,
      baseUrl: server.url,
      credential: '',
      dispatcher: async () => dispatcher,
    });
    return await findForms({ articles, engine, client, name: 'small:1b', deidentify: false, onForm: () => {} });
  } finally {
    await server.close();
  }
}

const FOUND: [Habit, QuestionForms][] = [
  ['plain', { claims: 'several', text: 'statements' }],
  ['fenced', { claims: 'several', text: 'statements' }],
  ['trailing_words', { claims: 'several', text: 'statements' }],
  ['wrong_ids', { claims: 'single', text: 'statements' }],
  ['thinking_aloud', { claims: 'words', text: 'lines' }],
];

describe('a model is asked what it can answer', () => {
  for (const [habit, forms] of FOUND) {
    test(`one that answers with ${habit.replaceAll('_', ' ')}`, async () => {
      assert.deepEqual(await formsFor(habit), forms);
    });
  }

  test('one that stops in the middle of longer JSON gets single passages, and lines', async () => {
    const { claims, text } = await formsFor('half_an_object');
    assert.ok(claims === 'single' || claims === 'words', claims);
    assert.equal(text, 'lines');
  });

  test('one that supports everything has no form in which it is believed', async () => {
    assert.equal((await formsFor('one_label')).claims, 'several');
  });
});
