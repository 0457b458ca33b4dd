/** Compression of texts of some kilobytes, thousands of times in a row. */
import { deflateRawSync, inflateRawSync, type ZlibOptions } from 'node:zlib';

/** A window for texts of some kilobytes: its state takes 50 kB per call instead of 260. */
const COMPRESSION = { level: 1, windowBits: 13, memLevel: 6 };
/** Details shrink to a third; what is larger takes another piece. Pieces are garbage of 16 kB each unless told. */
const EXPANSION = 4;
const SMALLEST_PIECE = 1_024;
const LARGEST_PIECE = 1_048_576;

export function deflate(bytes: Uint8Array): Buffer {
  return once(deflateRawSync, bytes, { ...COMPRESSION, chunkSize: pieceOf(bytes.length) });
}

export function inflate(bytes: Uint8Array): Buffer {
  return once(inflateRawSync, bytes, { chunkSize: pieceOf(bytes.length * EXPANSION) });
}

/** What zlib answers with `info`: its engine too, which types know nothing of. */
interface Answer {
  buffer: Buffer;
  engine: { _outBuffer: Buffer | null };
}

/**
 * The engine of a call has a native part, so it lives on until the next full collection, and its output with it: tens of
 * megabytes where many texts are opened. It has no public way to let go of that.
 */
function once(
  call: (bytes: Uint8Array, options: ZlibOptions) => Buffer,
  bytes: Uint8Array,
  options: ZlibOptions,
): Buffer {
  const { buffer, engine } = call(bytes, { ...options, info: true }) as unknown as Answer;
  engine._outBuffer = null;
  return buffer;
}

function pieceOf(bytes: number): number {
  return Math.min(LARGEST_PIECE, Math.max(SMALLEST_PIECE, bytes));
}
