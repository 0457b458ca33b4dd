/** The closed vocabularies of document jobs. */

/** Types of documents that can be read. */
export const DOCUMENT_KINDS = ['pdf', 'docx', 'txt', 'md', 'html'] as const;
export type DocumentKind = (typeof DOCUMENT_KINDS)[number];

export const MEDIA_TYPES: Readonly<Record<DocumentKind, string>> = {
  pdf: 'application/pdf',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  txt: 'text/plain',
  md: 'text/markdown',
  html: 'text/html',
};

export const JOB_STATUSES = ['queued', 'running', 'succeeded', 'failed', 'cancelled', 'expired'] as const;
export type JobStatus = (typeof JOB_STATUSES)[number];

/** In the order in which a job passes through them. */
export const JOB_STAGES = [
  'received',
  'validating',
  'parsing',
  'extracting',
  'retrieving',
  'judging',
  'assembling',
  'done',
] as const;
export type JobStage = (typeof JOB_STAGES)[number];

/** Why a document can't be read, whatever the attempt. */
export const DOCUMENT_ERRORS = [
  'unsupported_document_type',
  'document_too_large',
  'document_encrypted',
  'document_corrupt',
  'document_empty',
  'page_limit_exceeded',
  'decompression_limit_exceeded',
  'parse_timeout',
] as const;
export type DocumentErrorCode = (typeof DOCUMENT_ERRORS)[number];

/** Why a job failed. */
export const JOB_ERRORS = [
  ...DOCUMENT_ERRORS,
  'provider_unavailable',
  'cost_limit_exceeded',
  'source_expired',
  'internal_error',
] as const;
export type JobErrorCode = (typeof JOB_ERRORS)[number];

/** Why a document has no text. */
export const EMPTY_REASONS = ['scanned', 'blank'] as const;
export type EmptyReason = (typeof EMPTY_REASONS)[number];

export const ARTIFACT_KINDS = ['extracted_text', 'report_html', 'result_json'] as const;
export type ArtifactKind = (typeof ARTIFACT_KINDS)[number];

/** The interface documents this limit as "25 MB". */
export const MAX_FILE_BYTES = 25 * 1024 * 1024;
export const MAX_PAGES = 500;
