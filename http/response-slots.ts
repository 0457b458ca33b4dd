/**
 * Limits how many responses with results are made and sent at a time. Such a response may be megabytes. A caller that
 * requests many at once, or reads them slowly, must neither fill the memory nor make other organizations wait.
 */
import { FairSlots, type ShareOf, SlotsFullError } from '#common/fair-slots.ts';
import { ApiError } from '#contracts/errors.ts';
import { PACE, type Pace } from './response-pieces.ts';

/**
 * Slots of the whole process. While a response is sent, a few of its pieces are in memory; for a POST also the folded
 * verification, some twenty megabytes at most.
 */
const SLOTS = 16;
/** Four slow readers hold up only their own organization. */
const SLOTS_PER_ORGANIZATION = 4;
/** A person can have many organizations; all with one root must leave half of the slots to others. */
const SLOTS_PER_ROOT = 8;
/** Reads in progress or waiting, of all organizations with one root. A waiting read holds only its request, no response. */
const READS_PER_ROOT = 64;
const RETRY_AFTER_SECONDS = 1;

export interface ResponseSlotsOptions {
  slots?: number;
  slotsPerOrganization?: number;
  slotsPerRoot?: number;
  readsPerRoot?: number;
  pace?: Pace;
  /** The root of an organization. Default: the organization itself. */
  rootOf?: ShareOf;
}

/** The caller for whom a response is made. */
export interface ResponseHolder {
  organization_id: string;
}

export interface ResponseSlots {
  /** How fast the holder of a slot must read. */
  readonly pace: Pace;
  /**
   * Waits for a slot and returns the function that frees it, which is idempotent. `read`: a response that can be
   * requested again at no cost. Throws ApiError concurrency_limit_exceeded if the organization has too many of these.
   * Rejects with the signal's reason when it aborts.
   */
  take(holder: ResponseHolder, of: 'read' | 'work', signal: AbortSignal): Promise<() => void>;
}

export function createResponseSlots({
  slots = SLOTS,
  slotsPerOrganization = SLOTS_PER_ORGANIZATION,
  slotsPerRoot = SLOTS_PER_ROOT,
  readsPerRoot = READS_PER_ROOT,
  pace = PACE,
  rootOf = async (organizationId) => organizationId,
}: ResponseSlotsOptions = {}): ResponseSlots {
  const unlimited = { slots: Number.POSITIVE_INFINITY };
  const reads = new FairSlots({ ...unlimited, perKey: readsPerRoot, waitingPerKey: 0 });
  const byOrganization = new FairSlots({ ...unlimited, perKey: slotsPerOrganization });
  const byRoot = new FairSlots({ ...unlimited, perKey: slotsPerRoot });
  const overall = new FairSlots({ slots });
  return {
    pace,
    async take({ organization_id }, of, signal) {
      const root = await rootOf(organization_id);
      const releases: (() => void)[] = [];
      const release = () => {
        for (const one of releases.splice(0).reverse()) one();
      };
      try {
        if (of === 'read') releases.push(await takeRead(reads, root));
        // A request that waits for its organization's share holds neither the root's nor the process's slots.
        releases.push(await byOrganization.acquire(organization_id, signal));
        releases.push(await byRoot.acquire(root, signal));
        releases.push(await overall.acquire(root, signal));
        return release;
      } catch (error) {
        release();
        throw error;
      }
    },
  };
}

async function takeRead(reads: FairSlots, root: string): Promise<() => void> {
  try {
    return await reads.acquire(root);
  } catch (error) {
    if (!(error instanceof SlotsFullError)) throw error;
    const message = `The limit of ${READS_PER_ROOT} results that an organization reads at a time is reached.`;
    throw new ApiError('concurrency_limit_exceeded', { message, retryAfter: RETRY_AFTER_SECONDS });
  }
}
