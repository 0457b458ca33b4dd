/** Every read model there is. */
import type { Projection } from './projection.ts';
import { reviewsProjection } from './reviews/projection.ts';
import { sourceSetsProjection } from './source-sets/projection.ts';
import { verificationsProjection } from './verifications/projection.ts';

export const PROJECTIONS: readonly Projection[] = [
  verificationsProjection as Projection,
  reviewsProjection as Projection,
  sourceSetsProjection as Projection,
];

/** Those that show what a verification or a review changes: whoever changed it may wait for them. */
export const VERIFICATION_PROJECTIONS: readonly Projection[] = PROJECTIONS.filter(({ events }) =>
  events.includes('VerificationCompleted'),
);
