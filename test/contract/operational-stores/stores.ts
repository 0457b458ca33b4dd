import type { OperationalStores } from '#contracts/ports/operational-stores.ts';

export interface Stores {
  open(): Promise<OperationalStores>;
  /** Restarts the store. */
  reopen(): Promise<OperationalStores>;
}

/** Start of an hour, not of a month. In the future, because a store may delete expired data by its own clock. */
export const T0 = Date.parse('2096-03-14T12:00:00.000Z');
export const SECOND = 1_000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;

/** The RFC 3339 time `offset` milliseconds after T0. */
export function at(offset: number): string {
  return new Date(T0 + offset).toISOString();
}
