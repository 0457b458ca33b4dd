/** The vocabularies as zod schemas, for validation and description. */
import { z } from 'zod';
import {
  BASE_PROFILES,
  CLAIM_TYPES,
  COVERAGE_STATUSES,
  FAILURE_REASONS,
  HUMAN_REVIEW_STATUSES,
  KEY_ENVIRONMENTS,
  MATERIALITIES,
  MEMBER_ROLES,
  MODES,
  PROVIDERS,
  RELATIONSHIPS,
  REVIEW_ACTIONS,
  REVIEW_STATES,
  RISK_LEVELS,
  ROLES,
  SCOPES,
  VERDICTS,
  WEBHOOK_MESSAGE_TYPES,
} from './vocabulary.ts';

export const Verdict = z.enum(VERDICTS);
export const Materiality = z.enum(MATERIALITIES);
export const Relationship = z.enum(RELATIONSHIPS);
export const HumanReviewStatus = z.enum(HUMAN_REVIEW_STATUSES);
export const CoverageStatus = z.enum(COVERAGE_STATUSES);
export const RiskLevel = z.enum(RISK_LEVELS);
export const Mode = z.enum(MODES);
export const BaseProfile = z.enum(BASE_PROFILES);
export const MemberRole = z.enum(MEMBER_ROLES);
export const Role = z.enum(ROLES);
export const KeyEnvironment = z.enum(KEY_ENVIRONMENTS);
export const ReviewAction = z.enum(REVIEW_ACTIONS);
export const ReviewState = z.enum(REVIEW_STATES);
export const Scope = z.enum(SCOPES);
export const Provider = z.enum(PROVIDERS);
export const ClaimType = z.enum(CLAIM_TYPES);
export const FailureReason = z.enum(FAILURE_REASONS);
export const WebhookMessageType = z.enum(WEBHOOK_MESSAGE_TYPES);
