/** Maps a failed verification to the error code of its response. */
import type { ErrorCode } from '#contracts/errors.ts';
import type { FailureReason } from '#contracts/vocabulary.ts';
import type { VerificationHead } from './state.ts';

/** provider_error: HTTP 502, a third party failed. timeout: 504. internal_error: 500, this service failed. */
const CODES = {
  provider_unavailable: 'provider_error',
  engine_timeout: 'timeout',
  engine_error: 'internal_error',
  key_lost: 'internal_error',
  source_expired: 'internal_error',
  cost_limit_exceeded: 'internal_error',
  // It never had a result, and never will.
  cancelled: 'not_found',
  internal_error: 'internal_error',
} as const satisfies Record<FailureReason, ErrorCode>;

/** Error code of a verification that has ended without a result; null for any other. */
export function failureOf(head: VerificationHead): (typeof CODES)[FailureReason] | null {
  if (head.status === 'cancelled') return CODES.cancelled;
  return head.status === 'failed' && head.failure !== null ? CODES[head.failure.reason] : null;
}
