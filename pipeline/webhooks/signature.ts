/** Headers of a message according to Standard Webhooks 1.0.0 (https://www.standardwebhooks.com). */
import { createHmac } from 'node:crypto';

const SECRET_PREFIX = 'whsec_';

/** `secret`: `whsec_` and base64. `sentAt`: time of this attempt (Unix milliseconds). */
export function signedHeaders(secret: string, messageId: string, sentAt: number, body: string): Record<string, string> {
  const seconds = String(Math.floor(sentAt / 1_000));
  const key = Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64');
  const signature = createHmac('sha256', key).update(`${messageId}.${seconds}.${body}`).digest('base64');
  return { 'webhook-id': messageId, 'webhook-timestamp': seconds, 'webhook-signature': `v1,${signature}` };
}
