/** A digest of everything that something depends on: with another one, it may be another. */
import { hash } from 'node:crypto';

export function digestOf(given: unknown): string {
  return hash('sha256', JSON.stringify(given));
}
