/** Clearing up after crashes and after time. */
import type { BlobStore } from '#contracts/ports/blob-store.ts';
import { type Clock, timestamp } from '#contracts/ports/clock.ts';
import type { EventStore } from '#contracts/ports/event-store.ts';
import type { OperationalStore } from '#contracts/ports/operational-store.ts';
import { verificationDecider, verificationStream } from '#domain/verification/decider.ts';
import { runOfReservation } from '#domain/verification/reservation-id.ts';
import { loadStream } from '#streams/repository.ts';
import type { PeriodicTask } from './periodic.ts';

export interface HousekeepingDependencies {
  store: EventStore;
  ops: OperationalStore;
  blobs: BlobStore;
  clock: Clock;
}

/** Far longer than a command takes from admission to append. */
const ORPHANED_AFTER_MS = 10 * 60_000;
const RESERVATIONS_PER_ROUND = 1_000;

/**
 * Settles at 0 the reservations of runs that never came to be: the command died between admission and append. All
 * others are left to the settle stage, which every run reaches.
 */
export function createReservationSweeper({ store, ops, clock }: HousekeepingDependencies): PeriodicTask {
  return {
    name: 'reservation-sweeper',
    interval_ms: 60_000,
    async run(signal) {
      const open = await ops.openReservations(clock.now() - ORPHANED_AFTER_MS, RESERVATIONS_PER_ROUND);
      for (const { verification_id: id } of open) {
        if (signal.aborted) return;
        const run = runOfReservation(id);
        if (run !== null && (await hasBegun(store, run))) continue;
        await ops.settleCost(id, 0);
      }
    },
  };
}

async function hasBegun(store: EventStore, run: { verification_id: string; run: number }): Promise<boolean> {
  const stream = verificationStream(run.verification_id);
  // The first run begins with the stream, which is not folded for that: this asks for every verification at work.
  if (run.run === 1) return (await store.readStream(stream, { limit: 1 })).length > 0;
  const { state } = await loadStream(store, verificationDecider, stream);
  return state.head.run >= run.run;
}

/** Drops what has expired in the operational store and in the blob store. */
export function createExpirySweeper({ ops, blobs, clock }: HousekeepingDependencies): PeriodicTask {
  return {
    name: 'expiry-sweeper',
    interval_ms: 60_000,
    async run() {
      await ops.sweep(clock.now());
      await blobs.sweep(timestamp(clock));
    },
  };
}
