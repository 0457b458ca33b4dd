/** W3C trace context of work that no request began. */
import { randomBytes } from 'node:crypto';

export function newTraceparent(): string {
  return `00-${randomBytes(16).toString('hex')}-${randomBytes(8).toString('hex')}-01`;
}
