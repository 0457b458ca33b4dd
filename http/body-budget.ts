/**
 * How much of request bodies a process holds at a time. Quota and concurrency are checked once a body was read and
 * understood; until then only this keeps many large bodies at once from filling the memory.
 */
import { ApiError } from '#contracts/errors.ts';
import { KIBIBYTE, MEBIBYTE } from '#contracts/http/operation.ts';

/** Read, decoded and parsed, a body takes a few times its size. */
const PROCESS_BYTES = 256 * MEBIBYTE;
/**
 * Eight batches at once of twenty texts of 100,000 characters, each escaped as six bytes, fit. Counted per organization,
 * as anybody may make keys: one that announces bodies and does not send them takes nothing from the others.
 */
const ORGANIZATION_BYTES = 96 * MEBIBYTE;
/** Not counted: such a body takes hardly more than the connection that it comes on. */
const SMALL_BYTES = 16 * KIBIBYTE;
const RETRY_AFTER_SECONDS = 1;

export interface BodyBudget {
  /**
   * Sets `bytes` aside until the function returned is called, for the first time. Throws concurrency_limit_exceeded
   * where the organization has too much under way, service_unavailable where all together have.
   */
  take(organizationId: string, bytes: number): () => void;
}

export function createBodyBudget({
  processBytes = PROCESS_BYTES,
  organizationBytes = ORGANIZATION_BYTES,
} = {}): BodyBudget {
  const byOrganization = new Map<string, number>();
  let taken = 0;
  const change = (organizationId: string, bytes: number) => {
    taken += bytes;
    const own = (byOrganization.get(organizationId) ?? 0) + bytes;
    if (own === 0) byOrganization.delete(organizationId);
    else byOrganization.set(organizationId, own);
  };
  return {
    take(organizationId, bytes) {
      if (bytes <= SMALL_BYTES) return () => {};
      if ((byOrganization.get(organizationId) ?? 0) + bytes > organizationBytes) {
        const message = 'Too many large requests at once from this organization.';
        throw new ApiError('concurrency_limit_exceeded', { message, retryAfter: RETRY_AFTER_SECONDS });
      }
      if (taken + bytes > processBytes) {
        throw new ApiError('service_unavailable', { retryAfter: RETRY_AFTER_SECONDS });
      }
      change(organizationId, bytes);
      let held = true;
      return () => {
        if (held) change(organizationId, -bytes);
        held = false;
      };
    },
  };
}
