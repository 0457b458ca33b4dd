/** What an answer of an outside source amounts to: what its wire reads of it, or why it is of no use. */
import type { WebFailure, WebOutcome } from '#contracts/ports/web-sources.ts';
import { headerOf } from '#platform/outbound/response.ts';
import type { Exchanged } from './exchange.ts';
import { failureOfStatus, retryAfterOf } from './status.ts';
import { SourceFormatError, SourceRefusal, type SourceWire } from './wire.ts';

/** Reads an answer; `retryAfterMs` is from its headers. */
export function outcomeOfAnswer<Value>(
  parse: (answer: unknown) => Value,
  answer: unknown,
  retryAfterMs: number | null,
): WebOutcome<Value> {
  if (answer === undefined) return failed({ reason: 'format', field: 'a JSON document' });
  try {
    return { ok: true, value: parse(answer) };
  } catch (error) {
    if (error instanceof SourceFormatError) return failed({ reason: 'format', field: error.field });
    if (!(error instanceof SourceRefusal)) throw error;
    return failed(failureOfRefusal(error, retryAfterMs));
  }
}

/** What an error status means: by the source's own `refusal`, else by HTTP. */
export function failureOf(
  wire: SourceWire,
  { status, headers, body }: Extract<Exchanged, { ok: true }>,
  now: number,
  hasCredential: boolean,
): WebFailure {
  const refusal = wire.refusal?.(status, body, (name) => headerOf(headers, name)) ?? null;
  if (refusal !== null) return failureOfRefusal(refusal, retryAfterOf(headers, now));
  return failureOfStatus(status, headers, now, hasCredential);
}

function failureOfRefusal({ reason, retry_after_s }: SourceRefusal, retryAfterMs: number | null): WebFailure {
  if (reason !== 'rate_limited') return { reason };
  return { reason, retry_after_ms: retry_after_s === null ? retryAfterMs : retry_after_s * 1_000 };
}

/** The outcome of a call that failed. */
export function failed(failure: WebFailure): { ok: false; failure: WebFailure } {
  return { ok: false, failure };
}
