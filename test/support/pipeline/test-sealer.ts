/** A sealer that can be seen through in tests, yet opens only with the right key in the right place. */
import { createHash } from 'node:crypto';
import { type SealContext, SealError, type Sealer } from '#contracts/ports/sealer.ts';

export const testSealer: Sealer = {
  seal: (key, context, text) => `${tag(key, context)}.${Buffer.from(text).toString('base64')}`,
  open(key, context, sealed) {
    const [expected, body = ''] = sealed.split('.');
    if (expected !== tag(key, context)) throw new SealError(context);
    return Buffer.from(body, 'base64').toString();
  },
  sealBytes: (key, context, bytes) => Buffer.from(testSealer.seal(key, context, Buffer.from(bytes).toString('latin1'))),
  openBytes: (key, context, sealed) =>
    Buffer.from(testSealer.open(key, context, Buffer.from(sealed).toString()), 'latin1'),
};

function tag(key: Uint8Array, { verification_id, record, field }: SealContext): string {
  return createHash('sha256').update(key).update(`${verification_id}/${record}/${field}`).digest('hex').slice(0, 16);
}
