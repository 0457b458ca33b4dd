/**
 * PubMed, after "The E-utilities In-Depth" (NCBI Bookshelf NBK25499) and "A General Introduction to the E-utilities"
 * (NBK25497), as they stood in September 2026. A search gives numbers alone; ESummary would add titles, EFetch gives both
 * titles and abstracts. Errors of a search come with status 200.
 */
import { z } from 'zod';
import { childrenOf, elementAt, textOf, type XmlElement } from '#markup/xml.ts';
import { candidateOf, isRetracted, line, paragraphs, readAnswer, readRows } from './answers.ts';
import { dateOfText, dateOfWords } from './database-dates.ts';
import { anyOf, queryWords } from './query-words.ts';
import {
  MAX_TEXT_LENGTH,
  MAX_TITLE_LENGTH,
  SourceFormatError,
  SourceRefusal,
  type SourceText,
  type SourceWire,
} from './wire.ts';
import { readXml } from './xml.ts';

/** The name of the requesting program, which the databases ask for. */
const TOOL = 'evidence-verification';
const PMID = /^\d{1,10}$/;

const Answer = z.object({ esearchresult: z.object({ idlist: z.array(z.unknown()) }) });
const Refused = z.union([
  z.object({ error: z.string() }),
  z.object({ esearchresult: z.object({ ERROR: z.string() }) }),
]);

/** Articles have these below MedlineCitation/Article, books below BookDocument. */
function textIn(record: XmlElement): SourceText | null {
  const citation = elementAt(record, 'MedlineCitation');
  const book = elementAt(record, 'BookDocument');
  const article = elementAt(citation, 'Article') ?? book;
  const key = textOf(elementAt(citation ?? book, 'PMID')).trim();
  if (article === undefined || !PMID.test(key)) return null;
  const title = line(
    textOf(elementAt(article, 'ArticleTitle') ?? elementAt(book, 'Book', 'BookTitle')),
    MAX_TITLE_LENGTH,
  );
  const text = paragraphs(abstractOf(article), MAX_TEXT_LENGTH);
  const types = elementAt(article, 'PublicationTypeList') ?? article;
  const isTakenBack = isRetracted(title, childrenOf(types, 'PublicationType').map(textOf));
  if (text === null || title === '' || isTakenBack) return null;
  return {
    key,
    text,
    details: {
      title,
      publisher: line(textOf(elementAt(article, 'Journal', 'Title') ?? elementAt(book, 'Book', 'BookTitle'))) || null,
      publication_date: dateIn(article),
      licence: line(textOf(elementAt(article, 'Abstract', 'CopyrightInformation'))) || null,
    },
  };
}

/** Sections of structured abstracts have labels. */
function abstractOf(article: XmlElement): string[] {
  const abstract = elementAt(article, 'Abstract');
  if (abstract === undefined) return [];
  return childrenOf(abstract, 'AbstractText').map((section) => {
    const label = line(section.attributes.Label ?? '');
    return label === '' || label === 'UNLABELLED' ? textOf(section) : `${label}: ${textOf(section)}`;
  });
}

/** Of the electronic article, else of the issue, else of the book. "2023 Jun-Jul" counts by its year. */
function dateIn(article: XmlElement): string | null {
  const places = [
    elementAt(article, 'ArticleDate'),
    elementAt(article, 'Journal', 'JournalIssue', 'PubDate'),
    elementAt(article, 'Book', 'PubDate'),
  ];
  for (const place of places) {
    const part = (name: string) => textOf(elementAt(place, name)).trim();
    const date = dateOfWords(part('Year'), part('Month'), part('Day')) ?? dateOfText(part('MedlineDate').slice(0, 4));
    if (date !== null) return date;
  }
  return null;
}

export const pubmed: SourceWire = {
  id: 'pubmed',
  base_url: 'https://eutils.ncbi.nlm.nih.gov/entrez/eutils',
  rate: { interval_ms: 340, concurrent: 1 },
  search({ text, limit }, { contact }) {
    const words = queryWords(text);
    if (words.length === 0) return null;
    return {
      method: 'GET',
      path: '/esearch.fcgi',
      query: {
        db: 'pubmed',
        // Without an abstract there is nothing to judge by.
        term: `(${anyOf(words)}) AND hasabstract`,
        retmax: String(limit),
        retmode: 'json',
        sort: 'relevance',
        tool: TOOL,
        ...(contact !== null && { email: contact }),
      },
      answer: 'json',
    };
  },
  parseSearch(answer, { limit }) {
    const refused = Refused.safeParse(answer);
    if (refused.success) {
      const isLimit = 'error' in refused.data && /rate limit/i.test(refused.data.error);
      throw new SourceRefusal(isLimit ? 'rate_limited' : 'unavailable', null);
    }
    const { esearchresult } = readAnswer(Answer, answer);
    const keys = readRows(z.string().regex(PMID), esearchresult.idlist, 'esearchresult.idlist');
    return [...new Set(keys)].slice(0, limit).map((key) =>
      candidateOf({
        key,
        url: `https://pubmed.ncbi.nlm.nih.gov/${key}/`,
        // Until the article is read.
        title: `PMID ${key}`,
        source_class: 'journal_article',
      }),
    );
  },
  text: {
    kind: 'request',
    batch: 20,
    request: (candidates) => ({
      method: 'GET',
      path: '/efetch.fcgi',
      query: { db: 'pubmed', id: candidates.map(({ key }) => key).join(','), retmode: 'xml', tool: TOOL },
      answer: 'xml',
    }),
    parse(answer, candidates) {
      const wanted = new Set(candidates.map(({ key }) => key));
      const records = readXml(answer, 'PubmedArticleSet').children.filter((child) => typeof child !== 'string');
      const isKnown = records.some(({ name }) => name === 'PubmedArticle' || name === 'PubmedBookArticle');
      if (records.length > 0 && !isKnown) throw new SourceFormatError('PubmedArticleSet.PubmedArticle');
      return records.map(textIn).filter((text): text is SourceText => text !== null && wanted.has(text.key));
    },
  },
  check: { query: 'Initial sequencing and analysis of the human genome', expect: 'PMID 11237011' },
};
