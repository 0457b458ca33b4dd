/** Combines parts of a text into byte pieces, and lets other work run in between. */
import { Turn } from '#common/turns.ts';

/** UTF-8 bytes per piece, unless a single part is larger. */
const PIECE_BYTES = 65_536;

/** Text, or UTF-8 bytes. */
export type Part = string | Uint8Array;

/** Yields the parts, combined into pieces. Further parts are produced when the next piece is requested. */
export async function* inPieces(parts: AsyncIterable<Part> | Iterable<Part>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  let gathered: Uint8Array[] = [];
  let bytes = 0;
  const turn = new Turn();
  for await (const part of parts) {
    const encoded = typeof part === 'string' ? encoder.encode(part) : part;
    gathered.push(encoded);
    bytes += encoded.byteLength;
    if (bytes >= PIECE_BYTES) {
      yield joined(gathered, bytes);
      gathered = [];
      bytes = 0;
    }
    if (turn.isOver) await turn.next();
  }
  if (bytes > 0) yield joined(gathered, bytes);
}

/** In its own buffer, which can be transferred to another thread. */
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
