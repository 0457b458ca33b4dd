/**
 * The closed vocabularies of the interface: every named value that a request, a result or an event may carry.
 * Order matters: it is the order in which validation messages list the values.
 */
import { z } from 'zod';

export const VERDICTS = ['supported', 'contradicted', 'disputed', 'unverifiable', 'not_checkable'] as const;
export const Verdict = z.enum(VERDICTS);
export type Verdict = z.infer<typeof Verdict>;

export const MATERIALITIES = ['low', 'medium', 'high'] as const;
export const Materiality = z.enum(MATERIALITIES);
export type Materiality = z.infer<typeof Materiality>;

export const RELATIONSHIPS = ['supports', 'contradicts', 'context', 'unresolved'] as const;
export const Relationship = z.enum(RELATIONSHIPS);
export type Relationship = z.infer<typeof Relationship>;

export const HUMAN_REVIEW_STATUSES = ['unreviewed', 'accepted', 'overridden', 'needs_evidence'] as const;
export const HumanReviewStatus = z.enum(HUMAN_REVIEW_STATUSES);
export type HumanReviewStatus = z.infer<typeof HumanReviewStatus>;

export const COVERAGE_STATUSES = ['complete', 'qualified', 'incomplete'] as const;
export const CoverageStatus = z.enum(COVERAGE_STATUSES);
export type CoverageStatus = z.infer<typeof CoverageStatus>;

export const RISK_LEVELS = ['low', 'medium', 'high', 'critical'] as const;
export const RiskLevel = z.enum(RISK_LEVELS);
export type RiskLevel = z.infer<typeof RiskLevel>;

export const MODES = ['thorough', 'triage', 'fast'] as const;
export const Mode = z.enum(MODES);
export type Mode = z.infer<typeof Mode>;

export const BASE_PROFILES = [
  'general_web',
  'research_citations',
  'legal_regulatory',
  'medical_clinical',
  'finance_markets',
  'internal_enterprise',
] as const;
export const BaseProfile = z.enum(BASE_PROFILES);
export type BaseProfile = z.infer<typeof BaseProfile>;

export const MEMBER_ROLES = ['admin', 'developer', 'reviewer', 'viewer'] as const;
export const MemberRole = z.enum(MEMBER_ROLES);
export type MemberRole = z.infer<typeof MemberRole>;

/** What a principal can be inside an organization; `owner` is its creator and can't be assigned. */
export const ROLES = ['owner', ...MEMBER_ROLES] as const;
export const Role = z.enum(ROLES);
export type Role = z.infer<typeof Role>;

export const KEY_ENVIRONMENTS = ['development', 'production'] as const;
export const KeyEnvironment = z.enum(KEY_ENVIRONMENTS);
export type KeyEnvironment = z.infer<typeof KeyEnvironment>;

export const REVIEW_ACTIONS = ['accept', 'override', 'request_evidence', 'assign', 'resolve', 'reopen'] as const;
export const ReviewAction = z.enum(REVIEW_ACTIONS);
export type ReviewAction = z.infer<typeof ReviewAction>;

export const REVIEW_STATES = ['open', 'resolved'] as const;
export const ReviewState = z.enum(REVIEW_STATES);
export type ReviewState = z.infer<typeof ReviewState>;

/** What an API key may be allowed to do; one name per group of operations (api-decisions: keys, scopes, roles). */
export const SCOPES = [
  'verifications:write',
  'verifications:read',
  'exports:read',
  'chat:write',
  'documents:write',
  'reviews:read',
  'reviews:write',
  'policies:read',
  'policies:write',
  'keys:write',
  'organizations:read',
  'organizations:write',
  'usage:read',
  'audit:read',
  'members:read',
  'members:write',
  'projects:write',
  'sources:read',
  'sources:write',
  'providers:read',
  'providers:write',
  'webhooks:write',
  'billing:write',
] as const;
export const Scope = z.enum(SCOPES);
export type Scope = z.infer<typeof Scope>;

export const CLAIM_TYPES = [
  'numerical',
  'temporal',
  'definitional',
  'existence',
  'attribute',
  'relation',
  'event',
  'causal',
  'comparative',
  'quotation',
  'citation',
  'legal',
  'medical',
] as const;
export const ClaimType = z.enum(CLAIM_TYPES);
export type ClaimType = z.infer<typeof ClaimType>;

/** Why a verification has no result. Terminal, typed, never a verdict. */
export const FAILURE_REASONS = [
  'engine_error',
  'engine_timeout',
  'provider_unavailable',
  'key_lost',
  'source_expired',
  'cost_limit_exceeded',
  'internal_error',
] as const;
export const FailureReason = z.enum(FAILURE_REASONS);
export type FailureReason = z.infer<typeof FailureReason>;
