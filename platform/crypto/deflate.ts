/** Compresses texts of some kilobytes, thousands of times in a row. */
import { deflateRawSync, inflateRawSync, type ZlibOptions } from 'node:zlib';

/** A small window suits such texts: the compressor's state takes 50 kB per call instead of 260. */
const COMPRESSION = { level: 1, windowBits: 13, memLevel: 6 };
/** Details shrink to a third; larger output takes another chunk. By default, every chunk allocates 16 kB. */
const EXPANSION = 4;
const SMALLEST_PIECE = 1_024;
const LARGEST_PIECE = 1_048_576;

export function deflate(bytes: Uint8Array): Buffer {
  return once(deflateRawSync, bytes, { ...COMPRESSION, chunkSize: pieceOf(bytes.length) });
}

export function inflate(bytes: Uint8Array): Buffer {
  return once(inflateRawSync, bytes, { chunkSize: pieceOf(bytes.length * EXPANSION) });
}

/** The result of zlib with `info`, including the engine, which the types do not declare. */
interface InfoResult {
  buffer: Buffer;
  engine: { _outBuffer: Buffer | null };
}

/**
 * The engine of a call has a native part, so it survives until the next full garbage collection, and its output with
 * it: tens of megabytes when many texts are opened. There is no public way to release the output.
 */
function once(
  call: (bytes: Uint8Array, options: ZlibOptions) => Buffer,
  bytes: Uint8Array,
  options: ZlibOptions,
): Buffer {
  const { buffer, engine } = call(bytes, { ...options, info: true }) as unknown as InfoResult;
  engine._outBuffer = null;
  return buffer;
}

function pieceOf(bytes: number): number {
  return Math.min(LARGEST_PIECE, Math.max(SMALLEST_PIECE, bytes));
}
