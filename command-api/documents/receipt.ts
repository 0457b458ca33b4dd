/** The response to a submitted document. */
import type { FastifyRequest } from 'fastify';
import { MEDIA_TYPES } from '#contracts/document-vocabulary.ts';
import type { DocumentJobResponse } from '#contracts/http/document.ts';
import type { DocumentSubmittedData } from '#domain/document-job/events.ts';
import { API_PREFIX } from '#http/paths.ts';
import { jobToken } from '#streams/document-jobs.ts';
import { ASSUMED_PACE, estimateSeconds } from '#streams/document-pace.ts';
import type { DocumentDependencies } from '../dependencies.ts';

export function receiptOf(
  { secrets, settings }: Pick<DocumentDependencies, 'secrets' | 'settings'>,
  request: FastifyRequest,
  submitted: DocumentSubmittedData,
  replayed: boolean,
): DocumentJobResponse {
  const { job_id, request_id, kind, bytes, pace = ASSUMED_PACE } = submitted;
  const base = settings.publicUrl?.replace(/\/$/, '') ?? `${request.protocol}://${request.host}`;
  const status_url = `${base}${API_PREFIX}/documents/${job_id}`;
  return {
    request_id,
    job_id,
    access_token: jobToken(secrets.jobTokens, job_id),
    status_url,
    cancellation_url: `${status_url}/cancel`,
    validation: { kind, media_type: MEDIA_TYPES[kind], bytes },
    estimated_seconds: estimateSeconds(kind, bytes, pace),
    idempotency_replayed: replayed,
  };
}
