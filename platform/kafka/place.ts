/**
 * Where a consumer stands in a partition: the event log's position of the last message, and the offset to read from.
 * The position comes first, so that places are ordered as the log is, and stay so when a topic was made anew and its
 * offsets began again.
 */
import { type Position, START } from '#contracts/ports/event-store.ts';

declare const placeBrand: unique symbol;
/** Compared as a string. */
export type Place = string & { readonly [placeBrand]: true };

/** Digits of the largest 64-bit offset. */
const OFFSET_DIGITS = 19;

/** `next`: offset of the first message that is not known yet. */
export function toPlace(position: Position, next: number): Place {
  // A space sorts before whatever a position consists of, so START comes first here too.
  return `${position} ${String(next).padStart(OFFSET_DIGITS, '0')}` as Place;
}

export const BEGINNING = toPlace(START, 0);

export function positionOf(place: Place): Position {
  return place.slice(0, -OFFSET_DIGITS - 1) as Position;
}

export function nextOffsetOf(place: Place): number {
  return Number(place.slice(-OFFSET_DIGITS));
}
