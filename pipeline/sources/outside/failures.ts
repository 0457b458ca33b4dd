/** What the failure of an outside source means for the rest of a verification. */
import type { WebFailure } from '#contracts/ports/web-sources.ts';
import type { RetrievalGap } from '#engine/types/retrieval.ts';

/** Statuses that mean that a source refuses all requests. A missing document does not mean that. */
export const REFUSING = { search: [401, 403, 404, 405, 410, 451], read: [401, 403, 405] } as const;

/** Whether the source is not asked again; `refusing`: the statuses that mean this of such a request. */
export function isLasting(failure: WebFailure, refusing: readonly number[]): boolean {
  if (failure.reason === 'refused') return refusing.includes(failure.status);
  return failure.reason !== 'too_large';
}

/** The gap in the evidence that the failure leaves. */
export function gapOf({ reason }: WebFailure): RetrievalGap {
  switch (reason) {
    case 'no_network':
    case 'rate_limited':
    case 'budget_spent':
    case 'cost_limit_reached':
      return reason;
    case 'quota_exceeded':
      return 'search_quota_spent';
    case 'format':
    case 'format_disabled':
      return 'format_not_understood';
    case 'bad_credential':
    case 'disconnected':
      return 'credential_refused';
    default:
      return 'provider_failed';
  }
}
