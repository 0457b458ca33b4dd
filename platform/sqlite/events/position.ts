/** Positions of the SQLite log: its gapless numbers from 1, zero-padded so that they sort as strings. */
import { type Position, START } from '#contracts/ports/event-store.ts';

/** Number.MAX_SAFE_INTEGER has 16 digits. */
const WIDTH = 16;
const FORM = /^[0-9]{16}$/;

/** The number of START, the position before the first event. */
export const BEFORE_FIRST = 0;

export function toPosition(number: number): Position {
  return number === BEFORE_FIRST ? START : (String(number).padStart(WIDTH, '0') as Position);
}

/** Throws RangeError for a position of another adapter. */
export function fromPosition(position: Position): number {
  if (position === START) return BEFORE_FIRST;
  if (!FORM.test(position)) throw new RangeError('the position was not made by this event store');
  return Number(position);
}
