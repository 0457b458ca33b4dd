/** Verifying text, reading and exporting results, reviewing claims. */

import { pathOf } from '../common.ts';
import { defineOperation, LARGE_BODY_LIMIT } from '../operation.ts';
import { ReviewList, ReviewQuery, ReviewRecord, ReviewRequest } from '../review.ts';
import {
  BatchResponse,
  BatchVerifyRequest,
  DirectClaimRequest,
  ExportQuery,
  VerifyRequest,
  VerifyResponse,
} from '../verification.ts';
import { ACCESS } from './access.ts';
import { ADMISSION_ERRORS, FAILURE_ERRORS, IDEMPOTENCY_ERRORS, READ_ERRORS } from './errors.ts';

const verification = pathOf('verification_id');

export const createVerification = defineOperation({
  operationId: 'createVerification',
  method: 'POST',
  path: '/verifications',
  tag: 'Verification',
  summary: 'Verify a text',
  ...ACCESS.createVerification,
  metered: true,
  idempotent: true,
  body: VerifyRequest,
  success: { status: 201, description: 'The verified text', body: VerifyResponse },
  errors: ['not_found', ...IDEMPOTENCY_ERRORS, ...ADMISSION_ERRORS, ...FAILURE_ERRORS],
});

export const verifyClaim = defineOperation({
  operationId: 'verifyClaim',
  method: 'POST',
  path: '/claims/verify',
  tag: 'Verification',
  summary: 'Verify one claim as it stands',
  ...ACCESS.verifyClaim,
  metered: true,
  idempotent: true,
  body: DirectClaimRequest,
  success: { status: 201, description: 'The verified claim', body: VerifyResponse },
  errors: [...IDEMPOTENCY_ERRORS, ...ADMISSION_ERRORS, ...FAILURE_ERRORS],
});

export const createBatch = defineOperation({
  operationId: 'createBatch',
  method: 'POST',
  path: '/batches',
  tag: 'Verification',
  summary: 'Verify up to 20 texts',
  ...ACCESS.createBatch,
  metered: true,
  idempotent: true,
  body: BatchVerifyRequest,
  bodyLimit: LARGE_BODY_LIMIT,
  success: { status: 200, description: 'The outcome of every text', body: BatchResponse },
  errors: ['not_found', ...IDEMPOTENCY_ERRORS, ...ADMISSION_ERRORS],
});

export const getVerification = defineOperation({
  operationId: 'getVerification',
  method: 'GET',
  path: '/verifications/{verification_id}',
  tag: 'Verification',
  summary: 'Read a result',
  ...ACCESS.getVerification,
  params: verification,
  success: { status: 200, description: 'The result', body: VerifyResponse },
  errors: [...READ_ERRORS, ...FAILURE_ERRORS],
});

export const exportVerification = defineOperation({
  operationId: 'exportVerification',
  method: 'GET',
  path: '/verifications/{verification_id}/export',
  tag: 'Verification',
  summary: 'Export a result as a page or as JSON',
  ...ACCESS.exportVerification,
  params: verification,
  query: ExportQuery,
  success: {
    status: 200,
    description: 'The result, as an attachment',
    body: VerifyResponse,
    otherMediaTypes: ['text/html'],
    othersFirst: true,
  },
  errors: [...READ_ERRORS, 'exports_disabled', ...FAILURE_ERRORS],
});

export const createReview = defineOperation({
  operationId: 'createReview',
  method: 'POST',
  path: '/verifications/{verification_id}/reviews',
  tag: 'Review',
  summary: 'Record a review action on a claim',
  ...ACCESS.createReview,
  params: verification,
  body: ReviewRequest,
  success: { status: 201, description: 'What was recorded', body: ReviewRecord },
  errors: ['not_found', 'verification_expired', 'review_closed'],
});

export const listReviews = defineOperation({
  operationId: 'listReviews',
  method: 'GET',
  path: '/reviews',
  tag: 'Review',
  summary: 'List claims under review',
  ...ACCESS.listReviews,
  query: ReviewQuery,
  success: { status: 200, description: 'Review items, newest first', body: ReviewList },
});

export const VERIFICATION_OPERATIONS = [
  createVerification,
  verifyClaim,
  createBatch,
  getVerification,
  exportVerification,
  createReview,
  listReviews,
] as const;
