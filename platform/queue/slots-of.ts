/** The slots of a stage, per organization. */
import { FairSlots, type ShareOf } from '#common/fair-slots.ts';
import type { StageSubscription } from '#contracts/ports/stage-queue.ts';
import type { OrganizationSlots } from './organization-slots.ts';

export type StageSlots = Pick<FairSlots, 'acquire'>;

/** `overAll`: a slot of the stage comes with one of these. */
export function slotsOf(
  { concurrency, organizationConcurrency = concurrency }: StageSubscription,
  { overAll, shareOf }: { overAll?: OrganizationSlots; shareOf?: ShareOf | undefined } = {},
): StageSlots {
  const slots = new FairSlots({ slots: concurrency, perKey: organizationConcurrency, shareOf });
  return overAll === undefined ? slots : { acquire: (...args) => acquireBoth(slots, overAll, ...args) };
}

async function acquireBoth(
  slots: FairSlots,
  overAll: OrganizationSlots,
  organization: string,
  signal?: AbortSignal,
): Promise<() => void> {
  const release = await slots.acquire(organization, signal);
  try {
    const releaseOther = await overAll.acquire(organization, signal);
    return () => {
      releaseOther();
      release();
    };
  } catch (error) {
    release();
    throw error;
  }
}
