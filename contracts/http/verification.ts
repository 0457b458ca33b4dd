/** Requests that verify text, and their responses. */
import { z } from 'zod';
import { MODES } from '../vocabulary.ts';
import { Id, record } from './common.ts';
import { ErrorRecord } from './errors.ts';
import { bool, int, list, literal, model, query, str, withDefault } from './fields.ts';
import { profileName } from './policy.ts';
import { VerificationResult } from './verification-result.ts';

export const MAX_CONTENT_CHARACTERS = 100_000;
export const MAX_QUESTION_CHARACTERS = 4_000;
export const MAX_BATCH_ITEMS = 20;

const retentionHours = () => withDefault(int({ ge: 0, le: 720 }), 24);

export const VerifyRequest = model('VerifyRequest', {
  content: str({ min: 1, max: MAX_CONTENT_CHARACTERS }),
  /** Context for the text, never verified itself. */
  question: withDefault(str({ max: MAX_QUESTION_CHARACTERS }), ''),
  profile: profileName(),
  mode: withDefault(literal(MODES), 'thorough'),
  retention_hours: retentionHours(),
  zero_retention: withDefault(bool(), false),
  source_set_id: withDefault(str({ max: 40 }).nullable(), null),
});
export type VerifyRequest = z.infer<typeof VerifyRequest>;

export const DirectClaimRequest = model('DirectClaimRequest', {
  claim: str({ min: 1, max: 4_000 }),
  profile: profileName(),
  retention_hours: retentionHours(),
});
export type DirectClaimRequest = z.infer<typeof DirectClaimRequest>;

export const BatchVerifyRequest = model('BatchVerifyRequest', {
  items: list(VerifyRequest, { min: 1, max: MAX_BATCH_ITEMS }),
});
export type BatchVerifyRequest = z.infer<typeof BatchVerifyRequest>;

export const VerifyResponse = record('VerifyResponse', { request_id: z.string(), result: VerificationResult });
export type VerifyResponse = z.infer<typeof VerifyResponse>;

/** One item of a batch; `status_code` is the status that a separate request would have got. */
export const BatchItem = record('BatchItem', {
  index: z.int().min(0),
  status: z.enum(['completed', 'failed']),
  status_code: z.int(),
  request_id: z.string(),
  result: VerificationResult.nullable(),
  error: ErrorRecord.nullable(),
  idempotency_replayed: withDefault(z.boolean(), false),
});
export type BatchItem = z.infer<typeof BatchItem>;

export const BatchResponse = record('BatchVerifyResponse', {
  batch_id: Id,
  request_id: z.string(),
  counts: record('BatchCounts', { total: z.int(), completed: z.int(), failed: z.int() }),
  items: z.array(BatchItem),
});
export type BatchResponse = z.infer<typeof BatchResponse>;

export const ExportQuery = query({
  format: withDefault(str({ pattern: /^(html|json)$/ }), 'html').describe('A page for people, or the result as JSON.'),
});
export type ExportQuery = z.infer<typeof ExportQuery>;
