/** How each provider of web search takes requests, answers and refuses; which documentation says so stands at its adapter. */
import type { FoundPage } from './page-index.ts';

export interface SearchRequest {
  method: string;
  /** Below the base URL, without the query. */
  path: string;
  query: URLSearchParams;
  headers: Record<string, string | undefined>;
  /** undefined unless it was JSON. */
  body: unknown;
}

export interface Asked {
  query: string;
  limit: number;
}

export interface Refused {
  status: number;
  headers?: Record<string, string>;
  /** Text is sent as HTML. */
  body: unknown;
}

export type Refusal = 'bad_credential' | 'quota_exceeded' | 'rate_limited' | 'bad_request' | 'server_error';

export interface SearchFormat {
  method: 'GET' | 'POST';
  path: string;
  credentialOf(headers: SearchRequest['headers']): string | undefined;
  /** null: not a request of this format. */
  asked(request: SearchRequest): Asked | null;
  answer(asked: Asked, found: readonly FoundPage[]): unknown;
  refuse(why: Refusal): Refused;
}

interface Body {
  query?: unknown;
  q?: unknown;
  max_results?: unknown;
  numResults?: unknown;
  num?: unknown;
  contents?: { highlights?: { maxCharacters?: unknown } };
}

const HTML = '<!doctype html><title>Error</title><h1>Error</h1>';
const MAX_QUERY_LENGTH = 400;

function asked(query: unknown, limit: unknown, most: number): Asked | null {
  const count = Number(limit);
  const isWhole = Number.isInteger(count) && count >= 1 && count <= most;
  return typeof query === 'string' && query !== '' && query.length <= MAX_QUERY_LENGTH && isWhole
    ? { query, limit: count }
    : null;
}

function bodyOf({ body }: SearchRequest, known: readonly string[]): Body | null {
  const isObject = body !== null && typeof body === 'object';
  return isObject && Object.keys(body).every((key) => known.includes(key)) ? (body as Body) : null;
}

const braveStatus = {
  bad_credential: 422,
  quota_exceeded: 429,
  rate_limited: 429,
  bad_request: 422,
  server_error: 500,
};
const braveCode = {
  bad_credential: 'SUBSCRIPTION_TOKEN_INVALID',
  quota_exceeded: 'QUOTA_LIMITED',
  rate_limited: 'RATE_LIMITED',
  bad_request: 'VALIDATION',
  server_error: 'INTERNAL',
};

export const brave: SearchFormat = {
  method: 'GET',
  path: '/web/search',
  credentialOf: (headers) => headers['x-subscription-token'],
  asked: ({ query }) =>
    (query.get('q') ?? '').split(/\s+/).length <= 50 ? asked(query.get('q'), query.get('count') ?? 20, 20) : null,
  answer: ({ query }, found) => ({
    type: 'search',
    query: { original: query, show_strict_warning: false, more_results_available: true },
    mixed: { type: 'mixed', main: found.map((_, index) => ({ type: 'web', index, all: false })), top: [], side: [] },
    // The key is left out where nothing was found.
    ...(found.length > 0 && {
      web: {
        type: 'search',
        results: found.map(({ url, title, snippet, date }) => ({
          title: escaped(title),
          url,
          is_source_local: false,
          is_source_both: false,
          description: escaped(snippet).replace(/\p{L}+/u, '<strong>$&</strong>'),
          ...(date && { page_age: `${date.slice(0, 10)}T00:00:00`, age: 'January 1, 2024' }),
          profile: { name: new URL(url).hostname, url, long_name: new URL(url).hostname, img: '' },
          language: 'en',
          family_friendly: true,
          type: 'search_result',
          subtype: 'generic',
          meta_url: { scheme: 'https', netloc: new URL(url).host, hostname: new URL(url).hostname, path: '' },
        })),
        family_friendly: true,
      },
    }),
  }),
  refuse: (why) => ({
    status: braveStatus[why],
    headers: {
      'x-ratelimit-limit': '1, 2000',
      'x-ratelimit-remaining': why === 'rate_limited' ? '0, 1999' : '1, 0',
      'x-ratelimit-reset': '1, 1419704',
    },
    body: {
      id: '1',
      status: braveStatus[why],
      type: 'ErrorResponse',
      error: { id: '1', status: braveStatus[why], code: braveCode[why], detail: 'As said.', meta: {} },
      time: 1,
    },
  }),
};

const tavilyStatus = {
  bad_credential: 401,
  quota_exceeded: 432,
  rate_limited: 429,
  bad_request: 400,
  server_error: 500,
};

