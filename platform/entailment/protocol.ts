/**
 * Messages between the service and the process that runs a model. Failures describe the model and never contain texts.
 */
import type { PairScores, TextPair } from '#contracts/ports/entailment-model.ts';
import type { RunnerOptions } from './runner.ts';

export type ToProcess = { open: RunnerOptions } | { id: number; pairs: readonly TextPair[] };

export type FromProcess =
  | { opened: true }
  /** A message for the operator. */
  | { unusable: string }
  | { id: number; scores: PairScores[] }
  | { id: number; failed: true };
