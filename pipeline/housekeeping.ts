/** Clearing up after crashes and after time. */
import { timestamp } from '#common/time.ts';
import type { AdmissionStore } from '#contracts/ports/admission.ts';
import type { BlobStore } from '#contracts/ports/blob-store.ts';
import type { Clock } from '#contracts/ports/clock.ts';
import type { OperationalStores } from '#contracts/ports/operational-stores.ts';
import { UnreadableEventError } from '#domain/events/registry.ts';
import { LONGEST_WAIT_MS, runOfReservation } from '#domain/verification/reservation-id.ts';
import type { VerificationHead } from '#domain/verification/state.ts';
import type { VerificationStreams } from '#streams/verification-streams.ts';
import type { PeriodicTask } from './periodic.ts';

export interface ReservationSweeperDependencies {
  verifications: VerificationStreams;
  admission: AdmissionStore;
  clock: Clock;
}

export interface ExpirySweeperDependencies {
  operations: Pick<OperationalStores, 'sweep'>;
  blobs: BlobStore;
  clock: Clock;
}

/**
 * A run may begin late, and must then still be paid for: texts of a batch wait for their turn until their caller's
 * patience ends. Ten minutes after the longest patience that can be configured, none begins any more.
 */
const ORPHANED_AFTER_MS = LONGEST_WAIT_MS + 10 * 60_000;
const RESERVATIONS_PER_ROUND = 1_000;

/**
 * Settles what nobody settles any more: at 0 the reservations of runs that never came to be (the command died between
 * admission and append), and as they ended those of runs that the settle stage was given up on. A run at work is left
 * alone: it comes to an end, and the settle stage is told.
 */
export function createReservationSweeper({
  verifications,
  admission,
  clock,
}: ReservationSweeperDependencies): PeriodicTask {
  // However many wait for the end of their runs, so many more are looked at in the next round.
  let waiting = 0;
  return {
    name: 'reservation-sweeper',
    interval_ms: 60_000,
    async run(signal) {
      const limit = RESERVATIONS_PER_ROUND + waiting;
      const open = await admission.openReservations(clock.now() - ORPHANED_AFTER_MS, limit);
      let stillWaiting = 0;
      for (const { reservation_id: id } of open) {
        if (signal.aborted) return;
        const run = runOfReservation(id);
        const cost = run === null ? 0 : await costOf(verifications, run);
        if (cost === null) stillWaiting++;
        else await admission.settleCost(id, cost);
      }
      waiting = stillWaiting;
    },
  };
}

/** What a run came to cost, in cents; null while that is not known. */
async function costOf(
  verifications: VerificationStreams,
  run: { verification_id: string; run: number },
): Promise<number | null> {
  const head = await loadHead(verifications, run.verification_id);
  if (head === null) return null;
  // Not begun; or failed, as only that leads to a later run.
  if (head.run !== run.run) return 0;
  if (head.status === 'completed') return head.request?.cost_cents ?? 0;
  return head.status === 'failed' ? 0 : null;
}

/** Null for a stream that holds an event which this version can't read. */
async function loadHead(verifications: VerificationStreams, id: string): Promise<VerificationHead | null> {
  try {
    return (await verifications.load(id)).state.head;
  } catch (error) {
    if (error instanceof UnreadableEventError) return null;
    throw error;
  }
}

/** Drops what has expired in the operational stores and in the blob store. */
export function createExpirySweeper({ operations, blobs, clock }: ExpirySweeperDependencies): PeriodicTask {
  return {
    name: 'expiry-sweeper',
    interval_ms: 60_000,
    async run() {
      await operations.sweep(clock.now());
      await blobs.sweep(timestamp(clock));
    },
  };
}
