/**
 * What tells the relay's messages from all others: a MAC over the value and the partition it was written to. Whoever may
 * write to a topic could otherwise move a consumer past messages that have not come yet, with a position from the future
 * or with a copy in the wrong partition; a copy in the right one has been passed already, unless the topic was made anew
 * since.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';

const ALGORITHM = 'sha256';
/** Bytes of the name that is remembered of a secret. */
const ID_BYTES = 8;

export class MessageSeal {
  readonly #secret: Uint8Array;
  /** Names the secret without telling it. */
  readonly id: string;

  constructor(secret: Uint8Array) {
    this.#secret = secret;
    this.id = createHmac(ALGORITHM, secret).update('id').digest().subarray(0, ID_BYTES).toString('hex');
  }

  seal(partition: number, value: Buffer): Buffer {
    return createHmac(ALGORITHM, this.#secret).update(`partition ${partition}\n`).update(value).digest();
  }

  /** Takes time that depends on lengths alone. */
  holds(partition: number, value: Buffer, mac: Buffer): boolean {
    const expected = this.seal(partition, value);
    return mac.length === expected.length && timingSafeEqual(mac, expected);
  }
}
