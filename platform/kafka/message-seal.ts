/**
 * Tells the relay's messages from others by a MAC over the value and its partition. Otherwise, anybody with write
 * access to a topic could make a consumer skip messages that are still to come, by a position from the future or a copy
 * in another partition. A copy in the same partition is skipped as already handled, unless the topic was recreated
 * since.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';

const ALGORITHM = 'sha256';
/** Length of the secret's id in bytes. */
const ID_BYTES = 8;

export class MessageSeal {
  readonly #secret: Uint8Array;
  /** Identifies the secret without revealing it. */
  readonly id: string;

  constructor(secret: Uint8Array) {
    this.#secret = secret;
    this.id = createHmac(ALGORITHM, secret).update('id').digest().subarray(0, ID_BYTES).toString('hex');
  }

  seal(partition: number, value: Buffer): Buffer {
    return createHmac(ALGORITHM, this.#secret).update(`partition ${partition}\n`).update(value).digest();
  }

  /** Verifies a MAC in time that depends on lengths only. */
  holds(partition: number, value: Buffer, mac: Buffer): boolean {
    const expected = this.seal(partition, value);
    return mac.length === expected.length && timingSafeEqual(mac, expected);
  }
}
