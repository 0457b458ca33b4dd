/** Document jobs: the form that submits one, its receipt and its status. */
import { z } from 'zod';
import { ARTIFACT_KINDS, DOCUMENT_KINDS, JOB_ERRORS, JOB_STAGES, JOB_STATUSES } from '../document-vocabulary.ts';
import { Id, record } from './common.ts';
import { bool, int, model, withDefault } from './fields.ts';
import { profileName } from './policy.ts';
import { VerificationResult } from './verification-result.ts';

/** The form's fields. The file is streamed, so it is not among them. */
export const DocumentForm = model('DocumentForm', {
  profile: profileName(),
  retention_hours: withDefault(int({ ge: 0, le: 720 }), 24),
  zero_retention: withDefault(bool(), false),
});
export type DocumentForm = z.infer<typeof DocumentForm>;

/** For the API description only. */
export const DocumentSubmission = model('DocumentSubmission', {
  file: z.string().meta({ format: 'binary' }),
  ...DocumentForm.shape,
});

export const DocumentValidation = record('DocumentValidation', {
  kind: z.enum(DOCUMENT_KINDS),
  media_type: z.string(),
  bytes: z.int().min(0),
});
export type DocumentValidation = z.infer<typeof DocumentValidation>;

export const DocumentJobResponse = record('DocumentJobResponse', {
  request_id: z.string(),
  job_id: Id,
  access_token: z.string(),
  status_url: z.string(),
  cancellation_url: z.string(),
  validation: DocumentValidation,
  /** Seconds by part of the work, and `total`. */
  estimated_seconds: z.record(z.string(), z.int().min(0)),
  idempotency_replayed: withDefault(z.boolean(), false),
});
export type DocumentJobResponse = z.infer<typeof DocumentJobResponse>;

export const DocumentArtifact = record('DocumentArtifact', {
  id: Id,
  kind: z.enum(ARTIFACT_KINDS),
  media_type: z.string(),
  bytes: z.int().min(0),
});
export type DocumentArtifact = z.infer<typeof DocumentArtifact>;

export const DocumentJobStatus = record('DocumentJobStatus', {
  request_id: z.string(),
  job_id: Id,
  status: z.enum(JOB_STATUSES),
  stage: z.enum(JOB_STAGES),
  /** Percent. */
  progress: z.int().min(0).max(100),
  cancel_requested: z.boolean(),
  attempts: z.int().min(1),
  error_code: z.enum(JOB_ERRORS).nullable(),
  /** What the service knows of the document: its type and size, or why it has no text. */
  source_context: withDefault(z.string().nullable(), null),
  artifacts: withDefault(z.array(DocumentArtifact), []),
  result: withDefault(VerificationResult.nullable(), null),
});
export type DocumentJobStatus = z.infer<typeof DocumentJobStatus>;
