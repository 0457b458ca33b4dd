/** How runs end. */
import type { VerificationEvent } from './events.ts';
import type { VerificationHead } from './state.ts';

/** The events that end a run, and the status that each leads to. */
const ENDS = {
  VerificationCompleted: 'completed',
  VerificationFailed: 'failed',
  VerificationCancelled: 'cancelled',
} as const;

type EndEvent = Extract<VerificationEvent, { type: keyof typeof ENDS }>;
export type EndedStatus = (typeof ENDS)[keyof typeof ENDS];

/** Names of the events that end a run. */
export const END_EVENTS = Object.keys(ENDS) as (keyof typeof ENDS)[];

/** Whether the event ends a run. */
export function isEnd(event: VerificationEvent): event is EndEvent {
  return Object.hasOwn(ENDS, event.type);
}

/** The status that the end leads to. */
export function statusAfter({ type }: EndEvent): EndedStatus {
  return ENDS[type];
}

/** Whether the run has ended, in whatever way. */
export function hasEnded<Head extends Pick<VerificationHead, 'status'>>(
  head: Head,
): head is Head & { status: EndedStatus } {
  return head.status === 'completed' || isRestartable(head);
}

/** Whether another run may follow this one: it ended without a result. */
export function isRestartable({ status }: Pick<VerificationHead, 'status'>): boolean {
  return status === 'failed' || status === 'cancelled';
}

/** Whether a run is in progress. */
export function isUnderWay(head: Pick<VerificationHead, 'status'>): boolean {
  return head.status !== 'none' && !hasEnded(head);
}
