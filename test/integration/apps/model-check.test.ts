/** `evidence model check` of language models: what it measures, keeps and says, and when the model ceases to answer. */
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { type CalibrationArticle, OWN_ARTICLES, readCalibrationArticle } from '#apps/models/calibration-data.ts';
import { checkLanguageModel, type LanguageCheckOptions } from '#apps/models/language-check/check-language-model.ts';
import { createEngine } from '#engine/in-thread.ts';
import { chatCompletions } from '#test/doubles/models/chat-completions.ts';
import { goldModel, type Habit } from '#test/doubles/models/gold-model.ts';
import { openModelServer } from '#test/doubles/models/server.ts';
import { evidence } from '#test/support/command-line.ts';
import { startService } from '#test/support/service.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

const DATA = ['report-osier-vale-water', 'enc-tambora', 'minutes-tollgate-court'].map((name) =>
  join(OWN_ARTICLES, name),
);
const articles: CalibrationArticle[] = [];
before(async () => {
  const engine = createEngine();
  for (const folder of DATA) articles.push(await readCalibrationArticle(folder, engine));
});

const openServer = (habit: Habit) =>
  openModelServer({ format: chatCompletions('ollama'), says: goldModel(articles, habit) });

const optionsFor = (url: string, kept: string): LanguageCheckOptions => ({
  url,
  name: 'reader:8b',
  key: '',
  kind: 'general',
  isExternal: false,
  allowHosts: undefined,
  syncTimeoutMs: 120_000,
  data: DATA,
  kept,
  report: () => {},
});

test('a check is kept, told by the list and by /v1/models, and shapes the questions', async (context) => {
  const folder = await temporaryFolder();
  context.after(folder.remove);
  // Its answers are read only with one passage at a time.
  const server = await openServer('wrong_ids');
  context.after(() => server.close());
  const named = DATA.flatMap((each) => ['--data', each]);
  const checked = await evidence(folder.path, ['model', 'check', server.url, 'reader:8b', ...named]);
  assert.equal(checked.code, 0, checked.stderr);
  assert.match(checked.stdout, /^3 articles, 60 claims, of which the documents settle \d+$/m);
  assert.match(checked.stdout, /^wrong claims let through as supported: 0 of \d+$/m);
  assert.match(checked.stdout, /^asked about claims: one passage at a time; about texts: half a page at once$/m);
  assert.match(checked.stdout, /^of use where a person looks at its verdicts, but not to be trusted alone: .+$/m);
  // The answers are kept no longer than the check takes.
  assert.deepEqual(readdirSync(join(folder.path, 'model-checks')), []);

  const environment = { EVIDENCE_MODEL_URL: server.url, EVIDENCE_MODEL: 'reader:8b' };
  const list = await evidence(folder.path, ['model', 'list'], { environment });
  assert.match(list.stdout, /reader:8b at 127\.0\.0\.1:\d+ {2}in use\n.*of use where a person looks/s);
  const service = await startService(folder.path, environment);
  context.after(() => service.stop());
  const models = (await service.request('GET', '/v1/models')).body.data as { id: string; measured?: unknown }[];
  const measured = models.find(({ id }) => id === 'reader:8b')!.measured as Record<string, unknown>;
  assert.equal(measured.trust, 'with_care');
  assert.equal(measured.let_through, 0);
  assert.equal('measured' in models.find(({ id }) => id === 'evidence-extractive-1')!, false);
  const { judge_configuration } = (await service.request('GET', '/v1/engine')).body;
  assert.match(judge_configuration, /\+reader:8b \(single-\d+\)$/);
});

test('a check that was ended goes on where it was', async (context) => {
  const folder = await temporaryFolder();
  context.after(folder.remove);
  const kept = join(folder.path, 'kept');
  const first = await openServer('plain');
  const { says } = first;
  first.says = (understood) => {
    if (first.requests.length > 25) void first.close();
    return says(understood);
  };
  await assert.rejects(checkLanguageModel(optionsFor(first.url, kept)), {
    name: 'ModelDownError',
    message: /^the model has ceased to answer: the language model could not be reached/,
  });
  const answered = readdirSync(kept).length;
  assert.ok(answered >= 15, String(answered));
  const second = await openServer('plain');
  context.after(() => second.close());
  const { figures, trust } = await checkLanguageModel(optionsFor(second.url, kept));
  assert.ok(
    second.requests.length <= figures.questions + 30 - answered,
    `${second.requests.length} of ${figures.questions}`,
  );
  assert.ok(figures.settled_rightly >= 10 && figures.let_through === 0, JSON.stringify(figures));
  assert.equal(trust, 'with_care');
});

test('a model that is down, and articles without a text, are told as such', async (context) => {
  const folder = await temporaryFolder();
  context.after(folder.remove);
  const down = await evidence(folder.path, ['model', 'check', 'http://127.0.0.1:1/v1', 'reader:8b']);
  assert.equal(down.code, 1);
  assert.match(down.stderr, /the model does not answer: the language model could not be reached/);
  const server = await openServer('plain');
  context.after(() => server.close());
  const none = await evidence(folder.path, ['model', 'check', server.url, 'reader:8b', '--data', folder.path]);
  assert.equal(none.code, 1);
  assert.match(none.stderr, /holds no articles/);
  const unset = await evidence(folder.path, ['model', 'check']);
  assert.equal(unset.code, 2);
  assert.match(unset.stderr, /no model is in use: name one/);
});
