/**
 * Input schemas of the operations. Only the operator can use the socket, but mistakes must be reported, not executed.
 */
import { z } from 'zod';
import { MAX_CONTENT_CHARACTERS, MAX_QUESTION_CHARACTERS } from '#contracts/http/verification.ts';
import { MOST_CLAIMS } from '#contracts/most-claims.ts';
import { MODES } from '#contracts/vocabulary.ts';
import type { AsOf } from '#domain/verification/as-of.ts';
import { ClaimDetail } from '#domain/verification/stage-events.ts';
import { ModelCheck } from '../models/language-check/check-record.ts';

const asOf: z.ZodType<AsOf> = z.union([
  z.strictObject({ revision: z.int().min(0) }),
  z.strictObject({ time: z.iso.datetime({ offset: true }) }),
  z.enum(['completion', 'now']),
]);

/** A claim as evidence is searched and ranked for it. */
export const SearchedClaim = z.strictObject({
  checkable: z.boolean(),
  ...ClaimDetail.pick({ normalized_claim: true, sentence: true, language: true, search_words: true }).shape,
});

export const INPUTS = {
  createOrganization: z.strictObject({ name: z.string() }),
  addLibrary: z.strictObject({ folder: z.string().min(1), prune: z.boolean() }),
  listLibrary: z.strictObject({ after: z.string().max(4_096), limit: z.int().min(1).max(1_000) }),
  removeFromLibrary: z.strictObject({ paths: z.array(z.string().min(1).max(4_096)).min(1).max(1_000) }),
  rebuild: z.strictObject({ view: z.string() }),
  replay: z.strictObject({ verification_id: z.string(), as_of: asOf }),
  rotateMasterKey: z.strictObject({}),
  listDeadLetters: z.strictObject({}),
  /** null: all that can be restarted. */
  retryDeadLetters: z.strictObject({ verification_ids: z.array(z.string().min(1).max(100)).max(1_000).nullable() }),
  /** null: all organizations. */
  auditCheckpoint: z.strictObject({ organization_id: z.string().min(1).max(100).nullable() }),
  auditRecords: z.strictObject({
    organization_id: z.string().min(1).max(100),
    from: z.int().min(1),
    limit: z.int().min(1).max(1_000),
  }),
  listDeliveries: z.strictObject({ webhook_id: z.string().min(1).max(100) }),
  testWebhook: z.strictObject({ webhook_id: z.string().min(1).max(100) }),
  /** `member`: a user id or an address; `organization_id` null: in all organizations. */
  eraseMember: z.strictObject({
    member: z.string().min(3).max(320),
    organization_id: z.string().min(1).max(100).nullable(),
  }),
  /** null: the default organization. */
  checkSources: z.strictObject({ organization_id: z.string().min(1).max(100).nullable() }),
  signInLink: z.strictObject({}),
  languageModel: z.strictObject({}),
  /** null: none. */
  useLanguageModel: z.strictObject({
    model: z
      .strictObject({
        url: z.url({ protocol: /^https?$/ }).max(2_000),
        name: z.string().regex(/^[\x21-\x7e]{1,200}$/, 'the name of a model has no spaces'),
      })
      .nullable(),
  }),
  languageModelChecks: z.strictObject({}),
  keepLanguageModelCheck: z.strictObject({ check: ModelCheck }),
  verify: z.strictObject({
    kind: z.enum(['text', 'claim']),
    body: z.record(z.string(), z.unknown()),
    /** The page as well; `name`: what it is called, if its text has no heading. */
    html: z.strictObject({ name: z.string().max(1_000).nullable() }).nullable(),
  }),
  basis: z.strictObject({ profile: z.string().max(200), mode: z.enum(MODES) }),
  partsOf: z.strictObject({
    content: z.string().max(2 * MAX_CONTENT_CHARACTERS),
    question: z.string().max(2 * MAX_QUESTION_CHARACTERS),
    profile: z.string().max(200),
    mode: z.enum(MODES),
  }),
  verifyWithin: z.strictObject({
    body: z.record(z.string(), z.unknown()),
    within: z
      .array(z.strictObject({ start: z.int().min(0), end: z.int().min(1) }))
      .min(1)
      .max(2_000),
    known_inputs: z.array(z.string().max(64)).max(MOST_CLAIMS.text),
  }),
  judgedClaims: z.strictObject({ verification_id: z.string().min(1).max(100) }),
  /** `claims`: their places in code points of the content; `searched` null: as the rules make them of the text. */
  libraryEvidence: z.strictObject({
    content: z.string().max(2 * MAX_CONTENT_CHARACTERS),
    question: z.string().max(2 * MAX_QUESTION_CHARACTERS),
    profile: z.string().max(200),
    mode: z.enum(MODES),
    claims: z
      .array(z.strictObject({ start: z.int().min(0), end: z.int().min(0), searched: SearchedClaim.nullable() }))
      .max(MOST_CLAIMS.text),
  }),
  callTool: z.strictObject({ tool: z.string().max(100), arguments: z.record(z.string(), z.unknown()) }),
};

export type OperationName = keyof typeof INPUTS;
export type Input<Name extends OperationName> = z.infer<(typeof INPUTS)[Name]>;
