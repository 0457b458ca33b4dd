/**
 * What the interfaces of MediaWiki's wikis share, after "API:Etiquette", "API:Errors and warnings" and
 * "Manual:Maxlag parameter" on mediawiki.org as of 2026.
 */
import { z } from 'zod';
import type { WebQuery } from '#contracts/ports/web-sources.ts';
import { readAnswer } from './answers.ts';
import { anyOf, queryWords } from './query-words.ts';
import { SourceFormatError, SourceRefusal, type SourceRequest } from './wire.ts';

export const API_PATH = '/w/api.php';

/**
 * Seconds of database lag above which the wiki refuses the request, because it is too busy. 5 is what the manual
 * proposes.
 */
const MAXLAG = '5';

/** A GET request with the common parameters. */
export function apiRequest(parameters: Readonly<Record<string, string>>): SourceRequest {
  return {
    method: 'GET',
    path: API_PATH,
    query: { format: 'json', formatversion: '2', maxlag: MAXLAG, ...parameters },
    answer: 'json',
  };
}

/** A search for entries with any of the query's words; null if it has none. */
export function searchRequest({ text, limit }: WebQuery): SourceRequest | null {
  const words = queryWords(text);
  if (words.length === 0) return null;
  return apiRequest({
    action: 'query',
    list: 'search',
    srsearch: anyOf(words),
    srnamespace: '0',
    srlimit: String(limit),
    srprop: '',
  });
}

const Failure = z.object({ error: z.object({ code: z.string(), lag: z.number().optional().catch(undefined) }) });

/** Temporary errors, which come with status 200. */
const TEMPORARY = new Set(['maxlag', 'ratelimited', 'readonly']);

/**
 * The answer as `schema` reads it. Throws SourceRefusal for temporary errors, SourceFormatError for other errors and for
 * answers of another form.
 */
export function readWiki<T>(schema: z.ZodType<T>, answer: unknown): T {
  const failure = Failure.safeParse(answer);
  if (failure.success) {
    const { code } = failure.data.error;
    // The Retry-After header says how long to wait.
    if (TEMPORARY.has(code)) throw new SourceRefusal(code === 'readonly' ? 'unavailable' : 'rate_limited', null);
    throw new SourceFormatError(/^[a-z0-9_-]{1,50}$/i.test(code) ? `query (${code})` : 'query');
  }
  return readAnswer(schema, answer);
}
