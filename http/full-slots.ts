/** What a caller gets whose request found no free slot. */
import { SlotsFullError } from '#common/fair-slots.ts';
import { ApiError } from '#contracts/errors.ts';

/** For `catch`: throws ApiError service_unavailable instead of SlotsFullError, and any other error as it is. */
export function refuseIfFull(error: unknown): never {
  if (!(error instanceof SlotsFullError)) throw error;
  throw new ApiError('service_unavailable', { retryAfter: 1 });
}
