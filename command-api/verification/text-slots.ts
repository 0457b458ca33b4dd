/** How many texts this process verifies at a time: texts and results are in its memory meanwhile. */
import { FairSlots, SlotsFullError } from '#common/fair-slots.ts';
import { ApiError } from '#contracts/errors.ts';
import type { Caller } from '../caller.ts';

/**
 * Eight keys with all their eight calls each, or sixteen batches, of which four texts are at work at a time: at 15 MB for a long text with its result, a
 * gigabyte. An organization can have a thousand keys, and memory is shared by all.
 */
const PER_ORGANIZATION = 64;

/** Texts of each organization, from their call's beginning until its answer is begun; nobody waits for one. */
export function createTextSlots(perOrganization = PER_ORGANIZATION): FairSlots {
  return new FairSlots({ slots: Number.POSITIVE_INFINITY, perKey: perOrganization, waitingPerKey: 0 });
}

/**
 * Runs `work` for a call with so many texts. Throws ApiError concurrency_limit_exceeded where the caller's organization has
 * too many of them at work already.
 */
export async function inTextSlots<Result>(
  texts: FairSlots,
  { organization_id }: Pick<Caller, 'organization_id'>,
  count: number,
  work: () => Promise<Result>,
): Promise<Result> {
  const releases: (() => void)[] = [];
  try {
    while (releases.length < count) releases.push(await texts.acquire(organization_id).catch(refuse));
    return await work();
  } finally {
    for (const release of releases) release();
  }
}

function refuse(error: unknown): never {
  if (!(error instanceof SlotsFullError)) throw error;
  const message = 'Too many verifications at once in this organization.';
  throw new ApiError('concurrency_limit_exceeded', { message, retryAfter: 1 });
}
