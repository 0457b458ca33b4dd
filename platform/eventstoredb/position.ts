/**
 * Positions of EventStoreDB's `$all` as the port's strings: commit and prepare position, 20 decimal digits each (the
 * width of 2^64 - 1), joined by `-`, so that they sort as strings: `00000000000000004711-00000000000000004711`.
 */
import type { Position as ServerPosition } from '@eventstore/db-client';
import { type Position, START } from '#contracts/ports/event-store.ts';

const WIDTH = 20;
const FORM = /^[0-9]{20}-[0-9]{20}$/;

export function toPosition({ commit, prepare }: ServerPosition): Position {
  // Converted to BigInt, as the client has been observed to return numbers where its types say bigint.
  return `${digits(BigInt(commit))}-${digits(BigInt(prepare))}` as Position;
}

/** The position in `$all`. Throws RangeError for a position of another adapter. */
export function fromPosition(position: Position): ServerPosition | 'start' {
  if (position === START) return 'start';
  if (!FORM.test(position)) throw new RangeError('the position was not made by this event store');
  return { commit: BigInt(position.slice(0, WIDTH)), prepare: BigInt(position.slice(WIDTH + 1)) };
}

function digits(number: bigint): string {
  return String(number).padStart(WIDTH, '0');
}
