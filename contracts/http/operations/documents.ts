/** Document jobs. A job's token is accepted instead of an API key. */

import { MAX_FILE_BYTES } from '../../document-vocabulary.ts';
import { pathOf } from '../common.ts';
import { DocumentJobResponse, DocumentJobStatus, DocumentSubmission } from '../document.ts';
import { defineOperation, MEBIBYTE, type OperationLink } from '../operation.ts';
import { VerificationResult } from '../verification-result.ts';
import { ACCESS } from './access.ts';
import { ADMISSION_ERRORS, IDEMPOTENCY_ERRORS } from './errors.ts';

/** A link to an operation on the submitted job, whose token is accepted without a key. */
function linkToJob(operationId: string, description: string): OperationLink {
  const parameters = { 'path.job_id': '$response.body#/job_id', 'header.X-Job-Token': '$response.body#/access_token' };
  return { operationId, description, parameters };
}

const JOB_ERRORS = ['job_token_required', 'not_found', 'job_expired'] as const;

export const submitDocument = defineOperation({
  operationId: 'submitDocument',
  method: 'POST',
  path: '/documents',
  tag: 'Documents',
  summary: 'Verify a document',
  ...ACCESS.submitDocument,
  metered: true,
  idempotent: true,
  upload: DocumentSubmission,
  bodyLimit: MAX_FILE_BYTES + MEBIBYTE,
  success: {
    status: 202,
    description: 'The job, and the token that opens it',
    body: DocumentJobResponse,
    links: {
      status: linkToJob('getDocument', 'How far it is.'),
      cancel: linkToJob('cancelDocument', 'While it has not ended.'),
      retry: linkToJob('retryDocument', 'Once it has failed or was cancelled.'),
    },
  },
  errors: ['unsupported_document_type', ...IDEMPOTENCY_ERRORS, ...ADMISSION_ERRORS],
});

export const getDocument = defineOperation({
  operationId: 'getDocument',
  method: 'GET',
  path: '/documents/{job_id}',
  tag: 'Documents',
  summary: 'Read the status of a document job',
  ...ACCESS.getDocument,
  jobToken: true,
  params: pathOf('job_id'),
  success: {
    status: 200,
    description: 'The status, with the result once it is there',
    body: DocumentJobStatus,
    links: {
      artifact: {
        operationId: 'getDocumentArtifact',
        description: 'The first of its artifacts, once they are there.',
        parameters: {
          'path.job_id': '$request.path.job_id',
          'path.artifact_id': '$response.body#/artifacts/0/id',
        },
      },
    },
  },
  errors: [...JOB_ERRORS, 'concurrency_limit_exceeded'],
});

export const getDocumentArtifact = defineOperation({
  operationId: 'getDocumentArtifact',
  method: 'GET',
  path: '/documents/{job_id}/artifacts/{artifact_id}',
  tag: 'Documents',
  summary: 'Download an artifact of a document job',
  ...ACCESS.getDocumentArtifact,
  jobToken: true,
  params: pathOf('job_id', 'artifact_id'),
  success: {
    status: 200,
    description: 'The result, the report, or the extracted text',
    body: VerificationResult,
    otherMediaTypes: ['text/html', 'text/plain'],
    othersFirst: true,
  },
  errors: [...JOB_ERRORS, 'exports_disabled', 'concurrency_limit_exceeded'],
});

export const cancelDocument = defineOperation({
  operationId: 'cancelDocument',
  method: 'POST',
  path: '/documents/{job_id}/cancel',
  tag: 'Documents',
  summary: 'Cancel a document job',
  ...ACCESS.cancelDocument,
  jobToken: true,
  params: pathOf('job_id'),
  success: { status: 200, description: 'The status after it', body: DocumentJobStatus },
  errors: [...JOB_ERRORS, 'job_not_cancellable'],
});

export const retryDocument = defineOperation({
  operationId: 'retryDocument',
  method: 'POST',
  path: '/documents/{job_id}/retry',
  tag: 'Documents',
  summary: 'Try a failed or cancelled document job again',
  ...ACCESS.retryDocument,
  jobToken: true,
  params: pathOf('job_id'),
  success: { status: 200, description: 'The status after it', body: DocumentJobStatus },
  errors: [...JOB_ERRORS, 'job_not_retryable', 'monthly_cost_limit_exceeded'],
});

export const DOCUMENT_OPERATIONS = [
  submitDocument,
  getDocument,
  getDocumentArtifact,
  cancelDocument,
  retryDocument,
] as const;
