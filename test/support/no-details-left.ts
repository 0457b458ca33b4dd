import { type Detailed, EVERY_DETAIL, withDetails } from '#domain/verification/details.ts';
import type { FoldedClaim } from '#domain/verification/state.ts';
import type { ClaimDetails } from '#streams/claim-details.ts';

/** The details of claims whose state has left none in a stream. Throws RangeError otherwise. */
export const NO_DETAILS_LEFT: ClaimDetails = async <Of extends Detailed>(
  claims: readonly FoldedClaim[],
  of = EVERY_DETAIL as readonly Of[],
) => claims.map((claim) => withDetails(claim, new Map(), of));
