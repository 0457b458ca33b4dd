/** Limits how many texts this process verifies at a time, because texts and results are held in memory meanwhile. */
import { FairSlots, type ShareOf, SlotsFullError } from '#common/fair-slots.ts';
import { ApiError } from '#contracts/errors.ts';
import type { Caller } from '../caller.ts';

/**
 * Enough for eight keys with all their eight calls each, or for sixteen batches, which verify four texts at a time. At
 * 15 MB for a long text with its result this takes a gigabyte. An organization can have a thousand keys, a person
 * a hundred organizations, and all share the memory.
 */
const PER_ROOT = 64;

/**
 * Counts the texts of all organizations with one root from the beginning of a call until its response begins. A call that finds no free slot
 * is refused instead of waiting.
 */
export function createTextSlots(perRoot = PER_ROOT, rootOf?: ShareOf): FairSlots {
  return new FairSlots({ slots: Number.POSITIVE_INFINITY, perKey: perRoot, waitingPerKey: 0, shareOf: rootOf });
}

/**
 * Runs `work` for a call with `count` texts. Throws ApiError concurrency_limit_exceeded if too many texts of the
 * caller's organization are being verified.
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
  const message = `The limit of ${PER_ROOT} texts that are verified at a time for an organization is reached.`;
  throw new ApiError('concurrency_limit_exceeded', { message, retryAfter: 1 });
}
