/** Limits per minute hold from one full minute of the service's clock to the next. */
import type { TestService } from './open.ts';

const MINUTE_MS = 60_000;

/** Moves the clock to the next full minute, so that the calls of a test that counts them fall into one. */
export function toNextMinute(service: Pick<TestService, 'advance' | 'now'>): void {
  service.advance(MINUTE_MS - (service.now() % MINUTE_MS));
}
