/**
 * The daily journal of the U.S. government, after "Federal Register API v1" (federalregister.gov/developers/documentation/
 * api/v1, as it stood in September 2026). The page is read; its abstract and the excerpts of the search stand in for it.
 */
import { z } from 'zod';
import { candidateOf, Line, ListOf, MaybeText, PageUrl, paragraphs, readAnswer, readRows } from './answers.ts';
import { dateOfText } from './database-dates.ts';
import { blocksOfMarkup } from './markup-blocks.ts';
import { anyOf, queryWords } from './query-words.ts';
import type { SourceWire, WebCandidate } from './wire.ts';

/** What the journal says of all that it publishes, under "Reader Aids: Legal Status". */
const LICENCE = 'public domain (work of the U.S. government)';

const CLASSES: Readonly<Record<string, string>> = {
  rule: 'regulation',
  'proposed rule': 'proposed_regulation',
  notice: 'official_notice',
  'presidential document': 'official_presidential_document',
};

/** `results` is missing where nothing was found. */
const Answer = z.object({ count: z.number(), results: z.array(z.unknown()).optional() });

const Document = z
  .object({
    document_number: z.string().regex(/^[\w-]{1,40}$/),
    html_url: PageUrl,
    title: Line,
    type: MaybeText,
    abstract: MaybeText,
    /** Passages with the words of the query, as HTML, with "..." between them. */
    excerpts: MaybeText,
    publication_date: MaybeText,
    agencies: ListOf(z.object({ name: Line })),
  })
  .transform(
    (document): WebCandidate =>
      candidateOf({
        key: document.document_number,
        url: document.html_url,
        title: document.title,
        publisher: [...new Set(document.agencies.map(({ name }) => name))].join(', '),
        publication_date: dateOfText(document.publication_date),
        licence: LICENCE,
        jurisdiction: 'US',
        source_class: CLASSES[(document.type ?? '').toLowerCase()] ?? 'official_document',
        snippet: paragraphs([...blocksOfMarkup(document.abstract ?? ''), ...excerptsIn(document.excerpts ?? '')]),
      }),
  );

function excerptsIn(html: string): string[] {
  return blocksOfMarkup(html).flatMap((block) => block.split(/(?:^|\s)\.\.\.(?:\s|$)/));
}

export const federalregister: SourceWire = {
  id: 'federalregister',
  base_url: 'https://www.federalregister.gov/api/v1',
  rate: { interval_ms: 500, concurrent: 1 },
  search({ text, limit }) {
    const words = queryWords(text);
    if (words.length === 0) return null;
    return {
      method: 'GET',
      path: '/documents.json',
      query: {
        'conditions[term]': anyOf(words, { or: '|' }),
        order: 'relevance',
        per_page: String(limit),
      },
      answer: 'json',
    };
  },
  parseSearch(answer, { limit }) {
    const { results = [] } = readAnswer(Answer, answer);
    return readRows(Document, results, 'results').slice(0, limit);
  },
  text: { kind: 'page' },
  check: { query: 'Promoting Access to Voting', expect: 'Voting' },
};
