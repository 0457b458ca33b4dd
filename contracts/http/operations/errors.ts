/** Error codes that operations have in common. */

export const IDEMPOTENCY_ERRORS = [
  'idempotency_key_conflict',
  'idempotency_in_progress',
  'idempotency_result_not_retained',
] as const;
export const ADMISSION_ERRORS = ['monthly_cost_limit_exceeded', 'concurrency_limit_exceeded'] as const;
/** Errors of a failed verification. */
export const FAILURE_ERRORS = ['provider_error', 'timeout'] as const;
/** Errors of reading a result: missing, or too many at once. */
export const READ_ERRORS = ['not_found', 'verification_expired', 'concurrency_limit_exceeded'] as const;
