/** The answer to a submitted document. */
import type { FastifyRequest } from 'fastify';
import { type DocumentKind, MEDIA_TYPES } from '#contracts/document-vocabulary.ts';
import type { DocumentJobResponse } from '#contracts/http/document.ts';
import type { DocumentSubmittedData } from '#domain/document-job/events.ts';
import { API_PREFIX } from '#http/paths.ts';
import { jobToken } from '#streams/document-jobs.ts';
import type { DocumentDependencies } from '../dependencies.ts';

export function receiptOf(
  { secrets, settings }: Pick<DocumentDependencies, 'secrets' | 'settings'>,
  request: FastifyRequest,
  submitted: DocumentSubmittedData,
  replayed: boolean,
): DocumentJobResponse {
  const { job_id, request_id, kind, bytes } = submitted;
  const base = settings.publicUrl?.replace(/\/$/, '') ?? `${request.protocol}://${request.host}`;
  const status_url = `${base}${API_PREFIX}/documents/${job_id}`;
  return {
    request_id,
    job_id,
    access_token: jobToken(secrets.jobTokens, job_id),
    status_url,
    cancellation_url: `${status_url}/cancel`,
    validation: { kind, media_type: MEDIA_TYPES[kind], bytes },
    estimated_seconds: estimateSeconds(kind, bytes),
    idempotency_replayed: replayed,
  };
}

/**
 * Characters of text per byte of a file, and bytes that are parsed in a second on one core. Files with many pictures have
 * less text, so the estimate is rather too long.
 */
const RATES: Readonly<Record<DocumentKind, { charactersPerByte: number; bytesPerSecond: number }>> = {
  pdf: { charactersPerByte: 0.3, bytesPerSecond: 400_000 },
  docx: { charactersPerByte: 1, bytesPerSecond: 500_000 },
  html: { charactersPerByte: 0.6, bytesPerSecond: 5_000_000 },
  md: { charactersPerByte: 1, bytesPerSecond: 20_000_000 },
  txt: { charactersPerByte: 1, bytesPerSecond: 20_000_000 },
};
/** Starting the process that reads. */
const START_SECONDS = 1;
const CHARACTERS_PER_CLAIM = 110;
const MOST_CLAIMS = 1_000;
/** On one core with the local judge. */
const CLAIMS_PER_SECOND = { extracting: 300, retrieving: 60, judging: 30 };

function estimateSeconds(kind: DocumentKind, bytes: number): Record<string, number> {
  const { charactersPerByte, bytesPerSecond } = RATES[kind];
  const claims = Math.min(MOST_CLAIMS, (bytes * charactersPerByte) / CHARACTERS_PER_CLAIM);
  const parts = {
    parsing: Math.ceil(START_SECONDS + bytes / bytesPerSecond),
    extracting: Math.ceil(claims / CLAIMS_PER_SECOND.extracting),
    retrieving: Math.ceil(claims / CLAIMS_PER_SECOND.retrieving),
    judging: Math.ceil(claims / CLAIMS_PER_SECOND.judging),
  };
  return { ...parts, total: Object.values(parts).reduce((sum, seconds) => sum + seconds, 0) };
}
