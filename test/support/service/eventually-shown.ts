/** Waits for what the service shows over HTTP. */
import { eventually } from '../eventually.ts';
import type { TestService } from './open.ts';

/** Looks count as calls, of which a minute has sixty: each one is later by the service's clock. */
const BETWEEN_LOOKS_MS = 1_500;
const MINUTE_MS = 60_000;

/** Resolves once answers show what they are to: views follow the log. The minute's calls are there again afterwards. */
export async function eventuallyShown(
  service: Pick<TestService, 'advance'>,
  what: string,
  isShown: () => Promise<boolean>,
): Promise<void> {
  await eventually(what, () => {
    service.advance(BETWEEN_LOOKS_MS);
    return isShown();
  });
  service.advance(MINUTE_MS);
}
