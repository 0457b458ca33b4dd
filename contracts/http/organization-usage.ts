/** What an organization has used, by day, by key and by project. */
import { z } from 'zod';
import { DateTime, Id, record } from './common.ts';
import { int, query, withDefault } from './fields.ts';

export const UsageQuery = query({
  days: withDefault(int({ ge: 1, le: 365 }), 30).describe('How many days, in UTC and with today.'),
});
export type UsageQuery = z.infer<typeof UsageQuery>;

/** Language models, connected ones and the operator's. */
export const ModelUsageRecord = record('ModelUsage', {
  /** Questions that were asked about claims, whatever came of them. */
  questions: z.int(),
  /** Answers of earlier verifications that were used again. */
  remembered: z.int(),
  /** Texts of chat completions that a model wrote. */
  completions: z.int(),
  /** As the models' servers count them. */
  input_tokens: z.int(),
  output_tokens: z.int(),
  /** Of questions to models with a price, in cents and fractions of them. */
  cost_cents: z.number(),
});

/** Sources outside the service: encyclopaedias, databases, web searches. */
export const SourceUsageRecord = record('SourceUsage', {
  /** Searches that were not answered from memory, whatever came of them: one that a host in trouble was spared counts too. */
  searches: z.int(),
  /** Searches that were answered from memory. */
  remembered: z.int(),
  /** Documents that were read, kept copies too. */
  documents: z.int(),
  /** Of searches by connected providers, in cents and fractions of them. */
  cost_cents: z.number(),
});

const amounts = {
  /** Calls that verify, one for each text of a batch. Replays are not counted. */
  requests: z.int(),
  /** UTF-8 bytes of the texts that were verified; of each once. */
  verified_bytes: z.int(),
  claims: z.int(),
  /** What was charged, with models and searches. */
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
  /** What each key used in the period, the most used first; null: keys beyond the hundred that a day tells apart. */
  keys: z.array(record('KeyUsage', { key_id: Id.nullable(), ...amounts })),
  /** What each project's keys used in the period, the most used first; null: projects beyond the hundred of a day. */
  projects: z.array(record('ProjectUsage', { project_id: Id.nullable(), name: z.string().nullable(), ...amounts })),
  limits: record('UsageLimits', {
    /** In force for the organization: its own, or what it may spend without a plan if that is less; null: none. */
    monthly_cost_limit_cents: z.int().nullable(),
    /** Of the key that asks. */
    key: record('KeyLimits', {
      key_id: Id,
      quota_per_hour: z.int(),
      monthly_cost_limit_cents: z.int().nullable(),
    }),
  }),
});
export type OrganizationUsage = z.infer<typeof OrganizationUsage>;
