/**
 * Europe PMC's articles of the life sciences, preprints among them, after "Articles RESTful API"
 * (europepmc.org/RestfulWebService, version 6.9 of September 2026). Errors come with status 200.
 */
import { z } from 'zod';
import { candidateOf, isRetracted, Line, ListOf, MaybeText, paragraphs, readAnswer, readRows } from './answers.ts';
import { dateOfText } from './database-dates.ts';
import { blocksOfMarkup, lineOfMarkup } from './markup-blocks.ts';
import { anyOf, queryWords } from './query-words.ts';
import { SourceRefusal, type SourceWire, type WebCandidate } from './wire.ts';

const Refused = z.object({ errCode: z.number() });

const Answer = z.object({ resultList: z.object({ result: z.array(z.unknown()) }) });

const Article = z
  .object({
    id: z.string().regex(/^[\w.-]{1,40}$/),
    source: z.string().regex(/^[A-Z]{3}$/),
    title: Line,
    abstractText: MaybeText,
    journalInfo: z
      .object({ journal: z.object({ title: Line }) })
      .nullish()
      .catch(null),
    bookOrReportDetails: z.object({ publisher: Line }).nullish().catch(null),
    firstPublicationDate: MaybeText,
    pubYear: z
      .union([z.string(), z.number().transform(String)])
      .nullish()
      .catch(null),
    pubTypeList: z
      .object({ pubType: ListOf(z.string()) })
      .nullish()
      .catch(null),
    license: MaybeText,
  })
  .transform((article): { types: readonly string[]; candidate: WebCandidate } => ({
    types: article.pubTypeList?.pubType ?? [],
    candidate: candidateOf({
      key: `${article.source}/${article.id}`,
      url: `https://europepmc.org/article/${article.source}/${article.id}`,
      title: lineOfMarkup(article.title) || article.title,
      publisher: article.journalInfo?.journal.title ?? article.bookOrReportDetails?.publisher ?? null,
      publication_date: dateOfText(article.firstPublicationDate) ?? dateOfText(article.pubYear),
      licence: article.license ?? null,
      source_class: article.source === 'PPR' ? 'preprint' : 'journal_article',
      snippet: paragraphs(blocksOfMarkup(article.abstractText ?? '')),
    }),
  }));

export const europepmc: SourceWire = {
  id: 'europepmc',
  base_url: 'https://www.ebi.ac.uk/europepmc/webservices/rest',
  rate: { interval_ms: 200, concurrent: 2 },
  search({ text, limit }) {
    const words = queryWords(text);
    if (words.length === 0) return null;
    return {
      method: 'GET',
      path: '/search',
      query: {
        // Without an abstract there is nothing to judge by.
        query: `(${anyOf(words)}) AND (HAS_ABSTRACT:y)`,
        resultType: 'core',
        format: 'json',
        pageSize: String(limit),
      },
      answer: 'json',
    };
  },
  parseSearch(answer, { limit }) {
    if (Refused.safeParse(answer).success) throw new SourceRefusal('unavailable', null);
    const { resultList } = readAnswer(Answer, answer);
    return readRows(Article, resultList.result, 'resultList.result')
      .filter(({ types, candidate }) => !isRetracted(candidate.title, types))
      .map(({ candidate }) => candidate)
      .slice(0, limit);
  },
  text: { kind: 'snippet' },
  check: { query: 'Initial sequencing and analysis of the human genome', expect: 'human genome' },
};
