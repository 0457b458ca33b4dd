/** NCBI's E-utilities for PubMed: ESearch as JSON, EFetch as XML. The history server and dates are lacking. */
import { type Answered, type Database, numberIn, RecordIndex, type TextRecord, unknownIn } from '../database.ts';
import { type Expression, readExpression } from '../expression.ts';

export interface PubmedArticle extends TextRecord {
  /** A PMID. */
  id: string;
  journal?: string;
  year: number;
  month?: string;
  /** Sections of the abstract by label, beside `text`. */
  sections?: Readonly<Record<string, string>>;
  copyright?: string;
  types?: readonly string[];
}

const SEARCH_PARAMETERS = [
  'db',
  'term',
  'retmax',
  'retstart',
  'retmode',
  'sort',
  'field',
  'usehistory',
  'tool',
  'email',
];
const FETCH_PARAMETERS = ['db', 'id', 'rettype', 'retmode', 'tool', 'email'];
const LANGUAGE = { or: 'OR', not: 'NOT', fields: [], always: ['hasabstract'] };
const LIMITS = { 'x-ratelimit-limit': '3', 'x-ratelimit-remaining': '2' };

/** With status 200. */
function searchError(message: string): Answered {
  return {
    status: 200,
    headers: LIMITS,
    body: { header: { type: 'esearch', version: '0.3' }, esearchresult: { ERROR: message } },
  };
}

function articleXml(article: PubmedArticle): string {
  const sections = Object.entries(article.sections ?? {}).map(
    ([label, text]) => `<AbstractText Label="${label}" NlmCategory="${label}">${escaped(text)}</AbstractText>`,
  );
  const types = article.types ?? ['Journal Article'];
  return `<PubmedArticle>
  <MedlineCitation Status="MEDLINE" Owner="NLM">
    <PMID Version="1">${article.id}</PMID>
    <DateRevised><Year>2026</Year><Month>04</Month><Day>23</Day></DateRevised>
    <Article PubModel="Print-Electronic">
      <Journal>
        <ISSN IssnType="Electronic">1476-4687</ISSN>
        <JournalIssue CitedMedium="Internet">
          <Volume>618</Volume>
          <PubDate><Year>${article.year}</Year>${article.month === undefined ? '' : `<Month>${article.month}</Month>`}</PubDate>
        </JournalIssue>
        <Title>${escaped(article.journal ?? 'A Journal')}</Title>
      </Journal>
      <ArticleTitle>${escaped(article.title)}</ArticleTitle>
      <Abstract>
        <AbstractText>${escaped(article.text)}</AbstractText>${sections.join('')}
        ${article.copyright === undefined ? '' : `<CopyrightInformation>${escaped(article.copyright)}</CopyrightInformation>`}
      </Abstract>
      <AuthorList CompleteYN="Y"><Author ValidYN="Y"><LastName>Example</LastName><Initials>A</Initials></Author></AuthorList>
      <PublicationTypeList>${types.map((type) => `<PublicationType UI="D016428">${type}</PublicationType>`).join('')}</PublicationTypeList>
    </Article>
  </MedlineCitation>
  <PubmedData><ArticleIdList><ArticleId IdType="pubmed">${article.id}</ArticleId></ArticleIdList></PubmedData>
</PubmedArticle>`;
}

export function pubmedDatabase(articles: readonly PubmedArticle[]): Database {
  const index = new RecordIndex(articles);

  function search(query: URLSearchParams): Answered {
    const [unknown] = unknownIn(query, SEARCH_PARAMETERS);
    if (unknown !== undefined) return searchError(`unknown parameter ${unknown}`);
    const limit = numberIn(query, 'retmax', 20, 0, 10_000);
    const offset = numberIn(query, 'retstart', 0, 0, 9_998);
    if (limit === null || offset === null) return searchError("'retstart' cannot be larger than 9998.");
    let expression: Expression;
    try {
      expression = readExpression(query.get('term') ?? '', LANGUAGE);
    } catch {
      return searchError('Empty term and query_key - nothing todo');
    }
    const { total, items } = index.find(expression.words, expression.matches, { offset, limit });
    return {
      status: 200,
      headers: LIMITS,
      body: {
        header: { type: 'esearch', version: '0.3' },
        esearchresult: {
          count: String(total),
          retmax: String(items.length),
          retstart: String(offset),
          idlist: items.map(({ id }) => id),
          translationset: [],
          querytranslation: query.get('term'),
        },
      },
    };
  }

  function fetchRecords(query: URLSearchParams): Answered {
    const [unknown] = unknownIn(query, FETCH_PARAMETERS);
    if (unknown !== undefined || query.get('retmode') !== 'xml') return { status: 400, body: 'Bad request' };
    const found = (query.get('id') ?? '').split(',').flatMap((id) => index.get(id) ?? []);
    return {
      status: 200,
      type: 'text/xml; charset=UTF-8',
      headers: LIMITS,
      body: [
        '<?xml version="1.0" ?>',
        '<!DOCTYPE PubmedArticleSet PUBLIC "-//NLM//DTD PubMedArticle, 1st January 2025//EN" "https://dtd.nlm.nih.gov/ncbi/pubmed/out/pubmed_250101.dtd">',
        `<PubmedArticleSet>${found.map(articleXml).join('\n')}</PubmedArticleSet>`,
      ].join('\n'),
    };
  }

  return {
    answer({ path, query }) {
      if (query.get('db') !== 'pubmed') return { status: 400, body: 'Bad request' };
      if (path === '/esearch.fcgi') return search(query);
      return path === '/efetch.fcgi' ? fetchRecords(query) : { status: 404, body: 'Not found' };
    },
    rateLimited: () => ({
      status: 429,
      headers: { ...LIMITS, 'x-ratelimit-remaining': '0', 'retry-after': '2' },
      body: { error: 'API rate limit exceeded', 'api-key': '192.0.2.1', count: '4', limit: '3' },
    }),
  };
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
