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
