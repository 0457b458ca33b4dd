/**
 * Limits how many responses with results are made and sent at a time. Such a response may be megabytes. A caller that
 * requests many at once, or reads them slowly, must neither fill the memory nor make other organizations wait.
 */
import { FairSlots, SlotsFullError } from '#common/fair-slots.ts';
import { ApiError } from '#contracts/errors.ts';
import { PACE, type Pace } from './response-pieces.ts';

/**
 * Slots of the whole process. While a response is sent, a few of its pieces are in memory; for a POST also the folded
 * verification, ten megabytes at most.
 */
const SLOTS = 16;
/** Four slow readers hold up only their own organization. */
const SLOTS_PER_ORGANIZATION = 4;
/** A person can have many organizations, and must leave half of the slots to others. */
const SLOTS_PER_PERSON = 8;
/** Reads in progress or waiting. A waiting read holds only its request, no response. */
const READS_PER_ORGANIZATION = 64;
const RETRY_AFTER_SECONDS = 1;

export interface ResponseSlotsOptions {
  slots?: number;
  slotsPerOrganization?: number;
  slotsPerPerson?: number;
  readsPerOrganization?: number;
  pace?: Pace;
}

/** The caller for whom a response is made. */
export interface ResponseHolder {
  organization_id: string;
  /** The person on whose behalf the key acts. */
  user_id: string;
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
  slotsPerPerson = SLOTS_PER_PERSON,
  readsPerOrganization = READS_PER_ORGANIZATION,
  pace = PACE,
}: ResponseSlotsOptions = {}): ResponseSlots {
  const unlimited = { slots: Number.POSITIVE_INFINITY };
  const reads = new FairSlots({ ...unlimited, perKey: readsPerOrganization, waitingPerKey: 0 });
  const byOrganization = new FairSlots({ ...unlimited, perKey: slotsPerOrganization });
  const byPerson = new FairSlots({ ...unlimited, perKey: slotsPerPerson });
  const overall = new FairSlots({ slots });
  return {
    pace,
    async take({ organization_id, user_id }, of, signal) {
      const releases: (() => void)[] = [];
      const release = () => {
        for (const one of releases.splice(0).reverse()) one();
      };
      try {
        if (of === 'read') releases.push(await takeRead(reads, organization_id));
        // A request that waits for its organization's share holds neither the person's nor the process's slots.
        releases.push(await byOrganization.acquire(organization_id, signal));
        releases.push(await byPerson.acquire(user_id, signal));
        releases.push(await overall.acquire(user_id, signal));
        return release;
      } catch (error) {
        release();
        throw error;
      }
    },
  };
}

async function takeRead(reads: FairSlots, organizationId: string): Promise<() => void> {
  try {
    return await reads.acquire(organizationId);
  } catch (error) {
    if (!(error instanceof SlotsFullError)) throw error;
    const message = 'Too many results are being read at once by this organization.';
    throw new ApiError('concurrency_limit_exceeded', { message, retryAfter: RETRY_AFTER_SECONDS });
  }
}
