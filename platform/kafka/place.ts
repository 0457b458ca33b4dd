/**
 * A consumer's place in a partition: the event log's position of the last message, and the next offset to read. The
 * position comes first, so that places sort like the log, even when a topic was recreated and its offsets restarted.
 */
import { type Position, START } from '#contracts/ports/event-store.ts';

declare const placeBrand: unique symbol;
/** Compared as a string. */
export type Place = string & { readonly [placeBrand]: true };

/** Digits of the largest 64-bit offset. */
const OFFSET_DIGITS = 19;

/** `next` is the offset of the first unread message. */
export function toPlace(position: Position, next: number): Place {
  // A space sorts before every character of a position, so START comes first here too.
  return `${position} ${String(next).padStart(OFFSET_DIGITS, '0')}` as Place;
}

export const BEGINNING = toPlace(START, 0);

export function positionOf(place: Place): Position {
  return place.slice(0, -OFFSET_DIGITS - 1) as Position;
}

export function nextOffsetOf(place: Place): number {
  return Number(place.slice(-OFFSET_DIGITS));
}
