/** The state of a verification at an earlier point of its history. */
import type { VerificationEvent } from './events.ts';
import { evolveAll, initialState, type VerificationState } from './state.ts';

export type AsOf =
  /** Up to and including this revision of the stream. */
  | { revision: number }
  /** Everything recorded at or before this RFC 3339 time. */
  | { time: string }
  /** Up to the first completion, without later reviews and erasures. The whole history, if it never completed. */
  | 'completion'
  | 'now';

export interface HistoricEvent {
  event: VerificationEvent;
  revision: number;
  /** RFC 3339. */
  recorded_at: string;
}

/** Folds a history, given in stream order, up to the wanted point. */
export function stateAsOf(history: Iterable<HistoricEvent>, asOf: AsOf): VerificationState {
  return evolveAll(initialState(), eventsUntil(history, asOf));
}

function* eventsUntil(history: Iterable<HistoricEvent>, asOf: AsOf): Generator<VerificationEvent> {
  for (const entry of history) {
    if (!isWithin(entry, asOf)) return;
    yield entry.event;
    if (asOf === 'completion' && entry.event.type === 'VerificationCompleted') return;
  }
}

/** Whether the entry is at or before the wanted point. For `completion` always true: the caller must stop there. */
export function isWithin(entry: Pick<HistoricEvent, 'revision' | 'recorded_at'>, asOf: AsOf): boolean {
  if (asOf === 'now' || asOf === 'completion') return true;
  if ('revision' in asOf) return entry.revision <= asOf.revision;
  return Date.parse(entry.recorded_at) <= Date.parse(asOf.time);
}
