/** Answers of databases of articles, as they come and as they could come. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { arxiv } from '#platform/web-sources/arxiv.ts';
import { crossref } from '#platform/web-sources/crossref.ts';
import { europepmc } from '#platform/web-sources/europepmc.ts';
import { SourceFormatError } from '#platform/web-sources/wire.ts';
import { assertRefusal } from '#test/contract/web-source.ts';
import { OCCASION, queryFor } from '#test/support/web-sources/ask.ts';

const QUERY = queryFor('base editing');

const crossrefAnswer = (...items: unknown[]) => ({ status: 'ok', message: { items } });
const WORK = {
  DOI: '10.3791/20970',
  URL: 'https://doi.org/10.3791/20970',
  type: 'journal-article',
  title: ['Base Editing'],
};

test('Crossref: a record without abstract is its row', () => {
  const work = { ...WORK, issued: { 'date-parts': [[2026, 9, 3]] }, publisher: 'MyJove' };
  const [candidate] = crossref.parseSearch(crossrefAnswer(work), QUERY);
  assert.equal(candidate!.snippet, 'Title: Base Editing | Publisher: MyJove | Date: 2026-09-03 | DOI: 10.3791/20970');
  assert.equal(candidate!.publisher, 'MyJove');
});

test('Crossref: what a record can be without may have any form', () => {
  const work = {
    ...WORK,
    abstract: 7,
    issued: { 'date-parts': [[null]] },
    author: [{ given: 3 }, 'x', { name: 'The Consortium' }],
    'container-title': 'Nature',
    license: [{ URL: 'javascript:alert(1)' }],
    type: 'Posted Content!',
  };
  const [candidate] = crossref.parseSearch(crossrefAnswer(work), QUERY);
  assert.equal(candidate!.snippet, 'Title: Base Editing | Authors: The Consortium | DOI: 10.3791/20970');
  assert.equal(candidate!.licence, null);
  assert.equal(candidate!.source_class, 'scholarly_work');
});

test('Crossref: bad records are left out, retracted ones too', () => {
  const bad = [{ ...WORK, URL: 'javascript:alert(1)' }, { ...WORK, title: [] }, { ...WORK, DOI: 'x' }, null];
  const found = crossref.parseSearch(
    crossrefAnswer(...bad, { ...WORK, title: ['RETRACTED: Base Editing'] }, WORK),
    QUERY,
  );
  assert.deepEqual(
    found.map(({ title }) => title),
    ['Base Editing'],
  );
  assert.throws(
    () => crossref.parseSearch(crossrefAnswer(...bad), QUERY),
    (error) => error instanceof SourceFormatError && error.field === 'message.items[0].URL',
  );
});

test('Crossref: a contact is told if there is one', () => {
  assert.equal(crossref.search(QUERY, OCCASION)!.query!.mailto, 'ops@example.org');
  assert.ok(!('mailto' in crossref.search(QUERY, { ...OCCASION, contact: null })!.query!));
});

const ENTRY = `<entry><id>http://arxiv.org/abs/2609.04658v1</id><title>VizIt: A
  multi-view framework</title><published>2026-09-04T02:40:47Z</published><summary>Multi-omic studies
  require $n &lt; m$.</summary></entry>`;
const feed = (...entries: string[]) =>
  `<?xml version='1.0'?><feed xmlns="http://www.w3.org/2005/Atom">${entries.join('')}</feed>`;

test('arXiv: wrapped lines are joined, and entries of another form are left out', () => {
  const found = arxiv.parseSearch(feed('<entry><id>http://evil.example/abs/1</id></entry>', ENTRY), QUERY);
  assert.deepEqual(
    found.map(({ key, title, snippet }) => [key, title, snippet]),
    [['2609.04658v1', 'VizIt: A multi-view framework', 'Multi-omic studies require $n < m$.']],
  );
  assert.throws(
    () => arxiv.parseSearch(feed('<entry><id>http://evil.example/abs/1</id></entry>'), QUERY),
    (error) => error instanceof SourceFormatError && error.field === 'feed.entry[0].id',
  );
});

test('arXiv: errors and limits told with status 200 are refusals', () => {
  assertRefusal(
    arxiv,
    feed('<entry><id>http://arxiv.org/api/errors#x</id><title>Error</title></entry>'),
    'unavailable',
  );
  assertRefusal(arxiv, 'Rate exceeded.', 'rate_limited');
});

test('arXiv: a query without words is not asked', () => {
  assert.equal(arxiv.search(queryFor('?!'), OCCASION), null);
});

const ARTICLE = {
  id: '42700480',
  source: 'MED',
  title: 'Advances in <i>cascaded</i> CRISPR.',
  abstractText: '<h4>Background</h4>Rapid assays matter (p<0.01).<h4>Results</h4>They <b>work</b>.',
  journalInfo: { journal: { title: 'Biosensors & bioelectronics' } },
  pubYear: '2026',
};
const europepmcAnswer = (...result: unknown[]) => ({ version: '6.9', hitCount: 1, resultList: { result } });

test('Europe PMC: abstracts lose their tags and keep their sections', () => {
  const [candidate] = europepmc.parseSearch(europepmcAnswer(ARTICLE), QUERY);
  assert.equal(candidate!.title, 'Advances in cascaded CRISPR.');
  assert.equal(candidate!.snippet, 'Background\n\nRapid assays matter (p<0.01).\n\nResults\n\nThey work.');
  assert.equal(candidate!.publication_date, '2026');
});

test("Europe PMC: a preprint's publisher is its server; retracted ones are left out", () => {
  const preprint = { id: 'PPR1', source: 'PPR', title: 'A preprint', bookOrReportDetails: { publisher: 'bioRxiv' } };
  const retracted = { ...ARTICLE, pubTypeList: { pubType: ['Journal Article', 'Retracted Publication'] } };
  const found = europepmc.parseSearch(europepmcAnswer(retracted, preprint, { ...ARTICLE, source: '../x' }), QUERY);
  assert.deepEqual(
    found.map(({ publisher, source_class }) => [publisher, source_class]),
    [['bioRxiv', 'preprint']],
  );
});

test('Europe PMC: an error told with status 200 is a refusal', () => {
  assertRefusal(europepmc, { errCode: 404, errMsg: 'No search criteria provided.' }, 'unavailable');
});
