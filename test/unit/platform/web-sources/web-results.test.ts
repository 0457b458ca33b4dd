import assert from 'node:assert/strict';
import { test } from 'node:test';
import { brave } from '#platform/web-sources/brave.ts';
import { exa } from '#platform/web-sources/exa.ts';
import { OPERATOR_SEARCH, SEARCH_PROVIDERS } from '#platform/web-sources/search-providers.ts';
import { searxng } from '#platform/web-sources/searxng.ts';
import { serper } from '#platform/web-sources/serper.ts';
import { tavily } from '#platform/web-sources/tavily.ts';
import { dateIn } from '#platform/web-sources/web-results.ts';
import {
  MAX_SNIPPET_LENGTH,
  MAX_TITLE_LENGTH,
  SourceFormatError,
  SourceRefusal,
  type SourceWire,
} from '#platform/web-sources/wire.ts';
import fc from '../../../support/property.ts';

const QUERY = { text: 'height of the tower', language: 'en', limit: 10 };
const ALL: SourceWire[] = [...Object.values(SEARCH_PROVIDERS), OPERATOR_SEARCH];

const searxngAnswer = (...results: unknown[]) => ({ results, unresponsive_engines: [] });
const page = (changes: object = {}) => ({
  url: 'https://a.example/page',
  title: 'A page',
  content: 'It says so.',
  ...changes,
});

test('a result that is no page is left out among others', () => {
  const strange = [
    page({ url: 'javascript:alert(1)' }),
    page({ url: 'ftp://a.example/file' }),
    page({ url: 'https://user:secret@a.example/' }),
    page({ url: `https://a.example/${'x'.repeat(3_000)}` }),
    page({ url: undefined }),
    page({ title: 7 }),
    'a string',
    null,
  ];
  const found = searxng.parseSearch(searxngAnswer(...strange, page({ url: 'https://b.example/' })), QUERY);
  assert.deepEqual(
    found.map(({ url }) => url),
    ['https://b.example/'],
  );
});

test('where no result is usable, the first field that is wrong is named', () => {
  const field = (wire: SourceWire, answer: unknown) => {
    try {
      return wire.parseSearch(answer, QUERY).length;
    } catch (error) {
      assert(error instanceof SourceFormatError);
      return error.field;
    }
  };
  assert.equal(field(searxng, searxngAnswer(page({ title: undefined }))), 'results[0].title');
  assert.equal(field(searxng, searxngAnswer()), 0);
  assert.equal(field(searxng, {}), 'results');
  assert.equal(field(searxng, undefined), 'the answer');
  assert.equal(field(brave, { type: 'search' }), 0);
  assert.equal(field(brave, { type: 'search', web: { results: [{ title: 'x' }] } }), 'web.results[0].url');
  assert.equal(field(brave, { web: { results: [] } }), 'type');
  assert.equal(field(tavily, { results: 'many' }), 'results');
  assert.equal(field(exa, { results: [{ url: 'https://a.example/', highlights: [3] }] }), 'results[0].highlights[0]');
  assert.equal(field(serper, { organic: [] }), 'searchParameters');
  assert.equal(field(serper, { searchParameters: { q: 'x' }, organic: [{ title: 'x' }] }), 'organic[0].link');
});

test('a page stands among the results once, however often it was found', () => {
  const found = searxng.parseSearch(
    searxngAnswer(page(), page({ url: 'https://a.example/page#part' }), page({ url: 'https://b.example/' })),
    QUERY,
  );
  assert.deepEqual(
    found.map(({ key }) => key),
    ['https://a.example/page', 'https://b.example/'],
  );
});

test('no more results than asked for', () => {
  const many = Array.from({ length: 30 }, (_, i) => page({ url: `https://a.example/${i}` }));
  assert.equal(searxng.parseSearch(searxngAnswer(...many), { ...QUERY, limit: 3 }).length, 3);
});

