/**
 * Crossref's registry of scholarly works, after "Crossref REST API" (api.crossref.org/swagger-ui, message version 1.0.0)
 * and its notes on abstracts and limits since December 2025, as they stood in September 2026.
 *
 * Every second work has an abstract. The record itself says who published what, where and when, which is what claims
 * about publications are about: so it is part of the text, as a row.
 */
import { z } from 'zod';
import {
  candidateOf,
  isRetracted,
  Line,
  ListOf,
  MaybeText,
  PageUrl,
  paragraphs,
  readAnswer,
  readRows,
  recordRow,
} from './answers.ts';
import { dateOfParts } from './database-dates.ts';
import { blocksOfMarkup, lineOfMarkup } from './markup-blocks.ts';
import type { SourceWire, WebCandidate } from './wire.ts';

const FIELDS = 'DOI,URL,resource,type,title,author,container-title,publisher,issued,abstract,license';
const MAX_AUTHORS = 20;

const Answer = z.object({ status: z.literal('ok'), message: z.object({ items: z.array(z.unknown()) }) });

const Author = z.object({ given: MaybeText, family: MaybeText, name: MaybeText });
const Licence = z.object({ URL: PageUrl, 'content-version': MaybeText });

const Work = z
  .object({
    DOI: z.string().regex(/^10\.\d{4,9}\/\S{1,250}$/),
    URL: PageUrl,
    /** Where the DOI leads. */
    resource: z
      .object({ primary: z.object({ URL: PageUrl }) })
      .nullish()
      .catch(null),
    /** The title first, then translations. */
    title: z.tuple([Line]).rest(z.unknown()),
    type: MaybeText,
    author: ListOf(Author),
    'container-title': ListOf(Line),
    publisher: MaybeText,
    issued: z
      .object({ 'date-parts': z.array(z.unknown()) })
      .nullish()
      .catch(null),
    abstract: MaybeText,
    license: ListOf(Licence),
  })
  .transform((work): WebCandidate => {
    const journal = work['container-title'][0] ?? work.publisher ?? null;
    const date = dateOfParts(work.issued?.['date-parts'][0]);
    const title = lineOfMarkup(work.title[0]) || work.title[0];
    const row = recordRow({
      Title: title,
      Authors: work.author.slice(0, MAX_AUTHORS).map(nameOf).filter(Boolean).join(', '),
      'Published in': work['container-title'][0],
      Publisher: work.publisher,
      Date: date,
      DOI: work.DOI,
    });
    return candidateOf({
      key: work.DOI,
      url: work.URL,
      // All DOIs have the same host; the URL that a DOI resolves to shows the publisher.
      ...(work.resource != null && { destination_url: work.resource.primary.URL }),
      title,
      publisher: journal,
      publication_date: date,
      licence: licenceOf(work.license),
      source_class: classOf(work.type),
      snippet: paragraphs([row, ...blocksOfMarkup(work.abstract ?? '')]),
    });
  });

function nameOf({ given, family, name }: z.infer<typeof Author>): string {
  return name ?? [given, family].filter(Boolean).join(' ');
}

/** The licence of the published version; others are for manuscripts or text mining. */
function licenceOf(licences: readonly z.infer<typeof Licence>[]): string | null {
  const published = licences.find((licence) => licence['content-version'] === 'vor');
  return (published ?? licences[0])?.URL ?? null;
}

function classOf(type: string | null | undefined): string {
  if (type === 'posted-content') return 'preprint';
  return /^[a-z][a-z-]{2,39}$/.test(type ?? '') ? type!.replaceAll('-', '_') : 'scholarly_work';
}

export const crossref: SourceWire = {
  id: 'crossref',
  base_url: 'https://api.crossref.org',
  // The limit without a contact; with one, three concurrent requests are allowed.
  rate: { interval_ms: 1_000, concurrent: 1 },
  search: ({ text, limit }, { contact }) => ({
    method: 'GET',
    path: '/works',
    query: { query: text, rows: String(limit), select: FIELDS, ...(contact !== null && { mailto: contact }) },
    answer: 'json',
  }),
  parseSearch(answer, { limit }) {
    const { message } = readAnswer(Answer, answer);
    const works = readRows(Work, message.items, 'message.items');
    return works.filter(({ title }) => !isRetracted(title)).slice(0, limit);
  },
  text: { kind: 'snippet' },
  check: { query: 'Initial sequencing and analysis of the human genome', expect: 'human genome' },
};
