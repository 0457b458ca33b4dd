/** Sends the requests of a wire as they stand, without the rates, retries and guard of the client. */
import { request } from 'undici';
import type { SourceRequest, SourceText, SourceWire, WebCandidate, WebQuery } from '#platform/web-sources/wire.ts';

export const OCCASION = { contact: 'ops@example.org', now: new Date('2026-11-23T12:00:00Z') };

export function queryFor(text: string, changes: Partial<WebQuery> = {}): WebQuery {
  return { text, language: 'en', limit: 10, ...changes };
}

/** What a search finds; nothing where the wire doesn't ask. */
export async function search(wire: SourceWire, baseUrl: string, query: WebQuery): Promise<WebCandidate[]> {
  const asked = wire.search(query, OCCASION);
  return asked === null ? [] : wire.parseSearch(await answerTo(baseUrl, asked), query);
}

/** The texts of candidates, by key, as the wire says that they are had; those of pages are their snippets. */
export async function read(
  { reading }: SourceWire,
  baseUrl: string,
  candidates: readonly WebCandidate[],
  query: WebQuery,
): Promise<SourceText[]> {
  if (reading.kind !== 'request') {
    return candidates.flatMap(({ key, snippet }) => (snippet === null ? [] : [{ key, text: snippet }]));
  }
  return reading.parse(await answerTo(baseUrl, reading.request(candidates, query)), candidates);
}

async function answerTo(
  baseUrl: string,
  { method, path, query, headers, body, answer }: SourceRequest,
): Promise<unknown> {
  const url = new URL(`${baseUrl}${path}`);
  for (const [name, value] of Object.entries(query ?? {})) url.searchParams.set(name, value);
  const response = await request(url, {
    method,
    headers: { ...headers },
    body: body === undefined ? null : JSON.stringify(body),
  });
  const text = await response.body.text();
  if (response.statusCode !== 200) throw new Error(`status ${response.statusCode}: ${text}`);
  return answer === 'json' ? JSON.parse(text) : text;
}
