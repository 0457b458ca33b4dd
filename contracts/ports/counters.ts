/** The port of fixed-window counters. A store that serves one process may lose them with it. */
import type { QuotaState } from './admission.ts';

export interface Counters {
  /** Counts one in the window (such as requests per minute) that `now_ms` is in, unless the limit is reached. */
  hit(counter: string, limit: number, window_ms: number, now_ms: number): Promise<QuotaState & { allowed: boolean }>;
}
