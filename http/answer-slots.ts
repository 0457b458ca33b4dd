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
/** At work or waiting. What waits is a request that was read, without its answer. */
const READS_PER_ORGANIZATION = 64;
const RETRY_AFTER_SECONDS = 1;

export interface AnswerSlotsOptions {
  slots?: number;
  slotsPerOrganization?: number;
  readsPerOrganization?: number;
  pace?: Pace;
}

export interface AnswerSlots {
  /** How fast whoever holds one must be. */
  readonly pace: Pace;
  /**
   * Waits for a slot of the organization and resolves with the function that frees it; calling that again does nothing.
   * `read`: an answer that costs nothing to ask for again. Too many of these are refused: throws ApiError
   * concurrency_limit_exceeded. Rejects with the signal's reason when that aborts.
   */
  take(organizationId: string, of: 'read' | 'work', signal: AbortSignal): Promise<() => void>;
}

export function createAnswerSlots({
  slots = SLOTS,
  slotsPerOrganization = SLOTS_PER_ORGANIZATION,
  readsPerOrganization = READS_PER_ORGANIZATION,
  pace = PACE,
}: AnswerSlotsOptions = {}): AnswerSlots {
  const working = new FairSlots({ slots, perKey: slotsPerOrganization });
  const reads = new FairSlots({
    slots: Number.POSITIVE_INFINITY,
    perKey: readsPerOrganization,
    waitingPerKey: 0,
  });
  return {
    pace,
    async take(organizationId, of, signal) {
      const leave = of === 'read' ? await enter(reads, organizationId) : () => {};
      try {
        const release = await working.acquire(organizationId, signal);
        return () => {
          release();
          leave();
        };
      } catch (error) {
        leave();
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
