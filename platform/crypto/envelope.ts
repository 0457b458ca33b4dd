/**
 * Sealing of customer text under a verification's data key: AES-256-GCM with the place it belongs to (verification,
 * record, field) as associated data, so that a value copied to another place does not open there.
 *
 * A sealed text is `s1.` or `s1z.` (compressed first) and base64url of the sealed bytes; sealed bytes begin with one
 * byte for the same distinction.
 */
import { type SealContext, SealError, type Sealer } from '#contracts/ports/sealer.ts';
import { decrypt, encrypt } from './aead.ts';
import { deflate, inflate } from './deflate.ts';

const PLAIN = 's1';
const DEFLATED = 's1z';
type Format = typeof PLAIN | typeof DEFLATED;

const FORMAT_BYTE: Record<Format, number> = { [PLAIN]: 1, [DEFLATED]: 2 };

/**
 * Texts of at least this size are compressed. The details of claims and evidence are JSON of a few kilobytes: the
 * fastest deflate shrinks them to a third in about 30 µs. The sealed length then reveals a little about the content;
 * only its author can choose text beside it, so this cannot be probed.
 */
const COMPRESS_FROM_BYTES = 1_024;

export function createSealer(): Sealer {
  return {
    seal(key, context, text) {
      const { format, payload } = pack(Buffer.from(text, 'utf8'));
      return `${format}.${encrypt(key, associatedData(format, context), payload).toString('base64url')}`;
    },
    open(key, context, sealed) {
      const dot = sealed.indexOf('.');
      const format = sealed.slice(0, dot);
      if (format !== PLAIN && format !== DEFLATED) throw new SealError(context);
      return openBytes(key, context, format, Buffer.from(sealed.slice(dot + 1), 'base64url')).toString('utf8');
    },
    sealBytes(key, context, bytes) {
      const { format, payload } = pack(bytes);
      const sealed = encrypt(key, associatedData(format, context), payload);
      return Buffer.concat([Buffer.of(FORMAT_BYTE[format]), sealed]);
    },
    openBytes(key, context, sealed) {
      const format = ([PLAIN, DEFLATED] as const).find((known) => FORMAT_BYTE[known] === sealed[0]);
      if (format === undefined) throw new SealError(context);
      return openBytes(key, context, format, sealed.subarray(1));
    },
  };
}

function openBytes(key: Uint8Array, context: SealContext, format: Format, sealed: Uint8Array): Buffer {
  const payload = decrypt(key, associatedData(format, context), sealed);
  if (payload === null) throw new SealError(context);
  if (format === PLAIN) return payload;
  return inflate(payload);
}

/** Compresses the bytes if that makes them smaller. */
function pack(bytes: Uint8Array): { format: Format; payload: Uint8Array } {
  if (bytes.length >= COMPRESS_FROM_BYTES) {
    const deflated = deflate(bytes);
    if (deflated.length < bytes.length) return { format: DEFLATED, payload: deflated };
  }
  return { format: PLAIN, payload: bytes };
}

/** A JSON array, so that different contexts give different bytes. */
function associatedData(format: Format, context: SealContext): Buffer {
  return Buffer.from(JSON.stringify([format, context.verification_id, context.record, context.field]), 'utf8');
}
