/**
 * SearXNG, a metasearch engine that an operator runs, after "Search API" and "settings: search" of its documentation
 * (docs.searxng.org, 2026.2) and `searx/webutils.py`. It answers 403 where the JSON format is not enabled.
 */
import { z } from 'zod';
import { PageUrl, readAnswer, readRows } from './answers.ts';
import { dateIn, pagesOf, type WebResult } from './web-results.ts';
import { SourceRefusal, type SourceWire } from './wire.ts';

const Answer = z.object({
  results: z.array(z.unknown()),
  /** Names of engines that didn't answer, each with a reason. */
  unresponsive_engines: z.array(z.unknown()).catch([]),
});

const Result = z
  .object({
    url: PageUrl,
    title: z.string(),
    content: z.string().nullish(),
    publishedDate: z.string().nullish().catch(null),
  })
  .transform(
    ({ url, title, content, publishedDate }): WebResult => ({
      url,
      title,
      snippet: content ?? null,
      date: dateIn(publishedDate),
    }),
  );

export const searxng: SourceWire = {
  id: 'searxng',
  /** The operator runs it; EVIDENCE_SEARCH_URL has its URL. */
  base_url: 'http://localhost:8080',
  rate: { interval_ms: 50, concurrent: 4 },
  search: ({ text, language }) => ({
    method: 'GET',
    path: '/search',
    query: { q: text, format: 'json', categories: 'general', language },
    answer: 'json',
  }),
  parseSearch(answer, { limit }) {
    const { results, unresponsive_engines } = readAnswer(Answer, answer);
    // If engines failed, an empty list does not mean that there are no results.
    if (results.length === 0 && unresponsive_engines.length > 0) throw new SourceRefusal('unavailable', null);
    return pagesOf(readRows(Result, results, 'results'), limit);
  },
  refusal: (status) => (status === 403 ? new SourceRefusal('format_disabled', null) : null),
  text: { kind: 'page' },
  check: { query: 'Eiffel Tower', expect: 'Eiffel' },
};
