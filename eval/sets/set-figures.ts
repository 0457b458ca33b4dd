/** The figures of one set. */
import type { KindFigures } from '../metrics/verdicts.ts';

export interface SetFigures {
  set: string;
  about: 'judging' | 'check-worthiness' | 'decomposition';
  rows: number;
  /** Values by name, 0..1; null if there is nothing to measure. Higher is better, except for NEUTRAL measures. */
  measures: Record<string, number | null>;
  /** Number of rows that a measure is based on, if not all of them. */
  counts: Record<string, number>;
  /** Rows per second and thread. */
  per_second: number;
  /** Figures by kind of reading, if the set tells the kind. */
  kinds: KindFigures[];
}

/** Measures that are merely descriptive: neither high nor low values are better. */
export const NEUTRAL: ReadonlySet<string> = new Set(['kept_whole', 'decided']);
