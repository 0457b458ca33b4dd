/** Earlier points of a verification's history. */
import type { RecordedEvent } from '#contracts/ports/event-store.ts';
import { registry } from '../events/registry.ts';

export type AsOf =
  /** Up to and including this revision of the stream. */
  | { revision: number }
  /** Everything recorded at or before this RFC 3339 time. */
  | { time: string }
  /** Up to the first completion, without later reviews and erasures. The whole history, if it never completed. */
  | 'completion'
  | 'now';

const COMPLETED: ReadonlySet<string> = new Set(registry.storedTypes(['VerificationCompleted']));

/** How many of these events, which are in stream order, are up to the wanted point. `completion`: none completed before. */
export function countWithin(
  events: readonly Pick<RecordedEvent, 'revision' | 'recorded_at' | 'type'>[],
  asOf: AsOf,
): number {
  if (asOf === 'now') return events.length;
  if (asOf === 'completion') return events.findIndex(({ type }) => COMPLETED.has(type)) + 1 || events.length;
  const isLater =
    'revision' in asOf
      ? ({ revision }: { revision: number }) => revision > asOf.revision
      : ({ recorded_at }: { recorded_at: string }) => Date.parse(recorded_at) > Date.parse(asOf.time);
  const first = events.findIndex(isLater);
  return first === -1 ? events.length : first;
}
