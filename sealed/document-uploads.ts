/**
 * Uploaded files in sealed pieces, so that neither storing nor reading one needs the whole file in memory. The pieces
 * have their own key, because they are stored before it is known which job they belong to and how long they are kept.
 * That key is stored sealed with the job's data key, and can't be opened once that is destroyed.
 */
import { createHash, randomBytes } from 'node:crypto';
import type { BlobStore } from '#contracts/ports/blob-store.ts';
import type { Sealer } from '#contracts/ports/sealer.ts';

export interface UploadStores {
  blobs: Pick<BlobStore, 'put' | 'get' | 'deletePrefix'>;
  sealer: Pick<Sealer, 'sealBytes' | 'openBytes'>;
}

export interface StoredUpload {
  /** Key that opens the pieces. */
  key: Uint8Array;
  pieces: number;
  bytes: number;
  /** SHA-256 of the file, hex. Must not be stored: the content could be guessed from it. */
  sha256: string;
}

/** A piece of the file is missing. */
export class UploadMissingError extends Error {
  readonly code = 'upload_missing';
  constructor() {
    super('a piece of an upload is missing');
    this.name = 'UploadMissingError';
  }
}

const PIECE_BYTES = 1024 * 1024;
/** Longer than any job is kept; pieces that a crash left behind are deleted then. */
const KEPT_MS = 32 * 86_400_000;

/** Stores a file while it arrives. `prefix` ends in `/`. If the file is incomplete, the stored pieces are deleted. */
export async function storeUpload(
  { blobs, sealer }: UploadStores,
  prefix: string,
  file: AsyncIterable<Uint8Array>,
  nowMs: number,
): Promise<StoredUpload> {
  const key = randomBytes(32);
  const hash = createHash('sha256');
  const options = { expires_at: new Date(nowMs + KEPT_MS).toISOString() };
  let pieces = 0;
  let bytes = 0;
  const flush = async (piece: Uint8Array) => {
    await blobs.put(pieceKey(prefix, pieces), sealer.sealBytes(key, placeOf(pieces), piece), options);
    pieces++;
  };
  try {
    for await (const piece of inPiecesOf(file, PIECE_BYTES)) {
      hash.update(piece);
      bytes += piece.length;
      await flush(piece);
    }
    return { key, pieces, bytes, sha256: hash.digest('hex') };
  } catch (error) {
    await blobs.deletePrefix(prefix).catch(() => {});
    throw error;
  }
}

/** Yields the file. Throws UploadMissingError, and SealError for pieces that were tampered with. */
export async function* readUpload(
  { blobs, sealer }: UploadStores,
  prefix: string,
  { key, pieces }: Pick<StoredUpload, 'key' | 'pieces'>,
): AsyncGenerator<Uint8Array> {
  for (let piece = 0; piece < pieces; piece++) {
    const sealed = await blobs.get(pieceKey(prefix, piece));
    if (sealed === null) throw new UploadMissingError();
    yield sealer.openBytes(key, placeOf(piece), sealed);
  }
}

/** Copies the pieces to another prefix, unchanged. */
export async function copyUpload(
  { blobs }: Pick<UploadStores, 'blobs'>,
  from: string,
  to: string,
  pieces: number,
  nowMs: number,
): Promise<void> {
  const options = { expires_at: new Date(nowMs + KEPT_MS).toISOString() };
  for (let piece = 0; piece < pieces; piece++) {
    const sealed = await blobs.get(pieceKey(from, piece));
    if (sealed === null) throw new UploadMissingError();
    await blobs.put(pieceKey(to, piece), sealed, options);
  }
}

/** Prefix of the file of a verification's document. It is deleted together with everything else under the id. */
export function uploadPrefix(verificationId: string): string {
  return `${verificationId}/upload/`;
}

function pieceKey(prefix: string, piece: number): string {
  return `${prefix}${String(piece).padStart(3, '0')}`;
}

/** The key opens no other file's pieces. */
function placeOf(piece: number) {
  return { verification_id: 'upload', record: 'upload', field: String(piece) };
}

async function* inPiecesOf(file: AsyncIterable<Uint8Array>, size: number): AsyncGenerator<Uint8Array> {
  let gathered: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of file) {
    gathered.push(chunk);
    length += chunk.length;
    if (length < size) continue;
    const all = Buffer.concat(gathered);
    let at = 0;
    for (; at + size <= all.length; at += size) yield all.subarray(at, at + size);
    gathered = at < all.length ? [all.subarray(at)] : [];
    length = all.length - at;
  }
  if (length > 0) yield Buffer.concat(gathered);
}
