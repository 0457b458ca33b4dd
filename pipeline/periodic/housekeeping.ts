/** Periodic clean-up: abandoned reservations and expired entries. */

import { timestamp } from '#common/time.ts';
import type { AdmissionStore } from '#contracts/ports/admission.ts';
import type { BlobStore } from '#contracts/ports/blob-store.ts';
import type { Clock } from '#contracts/ports/clock.ts';
import type { EventStore } from '#contracts/ports/event-store.ts';
import type { OperationalStores } from '#contracts/ports/operational-stores.ts';
import { DOCUMENT_JOB } from '#domain/document-job/decider.ts';
import { jobOfVerification } from '#domain/document-job/ids.ts';
import { decodeEvent } from '#domain/events/registry.ts';
import { VERIFICATION } from '#domain/verification/decider.ts';
import { hasEnded, isEnd, statusAfter } from '#domain/verification/ended.ts';
import type { VerificationEvent } from '#domain/verification/events.ts';
import { LONGEST_WAIT_MS, runOfReservation } from '#domain/verification/reservation-id.ts';
import { type EndedRun, runCents } from '#domain/verification/run-cost.ts';
import { load } from '#streams/repository.ts';
import type { VerificationStreams } from '#streams/verification-streams.ts';
import { loadReadable } from '../runs/readable.ts';
import type { PeriodicTask } from './periodic.ts';

export interface ReservationSweeperDependencies {
  events: Pick<EventStore, 'readStream'>;
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
 * A run may begin late and must still be charged: texts of a batch wait for their turn until their caller's time-out.
 * Ten minutes after the longest configurable time-out, no run begins any more.
 */
const ORPHANED_AFTER_MS = LONGEST_WAIT_MS + 10 * 60_000;
const RESERVATIONS_PER_ROUND = 1_000;

/**
 * Settles reservations that no stage will settle any more. Runs that never began cost 0: the command died between
 * admission and append, or the document could not be read. Runs whose settle stage was given up on are charged with
 * their cost. Skips running verifications, and documents that are waiting or being read: they will end, and their
 * settle stage will run.
 */
export function createReservationSweeper(dependencies: ReservationSweeperDependencies): PeriodicTask {
  const { admission, clock } = dependencies;
  // Unfinished runs stay in the list; the next round reads as many more, so that they don't hide the others.
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
        const cost = run === null ? 0 : await costOf(dependencies, run);
        if (cost === null) stillWaiting++;
        else await admission.settleCost(id, cost);
      }
      waiting = stillWaiting;
    },
  };
}

/** What the run cost, in cents; null while it is still running. */
async function costOf(
  { events, verifications }: ReservationSweeperDependencies,
  run: { verification_id: string; run: number },
): Promise<number | null> {
  const loaded = await loadReadable(verifications, run.verification_id);
  if (loaded === null) return null;
  const { head } = loaded.state;
  if (head.run < run.run) return (await mayStillBegin(events, run)) ? null : 0;
  // Only a run that failed or was cancelled is followed by another one.
  if (head.run > run.run) return runCents(0, await earlierRun(events, run));
  if (head.request === null || !hasEnded(head)) return null;
  const { model_usage, source_usage } = head.completion ?? head.failure ?? head.cancellation ?? {};
  return runCents(head.request.cost_cents, { status: head.status, model_usage, source_usage });
}

/** A document may wait for its turn and be read for longer than any caller waits. */
async function mayStillBegin(
  events: Pick<EventStore, 'readStream'>,
  { verification_id, run }: { verification_id: string; run: number },
): Promise<boolean> {
  const { submitted, status, attempt } = (await load(events, DOCUMENT_JOB, jobOfVerification(verification_id))).state;
  return submitted !== null && attempt <= run && (status === 'queued' || status === 'running');
}

const PAGE = 256;

/** Reads how an earlier run ended; the state only has the last run. */
async function earlierRun(
  events: Pick<EventStore, 'readStream'>,
  { verification_id, run }: { verification_id: string; run: number },
): Promise<EndedRun> {
  const stream = VERIFICATION.stream(verification_id);
  for (let from = 0; ; from += PAGE) {
    const page = await events.readStream(stream, { from, limit: PAGE });
    for (const recorded of page) {
      const event = decodeEvent(recorded) as VerificationEvent | null;
      if (event === null || !isEnd(event) || event.data.run !== run) continue;
      const { model_usage, source_usage } = event.data;
      return { status: statusAfter(event), model_usage, source_usage };
    }
    if (page.length < PAGE) return { status: 'failed' };
  }
}

/** Deletes expired entries from the operational stores and the blob store. */
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
