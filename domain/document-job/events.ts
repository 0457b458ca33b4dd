/**
 * Stream `document-<job id>`: the history of one document job, from its upload to its artifacts. The verification of its
 * text has a stream of its own. Customer text appears sealed only.
 */
import { z } from 'zod';
import {
  ARTIFACT_KINDS,
  DOCUMENT_KINDS,
  EMPTY_REASONS,
  JOB_ERRORS,
  JOB_STAGES,
} from '#contracts/document-vocabulary.ts';
import { defineEvent, type EventOf, Sealed, Timestamp } from '../events/definition.ts';
import { AppliedPolicy } from '../verification/applied.ts';

/** How long documents take, as a multiple of the assumed time. */
export const DocumentPace = z.object({ reading: z.number().positive(), verifying: z.number().positive() });
export type DocumentPace = z.infer<typeof DocumentPace>;

export const DocumentSubmitted = defineEvent(
  'DocumentSubmitted',
  1,
  z.object({
    job_id: z.string(),
    /** Verification of its text. The data key with this id seals everything that is stored of the document. */
    verification_id: z.string(),
    organization_id: z.string(),
    request_id: z.string(),
    /** API key that is charged. */
    key_id: z.string(),
    /** The key's project. Absent outside of projects. */
    project_id: z.string().optional(),
    submitted_at: Timestamp,
    /** For zero retention: when the work must have ended. */
    expires_at: Timestamp,
    retention_hours: z.int(),
    zero_retention: z.boolean(),
    profile: z.string(),
    policy: AppliedPolicy,
    source_set_id: z.string().nullable(),
    kind: z.enum(DOCUMENT_KINDS),
    bytes: z.int(),
    /** Number of sealed pieces in which the file is stored. */
    pieces: z.int(),
    /**
     * The pace that its estimate is based on, so that a repetition gets the same estimate. Absent before paces were
     * measured.
     */
    pace: DocumentPace.optional(),
    /** Per-organization HMAC of the file, hex. */
    fingerprint: z.string(),
    /** Key of the pieces, base64, sealed with the verification's key (`domain/verification/sealed-fields.ts`). */
    upload_key: Sealed,
  }),
);

export const DocumentProcessingStarted = defineEvent(
  'DocumentProcessingStarted',
  1,
  z.object({ attempt: z.int(), started_at: Timestamp }),
);

export const DocumentParsed = defineEvent(
  'DocumentParsed',
  1,
  z.object({
    attempt: z.int(),
    parsed_at: Timestamp,
    /** null for documents without pages. */
    pages: z.int().nullable(),
    /** Code points and UTF-8 bytes of the extracted text. */
    characters: z.int(),
    text_bytes: z.int(),
  }),
);

export const DocumentArtifact = z.object({
  id: z.string(),
  kind: z.enum(ARTIFACT_KINDS),
  media_type: z.string(),
  bytes: z.int(),
});
export type DocumentArtifact = z.infer<typeof DocumentArtifact>;

export const DocumentSucceeded = defineEvent(
  'DocumentSucceeded',
  1,
  z.object({
    attempt: z.int(),
    succeeded_at: Timestamp,
    /** When the result expires and can no longer be read. */
    expires_at: Timestamp,
    artifacts: z.array(DocumentArtifact),
  }),
);

export const DocumentFailed = defineEvent(
  'DocumentFailed',
  1,
  z.object({
    attempt: z.int(),
    failed_at: Timestamp,
    stage: z.enum(JOB_STAGES),
    error_code: z.enum(JOB_ERRORS),
    /** Why a document has no text. Absent for other failures. */
    empty_because: z.enum(EMPTY_REASONS).optional(),
    /** Of a timeout: the file took more processor time than it may, so it is not read again. Absent otherwise. */
    out_of_time: z.literal(true).optional(),
  }),
);

export const DocumentCancellationRequested = defineEvent(
  'DocumentCancellationRequested',
  1,
  z.object({ attempt: z.int(), requested_at: Timestamp }),
);

export const DocumentCancelled = defineEvent(
  'DocumentCancelled',
  1,
  z.object({ attempt: z.int(), cancelled_at: Timestamp }),
);

export const DocumentRetried = defineEvent(
  'DocumentRetried',
  1,
  z.object({
    /** The new attempt. */
    attempt: z.int(),
    retried_at: Timestamp,
    expires_at: Timestamp,
  }),
);

/** The file was discarded in favour of a newer document, so no attempt can read it any more. */
export const DocumentUploadDiscarded = defineEvent(
  'DocumentUploadDiscarded',
  1,
  z.object({ attempt: z.int(), discarded_at: Timestamp }),
);

/** The job can no longer be read; its blobs and its key are destroyed or about to be. */
export const DocumentExpired = defineEvent('DocumentExpired', 1, z.object({ expired_at: Timestamp }));

export const DOCUMENT_JOB_EVENTS = [
  DocumentSubmitted,
  DocumentProcessingStarted,
  DocumentParsed,
  DocumentSucceeded,
  DocumentFailed,
  DocumentCancellationRequested,
  DocumentCancelled,
  DocumentRetried,
  DocumentUploadDiscarded,
  DocumentExpired,
] as const;
export type DocumentJobEvent = EventOf<(typeof DOCUMENT_JOB_EVENTS)[number]>;
export type DocumentSubmittedData = z.infer<typeof DocumentSubmitted.schema>;
