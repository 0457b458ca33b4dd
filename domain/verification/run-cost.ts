/** What a run of a verification is charged with once it has ended. */
import { startedCents } from '../tariff.ts';
import type { ModelUsage } from './events.ts';

export interface EndedRun {
  status: 'completed' | 'failed';
  /** Absent if no language model was asked. */
  model_usage?: ModelUsage | undefined;
}

/**
 * The cost of a run in whole cents. A text that could not be verified costs nothing; what a language model was asked for
 * it was asked all the same.
 */
export function runCents(textCents: number, { status, model_usage }: EndedRun): number {
  return (status === 'completed' ? textCents : 0) + startedCents(model_usage?.cost_cents ?? 0);
}
