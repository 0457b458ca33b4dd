/** The port of fixed-window counters. A store for a single process may lose them with it. */
import type { QuotaState } from './admission.ts';

export interface Counters {
  /** Counts one in the window (such as a minute) that contains `now_ms`, unless the limit is reached. */
  hit(counter: string, limit: number, window_ms: number, now_ms: number): Promise<QuotaState & { allowed: boolean }>;
}
