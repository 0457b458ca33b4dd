/**
 * The read model behind GET /organizations/{id}/usage: one document per organization and day, and one per verification
 * that may still add to its day. Contains nothing of any text, so an erasure changes no figure.
 */
import type { UsageAmounts } from '#contracts/http/organization-usage.ts';
import type { View } from '#contracts/ports/read-store.ts';
import { roundedCents } from '#domain/tariff.ts';

export const USAGE: View = { name: 'usage', version: 4, indexes: [{ fields: ['organization_id', 'date'] }] };

/**
 * Keys, and projects, that are recorded separately per day, to bound the size of a document. The usage of further ones
 * is summed up.
 */
export const TOLD_APART_PER_DAY = 100;
/** Key of the sum of the others. */
export const OTHERS = 'other';

/** Id: `usageDayId`. */
export interface UsageDayDocument {
  organization_id: string;
  /** In UTC, `2026-03-01`. */
  date: string;
  totals: UsageAmounts;
  /** By key id, or OTHERS. */
  keys: Record<string, UsageAmounts>;
  /** By project id, or OTHERS. Usage outside of projects is not included. */
  projects: Record<string, UsageAmounts>;
  /**
   * Bytes of the texts whose completion was recorded on this day, whenever they began. Final once the log has reached
   * the next day, so this is what is charged.
   */
  completed_bytes: number;
}

/** What to count at the end of a run. Id: `usageRunId`. */
export interface UsageRunDocument {
  day: UsageRunDay;
  bytes: number;
  cost_cents: number;
}

/** Where a run is counted: its key and project, and the day on which it began. */
export interface UsageRunDay {
  organization_id: string;
  date: string;
  key_id: string;
  /** null: outside of projects. */
  project_id: string | null;
}

/**
 * Id of the root of the documents that a verification's events change. The root must be written last, and documents are
 * written in descending order of their ids: `usage/` before `run/`.
 */
export function usageRunId(verificationId: string): string {
  return `run/${verificationId}`;
}

export function usageDayId(organizationId: string, date: string): string {
  return `usage/${organizationId}/${date}`;
}

export function noUsage(): UsageAmounts {
  const model = { questions: 0, remembered: 0, completions: 0, input_tokens: 0, output_tokens: 0, cost_cents: 0 };
  const sources = { searches: 0, remembered: 0, documents: 0, cost_cents: 0 };
  return { requests: 0, verified_bytes: 0, claims: 0, cost_cents: 0, model, sources };
}

/** Sums both. Fractions of cents are rounded to six decimals, as in the events. */
export function addUsage(a: UsageAmounts, b: UsageAmounts): UsageAmounts {
  return {
    requests: a.requests + b.requests,
    verified_bytes: a.verified_bytes + b.verified_bytes,
    claims: a.claims + b.claims,
    cost_cents: a.cost_cents + b.cost_cents,
    model: {
      questions: a.model.questions + b.model.questions,
      remembered: a.model.remembered + b.model.remembered,
      completions: a.model.completions + b.model.completions,
      input_tokens: a.model.input_tokens + b.model.input_tokens,
      output_tokens: a.model.output_tokens + b.model.output_tokens,
      cost_cents: addedCents(a.model, b.model),
    },
    sources: {
      searches: a.sources.searches + b.sources.searches,
      remembered: a.sources.remembered + b.sources.remembered,
      documents: a.sources.documents + b.sources.documents,
      cost_cents: addedCents(a.sources, b.sources),
    },
  };
}

function addedCents(a: { cost_cents: number }, b: { cost_cents: number }): number {
  return roundedCents(a.cost_cents + b.cost_cents);
}
