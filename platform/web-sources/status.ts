/** What a status other than 200..299 means, and when a source may be asked again. */
import type { IncomingHttpHeaders } from 'node:http';
import type { WebFailure } from '#contracts/ports/web-sources.ts';

/** `wantsCredential`: the request had a credential. */
export function failureOfStatus(status: number, headers: IncomingHttpHeaders, now: number, wantsCredential: boolean) {
  const retry_after_ms = retryAfterOf(headers, now);
  const failure: WebFailure =
    status === 429 || (status === 503 && retry_after_ms !== null)
      ? { reason: 'rate_limited', retry_after_ms }
      : wantsCredential && (status === 401 || status === 402 || status === 403)
        ? { reason: 'bad_credential' }
        : status === 408 || status >= 500
          ? { reason: 'unavailable' }
          : { reason: 'refused', status };
  return failure;
}

/** Milliseconds to wait by `Retry-After`, which has seconds or a date; null if absent or unreadable. */
export function retryAfterOf(headers: IncomingHttpHeaders, now: number): number | null {
  const value = String(headers['retry-after'] ?? '').trim();
  if (value === '') return null;
  const wait = /^\d+(?:\.\d+)?$/.test(value) ? Number(value) * 1_000 : Date.parse(value) - now;
  return Number.isFinite(wait) ? Math.max(0, Math.ceil(wait)) : null;
}
