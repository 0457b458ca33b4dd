/**
 * Serper's Google search. Its documentation is a playground behind a log-in (serper.dev): requests and answers follow what
 * that showed in 2026, and the clients of LangChain and CrewAI. A refused key gets the status 403, an empty account 400.
 */
import { z } from 'zod';
import { PageUrl, readAnswer, readRows } from './answers.ts';
import { dateIn, pagesOf, type WebResult } from './web-results.ts';
import { SourceRefusal, type SourceWire } from './wire.ts';

/** Answers repeat the query, which identifies them as answers even without results. */
const Answer = z.object({
  searchParameters: z.object({ q: z.string() }),
  organic: z.array(z.unknown()).nullish(),
});

const Result = z
  .object({
    link: PageUrl,
    title: z.string(),
    snippet: z.string().nullish(),
    date: z.string().nullish().catch(null),
  })
  .transform(
    ({ link, title, snippet, date }): WebResult => ({ url: link, title, snippet: snippet ?? null, date: dateIn(date) }),
  );

const Refused = z.object({ message: z.string() });

export const serper: SourceWire = {
  id: 'serper',
  base_url: 'https://google.serper.dev',
  rate: { interval_ms: 20, concurrent: 4 },
  authenticate: (credential) => ({ 'x-api-key': credential }),
  search: ({ text, language, limit }) => ({
    method: 'POST',
    path: '/search',
    body: { q: text, num: limit, hl: language },
    answer: 'json',
  }),
  parseSearch: (answer, { limit }) =>
    pagesOf(readRows(Result, readAnswer(Answer, answer).organic ?? [], 'organic'), limit),
  refusal(status, answer) {
    const message = Refused.safeParse(answer).data?.message ?? '';
    return status === 400 && /not enough credits/i.test(message) ? new SourceRefusal('quota_exceeded', null) : null;
  },
  text: { kind: 'page' },
  check: { query: 'height of the Eiffel Tower', expect: 'Eiffel' },
};
