/**
 * How many answers that carry results are made and sent at a time. Such an answer may be megabytes, and whoever asks for
 * many at once, or reads them slowly, must neither fill the memory nor keep other organizations waiting.
 */
import { FairSlots, SlotsFullError } from '#common/fair-slots.ts';
import { ApiError } from '#contracts/errors.ts';
import { PACE, type Pace } from './answer-pieces.ts';

/**
 * Of the whole process. Of an answer that is sent a few pieces are held, of one to a POST the folded verification too,
 * which is ten megabytes at most.
 */
const SLOTS = 16;
/** Four that read slowly hold up their own organization only. */
const SLOTS_PER_ORGANIZATION = 4;
/** A person can have many organizations, and must leave half of the slots to others. */
const SLOTS_PER_PERSON = 8;
/** At work or waiting. What waits is a request that was read, without its answer. */
const READS_PER_ORGANIZATION = 64;
const RETRY_AFTER_SECONDS = 1;

export interface AnswerSlotsOptions {
  slots?: number;
  slotsPerOrganization?: number;
  slotsPerPerson?: number;
  readsPerOrganization?: number;
  pace?: Pace;
}

/** For whom an answer is made. */
export interface AnswerHolder {
  organization_id: string;
  /** The person that the key acts for. */
  user_id: string;
}

export interface AnswerSlots {
  /** How fast whoever holds one must be. */
  readonly pace: Pace;
  /**
   * Waits for a slot and resolves with the function that frees it; calling that again does nothing.
   * `read`: an answer that costs nothing to ask for again. Too many of these are refused: throws ApiError
   * concurrency_limit_exceeded. Rejects with the signal's reason when that aborts.
   */
  take(holder: AnswerHolder, of: 'read' | 'work', signal: AbortSignal): Promise<() => void>;
}

export function createAnswerSlots({
  slots = SLOTS,
  slotsPerOrganization = SLOTS_PER_ORGANIZATION,
  slotsPerPerson = SLOTS_PER_PERSON,
  readsPerOrganization = READS_PER_ORGANIZATION,
  pace = PACE,
}: AnswerSlotsOptions = {}): AnswerSlots {
  const all = { slots: Number.POSITIVE_INFINITY };
  const reads = new FairSlots({ ...all, perKey: readsPerOrganization, waitingPerKey: 0 });
  const byOrganization = new FairSlots({ ...all, perKey: slotsPerOrganization });
  const byPerson = new FairSlots({ ...all, perKey: slotsPerPerson });
  const working = new FairSlots({ slots });
  return {
    pace,
    async take({ organization_id, user_id }, of, signal) {
      const releases: (() => void)[] = [];
      const release = () => {
        for (const one of releases.splice(0).reverse()) one();
      };
      try {
        if (of === 'read') releases.push(await enter(reads, organization_id));
        // Whoever waits for the share of one organization takes nothing of the person's, or of the process's.
        releases.push(await byOrganization.acquire(organization_id, signal));
        releases.push(await byPerson.acquire(user_id, signal));
        releases.push(await working.acquire(user_id, signal));
        return release;
      } catch (error) {
        release();
        throw error;
      }
    },
  };
}

async function enter(reads: FairSlots, organizationId: string): Promise<() => void> {
  try {
    return await reads.acquire(organizationId);
  } catch (error) {
    if (!(error instanceof SlotsFullError)) throw error;
    const message = 'Too many results are being read at once by this organization.';
    throw new ApiError('concurrency_limit_exceeded', { message, retryAfter: RETRY_AFTER_SECONDS });
  }
}