export const tavily: SearchFormat = {
  method: 'POST',
  path: '/search',
  credentialOf: ({ authorization }) => /^Bearer (.+)$/.exec(authorization ?? '')?.[1],
  asked(request) {
    const body = bodyOf(request, ['query', 'search_depth', 'max_results', 'topic', 'time_range', 'include_answer']);
    return body === null ? null : asked(body.query, body.max_results ?? 5, 20);
  },
  answer: ({ query }, found) => ({
    query,
    follow_up_questions: null,
    answer: null,
    images: [],
    results: found.map(({ url, title, snippet, score }) => ({
      url,
      title,
      content: snippet,
      score,
      raw_content: null,
    })),
    response_time: 0.5,
    request_id: '00000000-0000-4000-8000-000000000000',
  }),
  refuse: (why) => ({
    status: tavilyStatus[why],
    ...(why === 'rate_limited' && { headers: { 'retry-after': '7' } }),
    body: { detail: { error: 'As said.' } },
  }),
};

const exaStatus = { bad_credential: 401, quota_exceeded: 402, rate_limited: 429, bad_request: 400, server_error: 500 };
const exaTag = {
  bad_credential: 'INVALID_API_KEY',
  quota_exceeded: 'NO_MORE_CREDITS',
  rate_limited: 'RATE_LIMITED',
  bad_request: 'INVALID_REQUEST_BODY',
  server_error: 'DEFAULT_ERROR',
};

export const exa: SearchFormat = {
  method: 'POST',
  path: '/search',
  credentialOf: (headers) => headers['x-api-key'],
  asked(request) {
    const body = bodyOf(request, ['query', 'type', 'numResults', 'contents']);
    return body === null ? null : asked(body.query, body.numResults ?? 10, 100);
  },
  answer: (_, found) => ({
    requestId: 'b5947044c4b78efa9552a7c89b306d95',
    resolvedSearchType: 'neural',
    results: found.map(({ url, title, snippet, date, score }) => ({
      id: url,
      title: title || null,
      url,
      publishedDate: date ? new Date(date).toISOString() : null,
      author: null,
      score,
      highlights: [snippet],
      highlightScores: [score],
    })),
    costDollars: { total: 0.005, search: { neural: 0.005 } },
  }),
  refuse: (why) => ({
    status: exaStatus[why],
    body: { requestId: '67207943fab9832d162b5317f4cef830', error: 'As said.', tag: exaTag[why] },
  }),
};

const serperStatus = {
  bad_credential: 403,
  quota_exceeded: 400,
  rate_limited: 429,
  bad_request: 400,
  server_error: 500,
};
const serperMessage = {
  bad_credential: 'Unauthorized.',
  quota_exceeded: 'Not enough credits',
  rate_limited: 'Rate limit exceeded',
  bad_request: 'Missing query parameter',
  server_error: 'Internal server error',
};

export const serper: SearchFormat = {
  method: 'POST',
  path: '/search',
  credentialOf: (headers) => headers['x-api-key'],
  asked(request) {
    const body = bodyOf(request, ['q', 'num', 'gl', 'hl']);
    return body === null ? null : asked(body.q, body.num ?? 10, 100);
  },
  answer: ({ query, limit }, found) => ({
    searchParameters: { q: query, type: 'search', num: limit, engine: 'google' },
    ...(found.length > 0 && {
      organic: found.map(({ url, title, snippet, date }, i) => ({
        title,
        link: url,
        snippet,
        ...(date && {
          date: new Date(date).toLocaleDateString('en-US', { dateStyle: 'medium', timeZone: 'UTC' }),
        }),
        position: i + 1,
      })),
    }),
    credits: 1,
  }),
  refuse: (why) => ({
    status: serperStatus[why],
    body: { message: serperMessage[why], statusCode: serperStatus[why] },
  }),
};

/** Without a key. Refuses bots with 429 where its limiter is on, and a format that is not enabled with 403, as HTML. */
export const searxng: SearchFormat = {
  method: 'GET',
  path: '/search',
  credentialOf: () => undefined,
  asked: ({ query }) => (query.get('format') === 'json' ? asked(query.get('q'), 20, 20) : null),
  answer: ({ query }, found) => ({
    query,
    number_of_results: found.length,
    results: found.map(({ url, title, snippet, date, score }, i) => ({
      url,
      title,
      content: snippet,
      publishedDate: date ? `${date.slice(0, 10)}T00:00:00` : null,
      thumbnail: null,
      engine: 'duckduckgo',
      template: 'default.html',
      parsed_url: ['https', new URL(url).host, new URL(url).pathname, '', '', ''],
      img_src: '',
      priority: '',
      engines: ['duckduckgo', 'startpage'],
      positions: [i + 1],
      score,
      category: 'general',
    })),
    answers: [],
    corrections: [],
    infoboxes: [],
    suggestions: [],
    unresponsive_engines: [],
  }),
  refuse: (why) => ({
    status: { bad_credential: 403, quota_exceeded: 429, rate_limited: 429, bad_request: 400, server_error: 500 }[why],
    ...(why === 'rate_limited' && { headers: { 'retry-after': '3600' } }),
    body: HTML,
  }),
};

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll("'", '&#x27;');
}

export const SEARCH_FORMATS = { brave, tavily, exa, serper, searxng };
