import type { UsageAmounts } from '#contracts/http/organization-usage.ts';
import { verificationIdOf } from '#domain/verification/decider.ts';
import type { VerificationEvent } from '#domain/verification/events.ts';
import { runCents } from '#domain/verification/run-cost.ts';
import type { ModelUsage, SourceUsage } from '#domain/verification/stage-events.ts';
import type { Documents, Projection } from '../projection.ts';
import {
  addUsage,
  noUsage,
  OTHERS,
  TOLD_APART_PER_DAY,
  USAGE,
  type UsageDayDocument,
  type UsageRunDay,
  type UsageRunDocument,
  usageDayId,
  usageRunId,
} from './document.ts';

/**
 * A run counts on the day on which it began: as a request at its beginning, and with its claims, bytes and cost at its
 * end. A text's bytes count once, however many runs it takes; for charging, they count on the day of completion.
 */
export const usageProjection: Projection<VerificationEvent> = {
  view: USAGE,
  events: [
    'VerificationRequested',
    'VerificationRestarted',
    'CompletionGenerated',
    'VerificationCompleted',
    'VerificationFailed',
    'VerificationCancelled',
    'VerificationErased',
  ],
  root: ({ stream }) => usageRunId(verificationIdOf(stream)),
  reads: ({ event }) =>
    event.type === 'VerificationRequested'
      ? [usageDayId(event.data.organization_id, dateOf(event.data.created_at))]
      : [],

  async project({ event, stream, recorded_at }, documents) {
    const id = usageRunId(verificationIdOf(stream));
    if (event.type === 'VerificationRequested') {
      const { organization_id, key_id, project_id = null, created_at, bytes, cost_cents } = event.data;
      const day = { organization_id, key_id, project_id, date: dateOf(created_at) };
      documents.put<UsageRunDocument>(id, { day, bytes, cost_cents });
      return count(documents, day, { ...noUsage(), requests: 1 });
    }
    const run = await documents.get<UsageRunDocument>(id);
    if (run === null) return;
    switch (event.type) {
      case 'CompletionGenerated': {
        const { input_tokens, output_tokens } = event.data;
        const model = { completions: 1, input_tokens: input_tokens ?? 0, output_tokens: output_tokens ?? 0 };
        return count(documents, run.day, withModel(noUsage(), model));
      }
      case 'VerificationRestarted': {
        // A run is restarted for the key that sent the text, because an idempotency key and a job belong to one key. A
        // key never changes its project, so the project is that of the first run.
        const day = { ...run.day, key_id: event.data.key_id, date: dateOf(event.data.restarted_at) };
        documents.put<UsageRunDocument>(id, { ...run, day });
        // A restart by the operator is not a call of the customer.
        const requests = event.data.cause === 'idempotent_retry' ? 1 : 0;
        return count(documents, day, { ...noUsage(), requests });
      }
      case 'VerificationCompleted': {
        const { counts, model_usage, source_usage } = event.data;
        documents.remove(id);
        await countCompleted(documents, run.day.organization_id, dateOf(recorded_at), run.bytes);
        return count(documents, run.day, {
          ...usedOf(model_usage, source_usage),
          verified_bytes: run.bytes,
          claims: Object.values(counts).reduce((sum, each) => sum + each, 0),
          cost_cents: runCents(run.cost_cents, { status: 'completed', model_usage, source_usage }),
        });
      }
      case 'VerificationFailed':
      case 'VerificationCancelled': {
        const { model_usage, source_usage } = event.data;
        // Keep the document, because another run may follow.
        const cost_cents = runCents(run.cost_cents, { status: 'failed', model_usage, source_usage });
        return count(documents, run.day, { ...usedOf(model_usage, source_usage), cost_cents });
      }
      case 'VerificationErased':
        documents.remove(id);
    }
  },
};

async function count(documents: Documents, day: UsageRunDay, used: UsageAmounts): Promise<void> {
  const { organization_id, date, key_id, project_id } = day;
  const known = await dayOf(documents, organization_id, date);
  const { totals, keys, projects } = known;
  documents.put<UsageDayDocument>(usageDayId(organization_id, date), {
    ...known,
    totals: addUsage(totals, used),
    keys: countedFor(keys, key_id, used),
    projects: project_id === null ? projects : countedFor(projects, project_id, used),
  });
}

async function countCompleted(
  documents: Documents,
  organization_id: string,
  date: string,
  bytes: number,
): Promise<void> {
  const known = await dayOf(documents, organization_id, date);
  const completed_bytes = known.completed_bytes + bytes;
  documents.put<UsageDayDocument>(usageDayId(organization_id, date), { ...known, completed_bytes });
}

async function dayOf(documents: Documents, organization_id: string, date: string): Promise<UsageDayDocument> {
  const known = await documents.get<UsageDayDocument>(usageDayId(organization_id, date));
  return known ?? { organization_id, date, totals: noUsage(), keys: {}, projects: {}, completed_bytes: 0 };
}

function countedFor(
  all: Readonly<Record<string, UsageAmounts>>,
  id: string,
  used: UsageAmounts,
): Record<string, UsageAmounts> {
  const name = id in all || Object.keys(all).length < TOLD_APART_PER_DAY ? id : OTHERS;
  return { ...all, [name]: addUsage(all[name] ?? noUsage(), used) };
}

function usedOf(model_usage: ModelUsage | undefined, source_usage: SourceUsage | undefined): UsageAmounts {
  const used = withModel(noUsage(), model_usage ?? {});
  return { ...used, sources: { ...used.sources, ...source_usage } };
}

function withModel(used: UsageAmounts, model: Partial<UsageAmounts['model']>): UsageAmounts {
  return { ...used, model: { ...used.model, ...model } };
}

function dateOf(time: string): string {
  return time.slice(0, 'yyyy-mm-dd'.length);
}
