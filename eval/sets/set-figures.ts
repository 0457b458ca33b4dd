/** The figures of one set. */
import type { KindFigures } from '../metrics/verdicts.ts';

export interface SetFigures {
  set: string;
  about: 'judging' | 'check-worthiness' | 'decomposition';
  rows: number;
  /** By name, 0..1; null where there is nothing to measure. Better the higher they are, but for NEUTRAL ones. */
  measures: Record<string, number | null>;
  /** How many rows a measure rests on, where it is not all of them. */
  counts: Record<string, number>;
  /** Rows per second of one thread. */
  per_second: number;
  /** By kind of reading, where the set says so. */
  kinds: KindFigures[];
}

/** Measures that describe, and are neither better high nor low. */
export const NEUTRAL: ReadonlySet<string> = new Set(['kept_whole', 'decided']);
