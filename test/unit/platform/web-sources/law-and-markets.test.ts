/** Answers of the databases of law and of markets, as they come and as they could come. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BASE_PROFILES } from '#contracts/vocabulary.ts';
import { planQueries } from '#engine/retrieval/plan-queries.ts';
import { courtlistener } from '#platform/web-sources/courtlistener.ts';
import { edgar } from '#platform/web-sources/edgar.ts';
import { federalregister } from '#platform/web-sources/federalregister.ts';
import { PUBLIC_SOURCES } from '#platform/web-sources/public-sources.ts';
import { SourceFormatError } from '#platform/web-sources/wire.ts';
import { worldbank } from '#platform/web-sources/worldbank.ts';
import { termsIn } from '#platform/web-sources/worldbank-terms.ts';
import { assertRefusal } from '#test/contract/web-source.ts';
import { extractedClaim } from '#test/support/extracted-claim.ts';
import { OCCASION, queryFor } from '#test/support/web-sources/ask.ts';

const QUERY = queryFor('population of France');
const lacks = (field: string) => (error: unknown) => error instanceof SourceFormatError && error.field === field;

test('every profile has its sources, and each source its own name', () => {
  const sources = new Set(BASE_PROFILES.flatMap((profile) => PUBLIC_SOURCES[profile]));
  assert.equal(new Set([...sources].map(({ id }) => id)).size, sources.size);
  assert.deepEqual(PUBLIC_SOURCES.internal_enterprise, []);
});

test('Federal Register: an answer without results is one in which nothing was found', () => {
  assert.deepEqual(federalregister.parseSearch({ count: 0, description: 'x' }, QUERY), []);
  assert.throws(() => federalregister.parseSearch({ errors: {} }, QUERY), lacks('count'));
});

test('Federal Register: documents of unknown kinds, and bad ones', () => {
  const document = {
    document_number: '2020-1',
    html_url: 'https://www.federalregister.gov/d/2020-1',
    title: 'A title',
  };
  const [first, ...others] = federalregister.parseSearch(
    {
      count: 2,
      results: [
        { ...document, type: 'Sunshine Act', agencies: 'x', excerpts: 4 },
        { ...document, html_url: 'javascript:1' },
      ],
    },
    QUERY,
  );
  assert.deepEqual(
    [first!.source_class, first!.publisher, first!.snippet, others],
    ['official_document', null, null, []],
  );
});

test('CourtListener: an address stays on its site', () => {
  const cluster = { cluster_id: 1, caseName: 'Foo <mark>v.</mark> Foo', opinions: [], absolute_url: '/opinion/1/foo/' };
  const strange = ['//evil.example/', '/\\evil.example/', 'https://evil.example/', 'javascript:1'];
  const found = courtlistener.parseSearch(
    { results: [...strange.map((absolute_url) => ({ ...cluster, absolute_url })), cluster] },
    QUERY,
  );
  assert.deepEqual(
    found.map(({ url, title }) => [url, title]),
    [['https://www.courtlistener.com/opinion/1/foo/', 'Foo v. Foo']],
  );
});

const HIT = {
  _id: '0000320193-23-000106:aapl-20230930.htm',
  _source: { display_names: ['Apple Inc.  (AAPL)  (CIK 0000320193)'], ciks: ['0000320193'], form: '10-K' },
};

test('EDGAR: names of documents lead nowhere else', () => {
  const strange = ['0000320193-23-000106:../../x.htm', '0000320193-23-000106:x?y#z', 'x', 3];
  const hits = [...strange.map((_id) => ({ ...HIT, _id })), { ...HIT, _source: { ...HIT._source, ciks: ['../1'] } }];
  assert.deepEqual(
    edgar
      .parseSearch({ hits: { hits: [...hits, HIT] } }, QUERY)
      .map(({ title, publication_date }) => [title, publication_date]),
    [['Apple Inc., 10-K', null]],
  );
  assert.throws(() => edgar.parseSearch({ hits: { hits } }, QUERY), lacks('hits.hits[0]._id'));
});

test('EDGAR is asked for names and years, not for rounded figures', () => {
  const { query } = edgar.search(queryFor('revenue rose 394 billion 2022 Apple services iPhone 8% growth'), OCCASION)!;
  assert.equal(query?.q, '2022 Apple iPhone revenue services');
  assert.equal(edgar.search(queryFor('3.5 billion'), OCCASION), null);
});

test('EDGAR is not asked by a service that names no contact, which it would refuse', () => {
  assert.equal(edgar.search(queryFor('Apple revenue'), { ...OCCASION, contact: null }), null);
});

test('names of companies and countries are known in the queries of claims', () => {
  const planned = (claim: string) => planQueries(extractedClaim(claim), 'thorough')[0]!.text;
  const long = 'Total quarterly sales of smartphones and tablets sold by retailers in stores were reported by Apple.';
  assert.match(edgar.search(queryFor(planned(long)), OCCASION)!.query!.q!, /\bApple\b/);
  assert.deepEqual(termsIn(planned('The population of France was 67 million in 2020.'))?.countries, ['FR']);
});

test('World Bank: quantities and countries of a text', () => {
  const cases: [text: string, indicators: string[] | null, countries?: string[], years?: [number, number] | null][] = [
    ['population of France in 2020', ['SP.POP.TOTL'], ['FR'], [2020, 2020]],
    ['GDP per capita Norway Germany 2010 2019', ['NY.GDP.PCAP.CD'], ['NO', 'DE'], [2010, 2019]],
    ['United States inflation unemployment', ['FP.CPI.TOTL.ZG', 'SL.UEM.TOTL.ZS'], ['US'], null],
    ["the U.S.'s life expectancy", ['SP.DYN.LE00.IN'], ['US'], null],
    ['world population 8 billion 2022', ['SP.POP.TOTL'], ['WLD'], [2022, 2022]],
    ['Bosnia and Herzegovina population', ['SP.POP.TOTL'], ['BA'], null],
    ['Papua New Guinea population', ['SP.POP.TOTL'], ['PG'], null],
    ["Côte d'Ivoire GDP growth", ['NY.GDP.MKTP.KD.ZG'], ['CI'], null],
    // Other things that have a country's name in theirs.
    ['Mexico City population', null],
    ['New Mexico population', null],
    ['Bank China population', null],
    ['Georgia population', null],
    ['told us about the population', null],
    ['France won in 2018', null],
  ];
  for (const [text, indicators, countries, years] of cases) {
    const terms = termsIn(text);
    assert.deepEqual(terms, indicators === null ? null : { indicators, countries, years }, text);
  }
});

test('World Bank: requests cover the years around those of the text', () => {
  const years = (text: string) => worldbank.search(queryFor(text), OCCASION)!.query?.date;
  assert.equal(years('population of France in 2020'), '2019:2021');
  assert.equal(years('population of France'), '2016:2026');
  assert.equal(years('population of France in 2026'), '2025:2026');
});

const HEAD = { page: 1, pages: 1, per_page: 50, total: 1, lastupdated: '2026-10-13' };
const ROW = {
  indicator: { id: 'SP.POP.TOTL', value: 'Population, total' },
  country: { id: 'FR', value: 'France' },
  date: '2020',
  value: 67_601_110,
};

test('World Bank: values are rows; missing and malformed ones are left out', () => {
  const rows = [{ ...ROW, date: '2021', value: null }, ROW, { ...ROW, value: '12' }, { ...ROW, date: 'x' }];
  const [candidate] = worldbank.parseSearch([HEAD, rows], QUERY);
  assert.equal(candidate!.snippet, 'Population, total, France, 2020: 67601110');
  assert.deepEqual(worldbank.parseSearch([HEAD, [{ ...ROW, value: null }]], QUERY), []);
  assert.deepEqual(worldbank.parseSearch([{ ...HEAD, total: 0 }, null], QUERY), []);
  assert.throws(() => worldbank.parseSearch([HEAD, [{ ...ROW, date: 2020 }]], QUERY), lacks('[1][0].date'));
});

test('World Bank: all years that it is asked for are read', () => {
  const series = (id: string) =>
    Array.from({ length: 60 }, (_, i) => ({ ...ROW, country: { id, value: id }, date: String(1960 + i) }));
  const found = worldbank.parseSearch([HEAD, [...series('FR'), ...series('DE')]], QUERY);
  assert.match(found[1]!.snippet!, /DE, 2019: /);
});

test('World Bank: an error told with status 200 is a refusal', () => {
  assertRefusal(worldbank, [{ message: [{ id: '120', key: 'Invalid value', value: 'x' }] }], 'unavailable');
});
