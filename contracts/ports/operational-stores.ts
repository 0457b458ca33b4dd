/**
 * The operational stores: small state of commands and the pipeline that all instances share, with a port per kind. All
 * times are RFC 3339 or milliseconds, as named; the caller passes `now`.
 */
import type { AdmissionStore } from './admission.ts';
import type { Counters } from './counters.ts';
import type { IdempotencyStore } from './idempotency.ts';
import type { Leases } from './leases.ts';
import type { ServerValues } from './server-values.ts';
import type { UniqueValues } from './unique-values.ts';

export interface OperationalStores {
  idempotency: IdempotencyStore;
  admission: AdmissionStore;
  uniqueValues: UniqueValues;
  leases: Leases;
  counters: Counters;
  values: ServerValues;
  /** Removes what has expired at `now_ms`: idempotency records, windows, leases. Returns how many rows. */
  sweep(now_ms: number): Promise<number>;
  close(): Promise<void>;
}
