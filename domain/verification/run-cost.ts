/** What a run of a verification is charged after its end. */
import { startedCents } from '../tariff.ts';
import type { EndedStatus } from './ended.ts';
import type { ModelUsage, SourceUsage } from './stage-events.ts';

export interface EndedRun {
  status: EndedStatus;
  /** Absent if no language model was asked. */
  model_usage?: ModelUsage | undefined;
  /** Absent if no outside source was asked. */
  source_usage?: SourceUsage | undefined;
}

/**
 * The cost of a run in whole cents. A text that was not verified to the end is free, but the run's questions to language
 * models and searches are charged.
 */
export function runCents(textCents: number, { status, model_usage, source_usage }: EndedRun): number {
  const asked = (model_usage?.cost_cents ?? 0) + (source_usage?.cost_cents ?? 0);
  return (status === 'completed' ? textCents : 0) + startedCents(asked);
}
