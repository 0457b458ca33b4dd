/**
 * Signed checkpoints: the lengths and ends of the chains at a given time. Whoever keeps one can detect later that a
 * chain was cut off or rewritten. Signed with Ed25519, by a key that only the service has.
 */
import { createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import canonicalize from 'canonicalize';
import { z } from 'zod';

const HEX_32_BYTES = z.string().regex(/^[0-9a-f]{64}$/);
const HEX_64_BYTES = z.string().regex(/^[0-9a-f]{128}$/);

export const Checkpoint = z.strictObject({
  /** RFC 3339. */
  issued_at: z.string(),
  chains: z.array(z.strictObject({ organization_id: z.string(), seq: z.int().min(0), hash: HEX_32_BYTES })),
});
export type Checkpoint = z.infer<typeof Checkpoint>;

export const SignedCheckpoint = z.strictObject({
  checkpoint: Checkpoint,
  /** Raw Ed25519 public key, lower-case hex. */
  public_key: HEX_32_BYTES,
  /** Over the line `evidence-audit-checkpoint/1` and the RFC 8785 JSON of the checkpoint; lower-case hex. */
  signature: HEX_64_BYTES,
});
export type SignedCheckpoint = z.infer<typeof SignedCheckpoint>;

/** Signs checkpoints. */
export interface CheckpointSigner {
  /** Raw public key, lower-case hex. */
  public_key: string;
  sign(checkpoint: Checkpoint): SignedCheckpoint;
}

/** Prefixes of the raw private and public key in their DER forms (RFC 8410, sections 7 and 4). */
const PRIVATE_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex');
const PUBLIC_PREFIX = Buffer.from('302a300506032b6570032100', 'hex');

/** `secret`: 32 random bytes, used as the private key. */
export function createCheckpointSigner(secret: Uint8Array): CheckpointSigner {
  const key = createPrivateKey({ key: Buffer.concat([PRIVATE_PREFIX, secret]), format: 'der', type: 'pkcs8' });
  const der = createPublicKey(key).export({ format: 'der', type: 'spki' });
  const public_key = der.subarray(PUBLIC_PREFIX.length).toString('hex');
  return {
    public_key,
    sign: (checkpoint) => ({
      checkpoint,
      public_key,
      signature: sign(null, messageOf(checkpoint), key).toString('hex'),
    }),
  };
}

/** Whether the checkpoint was signed by the key that it contains. */
export function isSigned({ checkpoint, public_key, signature }: SignedCheckpoint): boolean {
  try {
    return verify(null, messageOf(checkpoint), publicKeyOf(public_key), Buffer.from(signature, 'hex'));
  } catch {
    // 32 bytes that are not a key.
    return false;
  }
}

function publicKeyOf(raw: string): KeyObject {
  return createPublicKey({ key: Buffer.concat([PUBLIC_PREFIX, Buffer.from(raw, 'hex')]), format: 'der', type: 'spki' });
}

function messageOf(checkpoint: Checkpoint): Buffer {
  return Buffer.from(`evidence-audit-checkpoint/1\n${canonicalize(checkpoint)}`);
}
