/**
 * Exa's search, after "Search" and "Error Codes" of its API reference (exa.ai/docs/reference, as it stood in 2026). Its
 * highlights are passages of the page, and stand in for it.
 */
import { z } from 'zod';
import { PageUrl, readAnswer, readRows } from './answers.ts';
import { dateIn, pagesOf, type WebResult } from './web-results.ts';
import { SourceRefusal, type SourceWire } from './wire.ts';

const Answer = z.object({ results: z.array(z.unknown()) });

const Result = z
  .object({
    url: PageUrl,
    /** Missing for some pages. */
    title: z.string().nullish(),
    publishedDate: z.string().nullish().catch(null),
    highlights: z.array(z.string()).nullish(),
  })
  .transform(
    ({ url, title, publishedDate, highlights }): WebResult => ({
      url,
      title: title ?? '',
      snippet: highlights?.join('\n\n') ?? null,
      date: dateIn(publishedDate),
    }),
  );

const HIGHLIGHT_CHARACTERS = 1_000;

export const exa: SourceWire = {
  id: 'exa',
  base_url: 'https://api.exa.ai',
  rate: { interval_ms: 100, concurrent: 4 },
  authenticate: (credential) => ({ 'x-api-key': credential }),
  search: ({ text, limit }) => ({
    method: 'POST',
    path: '/search',
    body: {
      query: text,
      type: 'auto',
      numResults: limit,
      contents: { highlights: { maxCharacters: HIGHLIGHT_CHARACTERS } },
    },
    answer: 'json',
  }),
  parseSearch: (answer, { limit }) => pagesOf(readRows(Result, readAnswer(Answer, answer).results, 'results'), limit),
  refusal: (status) => (status === 402 ? new SourceRefusal('quota_exceeded', null) : null),
  text: { kind: 'page' },
  check: { query: 'height of the Eiffel Tower', expect: 'Eiffel' },
};
