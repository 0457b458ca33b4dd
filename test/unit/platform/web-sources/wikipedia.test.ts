import assert from 'node:assert/strict';
import { test } from 'node:test';
import { wikipedia } from '#platform/web-sources/wikipedia.ts';
import { SourceRefusal } from '#platform/web-sources/wire.ts';

const QUERY = { text: 'Eiffel Tower 330 metres', language: 'en', limit: 5 };

function textOf(extract: string): string | undefined {
  assert(wikipedia.text.kind === 'request');
  return wikipedia.text.parse({ query: { pages: [{ pageid: 1, extract }] } }, [])[0]?.text;
}

test('any word of a query may match, as no article has all words of a false claim', () => {
  const asked = (text: string) =>
    wikipedia.search({ ...QUERY, text }, { contact: null, now: new Date(0) })?.query?.srsearch;
  assert.equal(asked(QUERY.text), 'Eiffel OR Tower OR 330 OR metres');
  assert.equal(asked('AND "3.5" -not:intitle U.S.'), 'and OR "3.5" OR not OR intitle OR "U.S"');
  assert.equal(asked('…'), undefined);
});

test('headings are kept, sections without statements are not', () => {
  const text = textOf(
    'It is a tower.\n\n== History ==\nIt was built.\n=== Work ===\nBy hand.\n== References ==\nBooks.\n=== Notes ===\nMore.\n== Legacy ==\nIt stands.',
  );
  assert.equal(
    text,
    'It is a tower.\n\n## History\n\nIt was built.\n\n### Work\n\nBy hand.\n\n## Legacy\n\nIt stands.',
  );
});

test('lines that only look like headings are paragraphs, and cost nothing to tell', () => {
  for (const line of ['== a', '==', '======', '= a =', `== ${'x'.repeat(1_000)} ==`]) assert.equal(textOf(line), line);
  assert.equal(textOf('=== a == b ==='), '### a == b');
  assert.equal(textOf('=== a =='), '## = a');
  const hostile = `==${' '.repeat(30_000)}=${' '.repeat(30_000)}x`;
  assert.equal(textOf(hostile), hostile);
});

test('the Wikipedia of the language of the text is asked', () => {
  assert(typeof wikipedia.base_url === 'function');
  assert.equal(wikipedia.base_url('de'), 'https://de.wikipedia.org');
  assert.equal(wikipedia.base_url('und'), 'https://en.wikipedia.org');
  const [found] = wikipedia.parseSearch(
    { query: { search: [{ title: 'Brücke von Remagen', pageid: 7 }] } },
    { ...QUERY, language: 'de' },
  );
  assert.equal(found!.url, 'https://de.wikipedia.org/wiki/Br%C3%BCcke_von_Remagen');
  assert.equal(
    textOf('Ein Turm.\n\n== Einzelnachweise ==\nBücher.\n== Erbe ==\nEr steht.'),
    'Ein Turm.\n\n## Erbe\n\nEr steht.',
  );
});

test('a missing article has no text', () => {
  assert(wikipedia.text.kind === 'request');
  assert.deepEqual(wikipedia.text.parse({ query: { pages: [{ pageid: 7, missing: true }] } }, []), []);
  assert.equal(textOf(''), undefined);
});

test('titles become addresses', () => {
  const [found] = wikipedia.parseSearch({ query: { search: [{ title: 'AC/DC & Co. (band)?', pageid: 9 }] } }, QUERY);
  assert.equal(found?.url, 'https://en.wikipedia.org/wiki/AC%2FDC_%26_Co._(band)%3F');
  assert.equal(found?.key, '9');
});

test('a lagging wiki wants to be left alone', () => {
  const answer = { error: { code: 'maxlag', info: 'Waiting', lag: 7.3 } };
  assert.throws(
    () => wikipedia.parseSearch(answer, QUERY),
    (error) => error instanceof SourceRefusal && error.reason === 'rate_limited',
  );
});
