/** How a failed verification is answered. */
import type { FailureReason } from '#contracts/vocabulary.ts';
import type { VerificationHead } from './state.ts';

export interface FailureAnswer {
  code: 'provider_error' | 'timeout' | 'internal_error';
  status: 502 | 504 | 500;
}

const PROVIDER_ERROR: FailureAnswer = { code: 'provider_error', status: 502 };
const TIMEOUT: FailureAnswer = { code: 'timeout', status: 504 };
const INTERNAL_ERROR: FailureAnswer = { code: 'internal_error', status: 500 };

/** One answer per reason: 502 where somebody else failed, 504 where time ran out, 500 where we did. */
const ANSWERS: Record<FailureReason, FailureAnswer> = {
  provider_unavailable: PROVIDER_ERROR,
  engine_timeout: TIMEOUT,
  engine_error: INTERNAL_ERROR,
  key_lost: INTERNAL_ERROR,
  source_expired: INTERNAL_ERROR,
  cost_limit_exceeded: INTERNAL_ERROR,
  internal_error: INTERNAL_ERROR,
};

/** Code and status for a verification that has failed; null for one that has not. */
export function failureOf(head: VerificationHead): FailureAnswer | null {
  return head.status === 'failed' && head.failure !== null ? ANSWERS[head.failure.reason] : null;
}
