/** A degraded run says so in the result itself, in every form, and names no model that took no part. */
import assert from 'node:assert/strict';
import { after, before, type TestContext, test } from 'node:test';
import type { ModelSettings } from '#apps/model-settings.ts';
import { NO_PRICES } from '#domain/tariff.ts';
import { chatCompletions } from '#test/doubles/models/chat-completions.ts';
import { openModelServer } from '#test/doubles/models/server.ts';
import { openWikiServer, type WikiServer } from '#test/doubles/web-sources/wiki-server.ts';
import { ended, submit } from '#test/support/documents.ts';
import { eventually } from '#test/support/eventually.ts';
import { type Answer, openTestService, type TestService } from '#test/support/service/open.ts';

/** Nothing listens there. */
const AWAY: ModelSettings = {
  url: 'http://127.0.0.1:1/v1',
  name: 'an-absent+model',
  key: 'a-key-of-nobody',
  kind: 'general',
  isExternal: false,
  prices: NO_PRICES,
};
const UNREAD = 'No language model read 1 of 1 claim: the language model could not be reached.';
const CONTENT = 'The station has 24 turbines.';

/** More subjects than one text may have searches. */
const NAMES = ['Ald', 'Bren', 'Cors', 'Dun', 'Eld', 'Fars', 'Gren', 'Hal'].flatMap((begins) =>
  ['ford', 'wick', 'borg', 'haven', 'stead'].map((ends) => begins + ends),
);

let service: TestService;
before(async () => {
  service = await openTestService({ realEngine: true, libraryDirectory: 'examples/library', model: AWAY });
  await eventually('the library', async () => (await service.call('GET', '//readyz', { key: null })).status === 200);
});
after(() => service.close());

/** Of a form of the result: that it tells so, and knows neither the model nor its address. */
function assertTold(form: string, { status, text }: Answer): void {
  assert.ok(status === 200 || status === 201, `${form}: ${text.slice(0, 500)}`);
  assert.ok(text.includes(UNREAD), form);
  assert.doesNotMatch(text, /127\.0\.0\.1:1/, form);
  assert.doesNotMatch(text, /absent|\+model/, form);
}

test('a model that is not reached is told in the result and its exports', async () => {
  const posted = await service.call('POST', '/verifications', { body: { content: CONTENT } });
  const { id } = posted.body.result;
  const read = await service.call('GET', `/verifications/${id}`);
  assertTold('POST', posted);
  assertTold('GET', read);
  for (const format of ['json', 'html']) {
    assertTold(format, await service.call('GET', `/verifications/${id}/export?format=${format}`));
  }
  assert.ok(posted.body.result.limitations.includes(UNREAD));
  assert.deepEqual(read.body.result.limitations, posted.body.result.limitations);
  assert.deepEqual(read.body.result.engine, posted.body.result.engine);
  const [{ verification }] = posted.body.result.claims;
  assert.equal(verification.judge_configuration, posted.body.result.engine.judge_configuration);
});

test('a model that is not reached is told in each result of a batch', async () => {
  const items = [{ content: 'The station has 25 turbines.' }, { content: 'The station has 26 turbines.' }];
  const batch = await service.call('POST', '/batches', { body: { items } });
  assertTold('batch', batch);
  for (const { result } of batch.body.items) assert.ok(result.limitations.includes(UNREAD));
});

test('a model that is not reached is told in a long result, which is written in pieces', async () => {
  const content = Array.from({ length: 60 }, (_, n) => `Station ${n} has ${n + 2} turbines.`).join(' ');
  const { status, body, text } = await service.call('POST', '/verifications', { body: { content } });
  assert.equal(status, 201);
  assert.match(body.result.limitations.join(' '), /No language model read \d+ of \d+ claims: /);
  assert.doesNotMatch(text, /absent|\+model/);
});

test('a model that is not reached is told in all artifacts of a document', async () => {
  const { body } = await submit(service, { name: 'station.txt', content: 'The station has 27 turbines.' });
  const job = await ended(service, body.job_id);
  assertTold('job', job);
  for (const { id, kind } of job.body.artifacts) {
    if (kind === 'extracted_text') continue;
    assertTold(kind, await service.call('GET', `/documents/${body.job_id}/artifacts/${id}`));
  }
});

