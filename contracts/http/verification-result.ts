/** The result of a verification and its parts. For the API description only: responses are not checked at run time. */
import { z } from 'zod';
import { RESULT_SCHEMA_VERSION } from '../result-version.ts';
import {
  CoverageStatus,
  HumanReviewStatus,
  Materiality,
  Relationship,
  ReviewAction,
  ReviewState,
  RiskLevel,
  Verdict,
} from '../vocabulary-schemas.ts';
import { DateTime, Id, Reviewer, record } from './common.ts';
import { withDefault } from './fields.ts';

const Share = z.number().min(0).max(1);
const Count = z.int().min(0);
const strings = () => withDefault(z.array(z.string()), []);
const nullable = <Schema extends z.ZodType>(schema: Schema) => withDefault(schema.nullable(), null as never);

export const ClaimLocation = record('ClaimLocation', {
  /** Code-point offsets into the content, end exclusive. */
  start: Count,
  end: Count,
  page: nullable(z.int().min(1)),
  chunk: nullable(Count),
});
export type ClaimLocation = z.infer<typeof ClaimLocation>;

/** The policy and engine configuration applied to one claim. */
export const ClaimVerificationRecord = record('ClaimVerificationRecord', {
  verification_profile: z.string(),
  policy_name: z.string(),
  policy_version: z.string(),
  extraction_model: z.string(),
  extraction_version: z.string(),
  retrieval_configuration: z.string(),
  judge_configuration: z.string(),
  verification_timestamp: DateTime,
});
export type ClaimVerificationRecord = z.infer<typeof ClaimVerificationRecord>;

export const SourceQuality = record('SourceQuality', {
  authority: Share,
  independence: Share,
  freshness: Share,
  specificity: Share,
  primary: z.boolean(),
  rationale: strings(),
});
export type SourceQuality = z.infer<typeof SourceQuality>;

export const EvidenceItem = record('EvidenceItem', {
  id: Id,
  title: z.string(),
  publisher: z.string(),
  canonical_url: z.string().min(1).max(2083).meta({ format: 'uri' }),
  destination_domain: z.string(),
  retrieved_at: DateTime,
  source_class: z.string(),
  passage: z.string(),
  relationship: Relationship,
  relationship_explanation: z.string(),
  quality: SourceQuality,
  retrieval_provider: z.string(),
  independence_cluster: z.string(),
  publication_or_effective_date: nullable(z.string()),
  jurisdiction: nullable(z.string()),
  licence_or_usage_constraints: nullable(z.string()),
});
export type EvidenceItem = z.infer<typeof EvidenceItem>;

export const Correction = record('Correction', {
  original: z.string(),
  suggested: z.string(),
  diff: z.array(z.record(z.string(), z.string())),
  reverified_result_id: nullable(z.string()),
  reverified_verdict: Verdict,
  limitations: strings(),
});
export type Correction = z.infer<typeof Correction>;

/** Where the review of a claim stands after its latest action. */
export const HumanReview = record('HumanReview', {
  state: ReviewState,
  /** What people decided, beside the verdict; null: nothing yet, or reopened since. */
  decision: Verdict.nullable(),
  /** The latest action. */
  action: ReviewAction,
  explanation: z.string(),
  reviewer: Reviewer,
  reviewed_at: DateTime,
  assigned_to_user_id: Id.nullable(),
  due_at: DateTime.nullable(),
});
export type HumanReview = z.infer<typeof HumanReview>;

const evidence = () => withDefault(z.array(EvidenceItem), []);

export const ClaimRecord = record('ClaimRecord', {
  id: Id,
  original_span: z.string(),
  location: ClaimLocation,
  normalized_claim: z.string(),
  verification: ClaimVerificationRecord,
  claim_type: z.string(),
  materiality: Materiality,
  verdict: Verdict,
  reliability: Share,
  policy_reason: z.string(),
  entities: strings(),
  dates_and_temporal_scope: strings(),
  quantities_and_units: strings(),
  jurisdiction: nullable(z.string()),
  ambiguous_dependencies: strings(),
  supporting_evidence: evidence(),
  opposing_evidence: evidence(),
  contextual_evidence: evidence(),
  limitations: strings(),
  unresolved_ambiguity: strings(),
  correction: nullable(Correction),
  human_review_status: withDefault(HumanReviewStatus, 'unreviewed'),
  /** null: nobody has acted on the claim. */
  human_review: nullable(HumanReview),
});
export type ClaimRecord = z.infer<typeof ClaimRecord>;

const verdictCount = () => withDefault(z.int(), 0);

export const ResultCounts = record('ResultCounts', {
  supported: verdictCount(),
  contradicted: verdictCount(),
  disputed: verdictCount(),
  unverifiable: verdictCount(),
  not_checkable: verdictCount(),
});
export type ResultCounts = z.infer<typeof ResultCounts>;

export const CoverageSummary = record('CoverageSummary', {
  score: Share,
  status: CoverageStatus,
  extracted_material_claims: Count,
  estimated_material_claims: Count,
  method: z.string(),
  threshold: Share,
  missing_or_uncertain_spans: strings(),
});
export type CoverageSummary = z.infer<typeof CoverageSummary>;

export const RiskSummary = record('RiskSummary', {
  score: Share,
  level: RiskLevel,
  model_version: z.string(),
  drivers: z.array(z.string()),
});
export type RiskSummary = z.infer<typeof RiskSummary>;

export const AbstentionSummary = record('AbstentionSummary', {
  count: Count,
  rate: Share,
  material_count: Count,
  explanation: z.string(),
});
export type AbstentionSummary = z.infer<typeof AbstentionSummary>;

export const EngineRecord = record('EngineRecord', {
  extraction_model: z.string(),
  extraction_version: z.string(),
  retrieval_configuration: z.string(),
  judge_configuration: z.string(),
  policy_version: z.string(),
  result_schema_version: withDefault(z.string(), RESULT_SCHEMA_VERSION),
});
export type EngineRecord = z.infer<typeof EngineRecord>;

export const VerificationResult = record('VerificationResult', {
  id: Id,
  request_id: z.string(),
  created_at: DateTime,
  expires_at: DateTime.nullable(),
  verification_timestamp: DateTime,
  profile: z.string(),
  policy_name: z.string(),
  policy_version: z.string(),
  /** Per-organization HMAC of the content, hex. */
  original_content_fingerprint: z.string(),
  claims: z.array(ClaimRecord),
  counts: ResultCounts,
  coverage: CoverageSummary,
  risk: RiskSummary,
  abstention: AbstentionSummary,
  overall_statement: z.string(),
  limitations: z.array(z.string()),
  engine: EngineRecord,
});
export type VerificationResult = z.infer<typeof VerificationResult>;
