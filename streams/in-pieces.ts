/** Texts that are made bit by bit, as bytes in pieces, while others work in between. */
import { nextTurn } from '#common/turns.ts';

/** UTF-8 bytes in a piece, or a single part that has more. */
const PIECE_BYTES = 65_536;
/**
 * How long others wait at most at a time, apart from a single part that takes longer. A read has some ten turns to
 * wait for.
 */
const TURN_MS = 1;

/** Text, or bytes that are encoded already. */
export type Part = string | Uint8Array;

/** The parts one after the other, gathered. The next parts are made when the next piece is asked for. */
export async function* inPieces(parts: AsyncIterable<Part> | Iterable<Part>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  let gathered: Uint8Array[] = [];
  let bytes = 0;
  let turnEnds = performance.now() + TURN_MS;
  for await (const part of parts) {
    const encoded = typeof part === 'string' ? encoder.encode(part) : part;
    gathered.push(encoded);
    bytes += encoded.byteLength;
    if (bytes >= PIECE_BYTES) {
      yield joined(gathered, bytes);
      gathered = [];
      bytes = 0;
    }
    if (performance.now() < turnEnds) continue;
    await nextTurn();
    turnEnds = performance.now() + TURN_MS;
  }
  if (bytes > 0) yield joined(gathered, bytes);
}

/** In a buffer of their own, which can be handed to another thread. */
function joined(parts: readonly Uint8Array[], bytes: number): Uint8Array {
  if (parts.length === 1) return parts[0]!;
  const whole = new Uint8Array(bytes);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.byteLength;
  }
  return whole;
}
