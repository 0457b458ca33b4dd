/**
 * A consumer's position in a partition: the event log's position of the last message, and the next offset to read. The log's
 * position comes first, so that they sort like the log, even when a topic was recreated and its offsets restarted.
 */
import { type Position, START } from '#contracts/ports/event-store.ts';

declare const consumerPosition: unique symbol;
/** Compared as a string. */
export type ConsumerPosition = string & { readonly [consumerPosition]: true };

/** Digits of the largest 64-bit offset. */
const OFFSET_DIGITS = 19;

/** `next` is the offset of the first unread message. */
export function toConsumerPosition(position: Position, next: number): ConsumerPosition {
  // A space sorts before every character of a position, so START comes first here too.
  return `${position} ${String(next).padStart(OFFSET_DIGITS, '0')}` as ConsumerPosition;
}

export const BEGINNING = toConsumerPosition(START, 0);

export function positionOf(position: ConsumerPosition): Position {
  return position.slice(0, -OFFSET_DIGITS - 1) as Position;
}

export function nextOffsetOf(position: ConsumerPosition): number {
  return Number(position.slice(-OFFSET_DIGITS));
}
