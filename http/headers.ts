/** Request headers of every operation: X-Request-ID, Idempotency-Key. */
import type { IncomingMessage } from 'node:http';
import type { ValidationDetail } from '#contracts/errors.ts';
import { newId } from '#domain/ids.ts';
import { detailOf } from './validation.ts';

const REQUEST_ID = /^[\x21-\x7e]{1,128}$/;

export const LONGEST_IDEMPOTENCY_KEY = 255;
/** Visible ASCII. */
export const IDEMPOTENCY_KEY = /^[\x21-\x7e]+$/;
const QUOTED = /^"(?<content>(?:[^"\\]|\\["\\])*)"$/;

/** Returns the caller's X-Request-ID if it is 1..128 visible ASCII characters, otherwise a new id. */
export function requestIdOf(request: Pick<IncomingMessage, 'headers'>): string {
  const given = request.headers['x-request-id'];
  return typeof given === 'string' && REQUEST_ID.test(given) ? given : newId('req');
}

/** Returns the key without quotes (IETF draft-07 has it quoted, most clients don't), or the validation error. */
export function idempotencyKeyOf(header: string | string[] | undefined): { key: string | null } | ValidationDetail {
  if (header === undefined) return { key: null };
  const text = typeof header === 'string' ? header : header.join(', ');
  const key = QUOTED.exec(text)?.groups?.content?.replace(/\\(["\\])/g, '$1') ?? text;
  const refuse = (type: string, ctx: Record<string, unknown>) =>
    detailOf(type, ['header', 'Idempotency-Key'], text.slice(0, 2 * LONGEST_IDEMPOTENCY_KEY), ctx);
  if (key.length === 0) return refuse('string_too_short', { min_length: 1 });
  if (key.length > LONGEST_IDEMPOTENCY_KEY) return refuse('string_too_long', { max_length: LONGEST_IDEMPOTENCY_KEY });
  if (!IDEMPOTENCY_KEY.test(key)) return refuse('string_pattern_mismatch', { pattern: IDEMPOTENCY_KEY.source });
  return { key };
}
