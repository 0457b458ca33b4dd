/**
 * Tavily's search, after "Tavily Search" of its API reference (docs.tavily.com/documentation/api-reference, as it stood in
 * 2026). What a plan or a key may use is told with the statuses 432 and 433.
 */
import { z } from 'zod';
import { PageUrl, readAnswer, readRows } from './answers.ts';
import { dateIn, pagesOf, type WebResult } from './web-results.ts';
import { SourceRefusal, type SourceWire } from './wire.ts';

const Answer = z.object({ results: z.array(z.unknown()) });

/** `published_date` is told for news only. */
const Result = z
  .object({
    url: PageUrl,
    title: z.string(),
    content: z.string().nullish(),
    published_date: z.string().nullish().catch(null),
  })
  .transform(
    ({ url, title, content, published_date }): WebResult => ({
      url,
      title,
      snippet: content ?? null,
      date: dateIn(published_date),
    }),
  );

export const tavily: SourceWire = {
  id: 'tavily',
  base_url: 'https://api.tavily.com',
  rate: { interval_ms: 60, concurrent: 4 },
  authenticate: (credential) => ({ authorization: `Bearer ${credential}` }),
  search: ({ text, limit }) => ({
    method: 'POST',
    path: '/search',
    body: { query: text, search_depth: 'basic', max_results: limit },
    answer: 'json',
  }),
  parseSearch: (answer, { limit }) => pagesOf(readRows(Result, readAnswer(Answer, answer).results, 'results'), limit),
  refusal: (status) => (status === 432 || status === 433 ? new SourceRefusal('quota_exceeded', null) : null),
  text: { kind: 'page' },
  check: { query: 'height of the Eiffel Tower', expect: 'Eiffel' },
};