test('titles and snippets are plain text of bounded length', () => {
  const [clean] = searxng.parseSearch(
    searxngAnswer(page({ title: 'A\u200b\u202e \u0007title\n', content: `It ${'x'.repeat(9_000)}\ud800` })),
    QUERY,
  );
  assert.equal(clean?.title, 'A title');
  assert.equal(clean?.snippet?.length, MAX_SNIPPET_LENGTH);
  const [long, untitled] = searxng.parseSearch(
    searxngAnswer(
      page({ title: 't'.repeat(9_000), content: null }),
      page({ url: 'https://b.example/', title: ' ', content: ' ' }),
    ),
    QUERY,
  );
  assert.equal(long?.title.length, MAX_TITLE_LENGTH);
  assert.equal(long?.snippet, null);
  assert.deepEqual([untitled?.title, untitled?.snippet], ['b.example', null]);
});

test('the markup of a snippet is no part of its text', () => {
  const [found] = brave.parseSearch(
    {
      type: 'search',
      web: {
        results: [
          {
            url: 'https://a.example/',
            title: 'Tom &amp; Jerry',
            description: 'It is <strong>330</strong> m, isn&#x27;t it? &lt;script&gt;',
          },
        ],
      },
    },
    QUERY,
  );
  assert.equal(found?.title, 'Tom & Jerry');
  assert.equal(found?.snippet, "It is 330 m, isn't it? <script>");
});

test('highlights stay paragraphs of their own', () => {
  const [found] = exa.parseSearch(
    { results: [{ url: 'https://a.example/', title: null, highlights: ['One\nline.', 'Another.'] }] },
    QUERY,
  );
  assert.equal(found?.snippet, 'One line.\n\nAnother.');
  assert.equal(found?.title, 'a.example');
});

test('dates are read where they are dates', () => {
  const cases: [string | null | undefined, string | null][] = [
    ['2024-02-29', '2024-02-29'],
    ['2024-02-29T10:00:00', '2024-02-29'],
    ['2024-02-29T23:30:00-05:00', '2024-03-01T04:30:00.000Z'],
    ['2023-11-16T01:36:32.547Z', '2023-11-16T01:36:32.547Z'],
    ['Mon, 07 Apr 2025 12:00:00 GMT', '2025-04-07T12:00:00.000Z'],
    ['Jan 2, 2024', '2024-01-02'],
    ['3 days ago', null],
    ['2024-13-45', null],
    ['yesterday', null],
    ['', null],
    [null, null],
    [undefined, null],
  ];
  for (const [text, date] of cases) assert.equal(dateIn(text), date, String(text));
});

test('an empty result because engines refuse is not an empty search', () => {
  assert.throws(
    () => searxng.parseSearch({ results: [], unresponsive_engines: [['google', 'CAPTCHA']] }, QUERY),
    (error) => error instanceof SourceRefusal && error.reason === 'unavailable',
  );
  const found = { results: [page()], unresponsive_engines: [['google', 'CAPTCHA']] };
  assert.equal(searxng.parseSearch(found, QUERY).length, 1);
});

test('what Brave asks to wait is read from the limit that is used up', () => {
  const wait = (remaining: string, reset: string) => {
    const headers: Record<string, string> = { 'x-ratelimit-remaining': remaining, 'x-ratelimit-reset': reset };
    return brave.refusal?.(429, {}, (name) => headers[name])?.retry_after_s;
  };
  assert.equal(wait('0, 1999', '1, 1419704'), 1);
  assert.equal(wait('1, 0', '1, 1419704'), 1_419_704);
  assert.equal(wait('', ''), 0);
  assert.equal(wait('0', 'soon'), null);
});

test('whatever arrives, a search ends with usable pages or with one of the two errors', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      for (const wire of ALL) {
        for (const answer of [
          value,
          { results: value },
          { results: [value] },
          { type: 'search', web: { results: [value] } },
          { searchParameters: { q: 'x' }, organic: [value, { link: 'https://a.example/', title: 'x', date: value }] },
        ]) {
          try {
            for (const { url, title } of wire.parseSearch(answer, QUERY)) {
              assert.match(url, /^https?:\/\//);
              assert.notEqual(title, '');
            }
          } catch (error) {
            assert(error instanceof SourceFormatError || error instanceof SourceRefusal, String(error));
          }
        }
      }
    }),
  );
});