test('a model that writes a completion and is then away is told in its verification', async (context) => {
  const server = await openModelServer({ format: chatCompletions('ollama'), credential: AWAY.key });
  context.after(() => server.close());
  server.says = () => {
    server.trouble(...Array.from({ length: 30 }, () => 'hangs_up' as const));
    return { text: 'The station has 28 turbines.' };
  };
  const model = { ...AWAY, url: server.url, name: 'writer+model' };
  const writing = await openTestService({ realEngine: true, libraryDirectory: 'examples/library', model });
  context.after(() => writing.close());
  await eventually('the library', async () => (await writing.call('GET', '//readyz', { key: null })).status === 200);
  const said = await writing.call('POST', '/chat/completions', {
    body: { model: model.name, messages: [{ role: 'user', content: 'How many turbines has the station?' }] },
  });
  assert.equal(said.status, 200, said.text);
  const { body } = await writing.call('GET', `/verifications/${said.body.verification.verification_id}`);
  assert.match(body.result.limitations.join(' '), /No language model read 1 of 1 claim: /);
  assert.doesNotMatch(JSON.stringify(body.result.engine), /writer/);
});

const TROUBLES: [what: string, trouble: WikiServer['always'], told: string][] = [
  [
    'refuses to be asked so often',
    { status: 429, headers: { 'retry-after': '600' } },
    'An outside source refused to be asked so often, for 1 of 1 claim.',
  ],
  [
    'is not understood',
    { answer: { query: { search: [{ title: 5 }] } } },
    'An outside source answered in a form that this version does not know, for 1 of 1 claim.',
  ],
  [
    'fails',
    { status: 500 },
    'A source or search provider could not be reached, or answered with an error, for 1 of 1 claim.',
  ],
];

for (const [what, trouble, told] of TROUBLES) {
  test(`a source that ${what} is told in the result`, async (context) => {
    const wiki = await openWikiServer([]);
    context.after(() => wiki.close());
    wiki.always = trouble;
    await assertLimitation(context, { wikipedia: wiki.url, wikidata: wiki.url }, told);
  });
}

test('a missing network is told in the result', (context) =>
  assertLimitation(
    context,
    { wikipedia: 'https://wikipedia.invalid', wikidata: 'https://wikidata.invalid' },
    'Outside sources were not searched for 1 of 1 claim, as there is no network connection to them.',
  ));

test('searches that the limits of a text left out are told in the result', async (context) => {
  const wiki = await openWikiServer([]);
  context.after(() => wiki.close());
  const content = NAMES.map((name) => `The ${name} Tower is 330 metres tall.`).join(' ');
  const told = /The cost or time limit was reached before every source had been searched for \d+ of \d+ claims\./;
  await assertLimitation(context, { wikipedia: wiki.url, wikidata: wiki.url }, told, content);
});

async function assertLimitation(
  context: TestContext,
  sourceUrls: { wikipedia: string; wikidata: string },
  told: string | RegExp,
  content = 'The Eiffel Tower is 330 metres tall.',
): Promise<void> {
  const allowHosts = Object.values(sourceUrls).flatMap((url) => (new URL(url).port === '' ? [] : [new URL(url).host]));
  const searching = await openTestService({ realEngine: true, publicSources: true, sourceUrls, allowHosts });
  context.after(() => searching.close());
  const posted = await searching.call('POST', '/verifications', {
    body: { content, profile: 'general_web' },
  });
  assert.equal(posted.status, 201, posted.text);
  const isTold = (text: string) => (typeof told === 'string' ? text === told : told.test(text));
  const { limitations } = posted.body.result;
  assert.ok(limitations.some(isTold), limitations.join('\n'));
  const { text } = await searching.call('GET', `/verifications/${posted.body.result.id}/export?format=html`);
  assert.ok(text.includes(limitations.find(isTold)));
}
