/** Interprets an error status and its body: why there is no answer, or what to leave out of the next try. */
import type { IncomingHttpHeaders } from 'node:http';
import type { LanguageModelRequest, ModelFailure } from '#contracts/ports/language-model.ts';
import type { Dialect, ErrorNote, OptionalPart, Wire } from './wire.ts';

const CONTEXT =
  /context[ _](?:length|window|size)|maximum context|prompt is too long|too many tokens|exceeds? the maximum (?:number of|allowed) (?:input )?tokens/i;
const QUOTA = /insufficient_quota|billing|credit balance|payment required/i;
const KEY = /api_key_invalid|invalid_api_key|api key not valid/i;
const FILTERED = /content_filter|content_policy/i;

/** The failure for a response with this status, which is not in 200..299. */
export function failureOfStatus(status: number, note: ErrorNote, retryAfterMs: number | null): ModelFailure {
  const said = `${note.code} ${note.message}`;
  if (status === 401 || status === 403 || KEY.test(said)) return { kind: 'unauthorised' };
  if (status === 402 || ((status === 400 || status === 429) && QUOTA.test(said))) {
    return { kind: 'over_limit', limit: 'quota' };
  }
  if (status === 429) return { kind: 'rate_limited', retry_after_ms: retryAfterMs };
  if (status === 404 || status === 410) return { kind: 'unknown_model' };
  if (status === 413) return { kind: 'over_limit', limit: 'context' };
  if (status === 408) return { kind: 'unavailable', reason: 'timeout' };
  if (status >= 500) return { kind: 'unavailable', reason: 'server_error' };
  if (CONTEXT.test(said)) return { kind: 'over_limit', limit: 'context' };
  if (FILTERED.test(said)) return { kind: 'refused' };
  return { kind: 'rejected', status };
}

const OPTIONAL: readonly (readonly [OptionalPart, RegExp])[] = [
  ['temperature', /temperature/i],
  ['top_p', /top_?p/i],
  ['first_token', /log_?prob/i],
  ['usual_limit', /max_(?:completion_)?tokens/i],
];
const STRUCTURED =
  /response_?format|response_?schema|response_?mime|json_?(?:schema|object|mode)|output_(?:config|format)|tool_choice|structured|grammar|guided/i;

/** Statuses of requests that a server rejects. Includes those 5xx that servers send when a schema makes them fail. */
const MISUNDERSTOOD = new Set([400, 415, 422, 500, 501]);

/** `dialect` without the part that the server rejects; null if it rejects nothing that could be left out. */
export function simplerDialect(
  wire: Wire,
  request: LanguageModelRequest,
  dialect: Dialect,
  status: number,
  note: ErrorNote,
): Dialect | null {
  if (!MISUNDERSTOOD.has(status) || CONTEXT.test(note.message)) return null;
  // The parameter that an error names takes precedence over the words of its message.
  for (const said of [note.param, `${note.code} ${note.message}`]) {
    const part = OPTIONAL.find(([name, words]) => words.test(said) && !dialect.without.has(name));
    if (part !== undefined) return { ...dialect, without: new Set([...dialect.without, part[0]]) };
    const structured = wire.structured[wire.structured.indexOf(dialect.structured) + 1];
    if (request.answer !== null && structured !== undefined && STRUCTURED.test(said)) return { ...dialect, structured };
  }
  return null;
}

/** A longer Retry-After is considered a mistake. */
const LONGEST_RETRY_AFTER_MS = 86_400_000;

/** How long to wait according to `retry-after-ms`, `Retry-After` (seconds or a date) or the body; null: not stated. */
export function retryAfterOf(headers: IncomingHttpHeaders, note: ErrorNote, now: number): number | null {
  const milliseconds = Number.parseFloat(String(headers['retry-after-ms'] ?? ''));
  const value = String(headers['retry-after'] ?? '').trim();
  const seconds = /^\d+(?:\.\d+)?$/.test(value) ? Number(value) : Number.NaN;
  const candidates = [milliseconds, seconds * 1_000, Date.parse(value) - now, note.retry_after_ms ?? Number.NaN];
  const wait = candidates.find((candidate) => Number.isFinite(candidate));
  return wait === undefined ? null : Math.min(LONGEST_RETRY_AFTER_MS, Math.max(0, Math.ceil(wait)));
}
