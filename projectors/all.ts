/** The list of all projections. */
import { apiKeysProjection } from './api-keys/projection.ts';
import { documentJobsProjection } from './document-jobs/projection.ts';
import { overviewsProjection } from './overviews/projection.ts';
import type { Projection } from './projection.ts';
import { providerConnectionsProjection } from './provider-connections/projection.ts';
import { reviewsProjection } from './reviews/projection.ts';
import { sourceSetsProjection } from './source-sets/projection.ts';
import { usageProjection } from './usage/projection.ts';
import { verificationsProjection } from './verifications/projection.ts';
import { webhookDeliveriesProjection } from './webhook-deliveries/projection.ts';

export const PROJECTIONS: readonly Projection[] = [
  verificationsProjection as Projection,
  reviewsProjection as Projection,
  sourceSetsProjection as Projection,
  providerConnectionsProjection as Projection,
  usageProjection as Projection,
  overviewsProjection as Projection,
  apiKeysProjection as Projection,
  documentJobsProjection as Projection,
  webhookDeliveriesProjection as Projection,
];

/** Projections that show verifications and reviews. A command that changed one can wait for these views. */
export const VERIFICATION_PROJECTIONS: readonly Projection[] = [
  verificationsProjection as Projection,
  reviewsProjection as Projection,
];
