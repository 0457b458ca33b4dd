/**
 * How much of request bodies a process holds at a time. Quota and concurrency are checked once a body was read and
 * understood; until then only this keeps many large bodies at once from filling the memory.
 */
import { ApiError } from '#contracts/errors.ts';
import { KIBIBYTE, MEBIBYTE } from '#contracts/http/operation.ts';

/** Read, decoded and parsed, a body takes a few times its size. */
const PROCESS_BYTES = 256 * MEBIBYTE;
/** Eight batches at once of twenty texts of 100,000 characters, each escaped as six bytes, fit. */
const KEY_BYTES = 96 * MEBIBYTE;
/** Not counted: such a body takes hardly more than the connection that it comes on. */
const SMALL_BYTES = 16 * KIBIBYTE;
const RETRY_AFTER_SECONDS = 1;

export interface BodyBudget {
  /**
   * Sets `bytes` aside until the function returned is called, for the first time. Throws concurrency_limit_exceeded
   * where the key has too much under way, service_unavailable where all keys together have.
   */
  take(keyId: string, bytes: number): () => void;
}

export function createBodyBudget({ processBytes = PROCESS_BYTES, keyBytes = KEY_BYTES } = {}): BodyBudget {
  const byKey = new Map<string, number>();
  let taken = 0;
  const change = (keyId: string, bytes: number) => {
    taken += bytes;
    const ofKey = (byKey.get(keyId) ?? 0) + bytes;
    if (ofKey === 0) byKey.delete(keyId);
    else byKey.set(keyId, ofKey);
  };
  return {
    take(keyId, bytes) {
      if (bytes <= SMALL_BYTES) return () => {};
      if ((byKey.get(keyId) ?? 0) + bytes > keyBytes) {
        const message = 'Too many large requests at once with this API key.';
        throw new ApiError('concurrency_limit_exceeded', { message, retryAfter: RETRY_AFTER_SECONDS });
      }
      if (taken + bytes > processBytes) {
        throw new ApiError('service_unavailable', { retryAfter: RETRY_AFTER_SECONDS });
      }
      change(keyId, bytes);
      let held = true;
      return () => {
        if (held) change(keyId, -bytes);
        held = false;
      };
    },
  };
}
