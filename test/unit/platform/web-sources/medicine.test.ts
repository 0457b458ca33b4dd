/** Answers of the databases of medicine, as they come and as they could come. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clinicaltrials } from '#platform/web-sources/clinicaltrials.ts';
import { pubmed } from '#platform/web-sources/pubmed.ts';
import { SourceFormatError, type WebCandidate } from '#platform/web-sources/wire.ts';
import { assertRefusal } from '#test/contract/web-source.ts';
import { OCCASION, queryFor } from '#test/support/web-sources/ask.ts';

const QUERY = queryFor('Geneformer learns network biology');
const lacks = (field: string) => (error: unknown) => error instanceof SourceFormatError && error.field === field;

const ARTICLE = (
  pmid: string,
  rest: string,
) => `<PubmedArticle><MedlineCitation><PMID Version="1">${pmid}</PMID><Article>
  <Journal><JournalIssue><PubDate><MedlineDate>2023 Jun-Jul</MedlineDate></PubDate></JournalIssue><Title>Nature</Title></Journal>
  <ArticleTitle>Transfer learning enables <i>predictions</i>.</ArticleTitle>${rest}</Article></MedlineCitation></PubmedArticle>`;
const ABSTRACT = `<Abstract><AbstractText Label="RESULTS">About 30&#x2009;million cells<sup>1,2</sup>; p&lt;0.05.</AbstractText>
  <AbstractText Label="UNLABELLED">It works.</AbstractText><CopyrightInformation>© 2023. The Author(s).</CopyrightInformation></Abstract>`;

function read(xml: string, ...keys: string[]) {
  assert.ok(pubmed.text.kind === 'request');
  return pubmed.text.parse(
    xml,
    keys.map((key) => ({ key }) as WebCandidate),
  );
}

test('PubMed: structured abstracts keep their labels, and dates their precision', () => {
  const [text] = read(`<PubmedArticleSet>${ARTICLE('37258680', ABSTRACT)}</PubmedArticleSet>`, '37258680');
  assert.deepEqual(text, {
    key: '37258680',
    text: 'RESULTS: About 30 million cells1,2; p<0.05.\n\nIt works.',
    details: {
      title: 'Transfer learning enables predictions.',
      publisher: 'Nature',
      publication_date: '2023',
      licence: '© 2023. The Author(s).',
    },
  });
});

test('PubMed: articles without abstract, retracted and unrequested ones are left out', () => {
  const retracted = `${ABSTRACT}<PublicationTypeList><PublicationType>Retracted Publication</PublicationType></PublicationTypeList>`;
  const records = [ARTICLE('1', ''), ARTICLE('2', retracted), ARTICLE('3', ABSTRACT), ARTICLE('x', ABSTRACT)].join('');
  assert.deepEqual(read(`<PubmedArticleSet>${records}</PubmedArticleSet>`, '1', '2', 'x'), []);
  assert.deepEqual(read('<PubmedArticleSet></PubmedArticleSet>', '1'), []);
});

test('PubMed: a chapter of a book is a text, too', () => {
  const book = `<PubmedArticleSet><PubmedBookArticle><BookDocument><PMID>20301425</PMID><Book><BookTitle>GeneReviews</BookTitle>
    <PubDate><Year>1993</Year></PubDate></Book><ArticleTitle>BRCA1</ArticleTitle>${ABSTRACT}</BookDocument></PubmedBookArticle></PubmedArticleSet>`;
  const [text] = read(book, '20301425');
  assert.deepEqual([text?.details?.publisher, text?.details?.publication_date], ['GeneReviews', '1993']);
});

test('PubMed: other documents are refused', () => {
  assert.throws(() => read('<eFetchResult><ERROR>x</ERROR></eFetchResult>', '1'), lacks('PubmedArticleSet'));
  assert.throws(
    () => read('<PubmedArticleSet><Strange/></PubmedArticleSet>', '1'),
    lacks('PubmedArticleSet.PubmedArticle'),
  );
  assert.throws(() => read('<!DOCTYPE x [<!ENTITY a "b">]><PubmedArticleSet/>', '1'), lacks('PubmedArticleSet'));
});

test('PubMed: malformed numbers are left out; errors with status 200 are refusals', () => {
  const answer = (...idlist: unknown[]) => ({ esearchresult: { idlist } });
  assert.deepEqual(
    pubmed.parseSearch(answer('1', 2, '3 OR', '1', '4'), QUERY).map(({ key }) => key),
    ['1', '4'],
  );
  assert.throws(() => pubmed.parseSearch(answer('x'), QUERY), lacks('esearchresult.idlist[0]'));
  assertRefusal(pubmed, { esearchresult: { ERROR: 'Search Backend failed' } }, 'unavailable');
  assertRefusal(pubmed, { error: 'API rate limit exceeded', count: '4', limit: '3' }, 'rate_limited');
});

test('PubMed is told which program asks, and whom to write to', () => {
  const { query } = pubmed.search(QUERY, OCCASION)!;
  assert.deepEqual([query?.tool, query?.email], ['evidence-verification', 'ops@example.org']);
});

test('ClinicalTrials.gov: a study is its number and title; all else may be missing', () => {
  const identificationModule = { nctId: 'NCT04368728', briefTitle: 'A study' };
  const studies = [
    { protocolSection: { identificationModule } },
    { protocolSection: { identificationModule, designModule: 3, statusModule: { overallStatus: 7 } }, hasResults: 'x' },
    { protocolSection: { identificationModule: { nctId: 'NCT1', briefTitle: 'Bad' } } },
  ];
  const found = clinicaltrials.parseSearch({ studies }, QUERY);
  assert.deepEqual(
    found.map(({ snippet }) => snippet),
    ['Study: NCT04368728', 'Study: NCT04368728'],
  );
  assert.throws(
    () => clinicaltrials.parseSearch({ studies: studies.slice(2) }, QUERY),
    lacks('studies[0].protocolSection.identificationModule.nctId'),
  );
});
