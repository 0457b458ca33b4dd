/** The slots of a stage, per organization. */
import { FairSlots } from '#common/fair-slots.ts';
import type { StageSubscription } from '#contracts/ports/stage-queue.ts';

export function slotsOf({ concurrency, organizationConcurrency = concurrency }: StageSubscription): FairSlots {
  return new FairSlots({ slots: concurrency, perKey: organizationConcurrency });
}
