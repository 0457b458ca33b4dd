/**
 * Brave's web search, after "Brave Search API: Web Search" (api-dashboard.search.brave.com/documentation, as it stood in
 * September 2026). A refused key has the status 422, and how long to wait stands in X-RateLimit-Reset.
 */
import { z } from 'zod';
import { PageUrl, readAnswer, readRows } from './answers.ts';
import { blocksOfMarkup } from './markup-blocks.ts';
import { dateIn, pagesOf, type WebResult } from './web-results.ts';
import { SourceRefusal, type SourceWire } from './wire.ts';

/** `web` is missing where nothing was found. */
const Answer = z.object({ type: z.literal('search'), web: z.object({ results: z.array(z.unknown()) }).nullish() });

const Result = z
  .object({
    url: PageUrl,
    title: z.string(),
    description: z.string().nullish(),
    page_age: z.string().nullish().catch(null),
  })
  .transform(
    ({ url, title, description, page_age }): WebResult => ({
      url,
      title: blocksOfMarkup(title).join(' '),
      snippet: blocksOfMarkup(description ?? '').join('\n\n'),
      date: dateIn(page_age),
    }),
  );

const Refused = z.object({ error: z.object({ code: z.string() }) });

/** Longer queries are refused. */
const MAX_WORDS = 50;

/** Languages that it names as ISO 639-1 does; others are left to it. */
const LANGUAGES = new Set(
  'ar bn bg ca hr cs da nl en et fi fr gl de gu he hi hu is it kn ko lv lt ms ml mr nb pl pa ro ru sr sk sl es sv ta te th tr uk vi'.split(
    ' ',
  ),
);

export const brave: SourceWire = {
  id: 'brave',
  base_url: 'https://api.search.brave.com/res/v1',
  rate: { interval_ms: 20, concurrent: 4 },
  authenticate: (credential) => ({ 'x-subscription-token': credential }),
  search: ({ text, language, limit }) => ({
    method: 'GET',
    path: '/web/search',
    query: {
      q: text.split(/\s+/).slice(0, MAX_WORDS).join(' '),
      count: String(limit),
      result_filter: 'web',
      text_decorations: 'false',
      ...(LANGUAGES.has(language) && { search_lang: language }),
    },
    answer: 'json',
  }),
  parseSearch(answer, { limit }) {
    const { web } = readAnswer(Answer, answer);
    return pagesOf(readRows(Result, web?.results ?? [], 'web.results'), limit);
  },
  refusal(status, answer, header) {
    const code = Refused.safeParse(answer).data?.error.code ?? '';
    if (code === 'SUBSCRIPTION_TOKEN_INVALID') return new SourceRefusal('bad_credential', null);
    if (status === 402 || code === 'QUOTA_LIMITED') return new SourceRefusal('quota_exceeded', null);
    return status === 429 ? new SourceRefusal('rate_limited', secondsToReset(header)) : null;
  },
  text: { kind: 'page' },
  check: { query: 'height of the Eiffel Tower', expect: 'Eiffel' },
};

/** The headers list the limits per second and per month side by side; those that are used up count. */
function secondsToReset(header: (name: string) => string | undefined): number | null {
  const numbers = (name: string) => (header(name) ?? '').split(',').map(Number);
  const remaining = numbers('x-ratelimit-remaining');
  const resets = numbers('x-ratelimit-reset').filter((_, i) => !(remaining[i]! > 0));
  const longest = Math.max(...resets.filter((seconds) => Number.isInteger(seconds) && seconds >= 0));
  return Number.isFinite(longest) ? longest : null;
}
