import type { OperationalStore } from '#contracts/ports/operational-store.ts';

export interface Stores {
  open(): Promise<OperationalStore>;
  /** After a restart. */
  reopen(): Promise<OperationalStore>;
}

/** The beginning of an hour, and of a minute; not of a month. To come, as stores may drop by their own clock what is long over. */
export const T0 = Date.parse('2096-03-14T12:00:00.000Z');
export const SECOND = 1_000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;

/** RFC 3339 time so many milliseconds after T0. */
export function at(offset: number): string {
  return new Date(T0 + offset).toISOString();
}
