/** How a failed verification is answered. */
import type { ErrorCode } from '#contracts/errors.ts';
import type { FailureReason } from '#contracts/vocabulary.ts';
import type { VerificationHead } from './state.ts';

/** 502 where somebody else failed, 504 where time ran out, 500 where we did. */
const CODES = {
  provider_unavailable: 'provider_error',
  engine_timeout: 'timeout',
  engine_error: 'internal_error',
  key_lost: 'internal_error',
  source_expired: 'internal_error',
  cost_limit_exceeded: 'internal_error',
  internal_error: 'internal_error',
} as const satisfies Record<FailureReason, ErrorCode>;

/** Error code for a verification that has failed; null for one that has not. */
export function failureOf(head: VerificationHead): (typeof CODES)[FailureReason] | null {
  return head.status === 'failed' && head.failure !== null ? CODES[head.failure.reason] : null;
}
