/** What an organization has used, by day, by key and by project. */
import { z } from 'zod';
import { DateTime, Id, record } from './common.ts';
import { int, query, withDefault } from './fields.ts';

export const UsageQuery = query({
  days: withDefault(int({ ge: 1, le: 365 }), 30).describe('How many days, in UTC and with today.'),
});
export type UsageQuery = z.infer<typeof UsageQuery>;

/** Language models: those of connected providers and the operator's. */
export const ModelUsageRecord = record('ModelUsage', {
  /** Questions about claims, whatever their outcome. */
  questions: z.int(),
  /** Answers that were reused from earlier verifications. */
  remembered: z.int(),
  /** Texts of chat completions that a model wrote. */
  completions: z.int(),
  /** As the models' servers count them. */
  input_tokens: z.int(),
  output_tokens: z.int(),
  /** Cost of questions to models with a price, in cents and fractions of cents. */
  cost_cents: z.number(),
});

/** Sources outside the service: encyclopaedias, databases, web searches. */
export const SourceUsageRecord = record('SourceUsage', {
  /**
   * Searches that were not answered from memory, whatever their outcome. Includes those that were skipped because the
   * host was failing.
   */
  searches: z.int(),
  /** Searches that were answered from memory. */
  remembered: z.int(),
  /** Documents that were read, including cached copies. */
  documents: z.int(),
  /** Cost of searches by connected providers, in cents and fractions of cents. */
  cost_cents: z.number(),
});

const amounts = {
  /** Calls that verify, one for each text of a batch. Replays are not counted. */
  requests: z.int(),
  /** UTF-8 bytes of the verified texts, each counted once. */
  verified_bytes: z.int(),
  claims: z.int(),
  /** What was charged, including models and searches. */
  cost_cents: z.int(),
  model: ModelUsageRecord,
  sources: SourceUsageRecord,
};

export const UsageAmounts = record('UsageAmounts', amounts);
export type UsageAmounts = z.infer<typeof UsageAmounts>;

export const OrganizationUsage = record('OrganizationUsage', {
  organization_id: Id,
  /** Whole days in UTC; the last one is today. */
  period: record('UsagePeriod', { start: DateTime, end: DateTime, days: z.int() }),
  totals: UsageAmounts,
  /** One row per day, the first day first. */
  daily: z.array(record('DailyUsage', { date: z.string(), ...amounts })),
  /** Usage per key in the period, highest first; null: the sum of keys beyond the hundred that are recorded per day. */
  keys: z.array(record('KeyUsage', { key_id: Id.nullable(), ...amounts })),
  /**
   * Usage per project in the period, highest first; null: the sum of projects beyond the hundred that are recorded per
   * day.
   */
  projects: z.array(record('ProjectUsage', { project_id: Id.nullable(), name: z.string().nullable(), ...amounts })),
  limits: record('UsageLimits', {
    /** The limit in force: the organization's own or, without a plan, the free allowance if that is lower; null: none. */
    monthly_cost_limit_cents: z.int().nullable(),
    /** Limits of the calling key. */
    key: record('KeyLimits', {
      key_id: Id,
      quota_per_hour: z.int(),
      monthly_cost_limit_cents: z.int().nullable(),
    }),
  }),
});
export type OrganizationUsage = z.infer<typeof OrganizationUsage>;
