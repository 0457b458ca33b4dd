/**
 * Positions of EventStoreDB's `$all` as the port's strings: commit and prepare position, 20 decimal digits each (the
 * width of 2^64 - 1) with a `-` between, so that byte order is log order:
 * `00000000000000004711-00000000000000004711`.
 */
import type { Position as ServerPosition } from '@eventstore/db-client';
import { type Position, START } from '#contracts/ports/event-store.ts';

const WIDTH = 20;
const FORM = /^[0-9]{20}-[0-9]{20}$/;

export function toPosition({ commit, prepare }: ServerPosition): Position {
  // BigInt whatever came: where the client's types say bigint, it has been seen to give numbers.
  return `${digits(BigInt(commit))}-${digits(BigInt(prepare))}` as Position;
}

/** The place in `$all`; throws RangeError for a position that another adapter made. */
export function fromPosition(position: Position): ServerPosition | 'start' {
  if (position === START) return 'start';
  if (!FORM.test(position)) throw new RangeError('the position was not made by this event store');
  return { commit: BigInt(position.slice(0, WIDTH)), prepare: BigInt(position.slice(WIDTH + 1)) };
}

function digits(number: bigint): string {
  return String(number).padStart(WIDTH, '0');
}
