/**
 * The closed vocabularies of the interface: every named value in a request, a result or an event. Order matters:
 * validation messages list the values in this order. The schemas are in vocabulary-schemas.ts, so that threads that
 * validate nothing need not load zod.
 */

export const VERDICTS = ['supported', 'contradicted', 'disputed', 'unverifiable', 'not_checkable'] as const;
export type Verdict = (typeof VERDICTS)[number];

export const MATERIALITIES = ['low', 'medium', 'high'] as const;
export type Materiality = (typeof MATERIALITIES)[number];

export const RELATIONSHIPS = ['supports', 'contradicts', 'context', 'unresolved'] as const;
export type Relationship = (typeof RELATIONSHIPS)[number];

export const HUMAN_REVIEW_STATUSES = ['unreviewed', 'accepted', 'overridden', 'needs_evidence'] as const;
export type HumanReviewStatus = (typeof HUMAN_REVIEW_STATUSES)[number];

export const COVERAGE_STATUSES = ['complete', 'qualified', 'incomplete'] as const;
export type CoverageStatus = (typeof COVERAGE_STATUSES)[number];

export const RISK_LEVELS = ['low', 'medium', 'high', 'critical'] as const;
export type RiskLevel = (typeof RISK_LEVELS)[number];

export const MODES = ['thorough', 'triage', 'fast'] as const;
export type Mode = (typeof MODES)[number];

export const BASE_PROFILES = [
  'general_web',
  'research_citations',
  'legal_regulatory',
  'medical_clinical',
  'finance_markets',
  'internal_enterprise',
] as const;
export type BaseProfile = (typeof BASE_PROFILES)[number];

export const MEMBER_ROLES = ['admin', 'developer', 'reviewer', 'viewer'] as const;
export type MemberRole = (typeof MEMBER_ROLES)[number];

/** Roles of a principal in an organization; `owner` is its creator and cannot be assigned. */
export const ROLES = ['owner', ...MEMBER_ROLES] as const;
export type Role = (typeof ROLES)[number];

export const KEY_ENVIRONMENTS = ['development', 'production'] as const;
export type KeyEnvironment = (typeof KEY_ENVIRONMENTS)[number];

export const REVIEW_ACTIONS = ['accept', 'override', 'request_evidence', 'assign', 'resolve', 'reopen'] as const;
export type ReviewAction = (typeof REVIEW_ACTIONS)[number];

export const REVIEW_STATES = ['open', 'resolved'] as const;
export type ReviewState = (typeof REVIEW_STATES)[number];

export const CHAT_ROLES = ['system', 'user', 'assistant'] as const;

/** Permissions of an API key, one per group of operations. */
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
export type Scope = (typeof SCOPES)[number];

/** Providers of language models and of web search that an organization can connect. */
export const PROVIDERS = ['openai', 'anthropic', 'google', 'mistral', 'brave', 'tavily', 'exa', 'serper'] as const;
export type Provider = (typeof PROVIDERS)[number];

/** Events that webhooks can receive. */
export const WEBHOOK_MESSAGE_TYPES = ['verification.completed'] as const;

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
export type ClaimType = (typeof CLAIM_TYPES)[number];

/** Why a verification has no result. Terminal and typed, never a verdict. */
export const FAILURE_REASONS = [
  'engine_error',
  'engine_timeout',
  'provider_unavailable',
  'key_lost',
  'source_expired',
  'cost_limit_exceeded',
  /** Of a document job that was cancelled, before cancellations had an event of their own. */
  'cancelled',
  'internal_error',
] as const;
export type FailureReason = (typeof FAILURE_REASONS)[number];
