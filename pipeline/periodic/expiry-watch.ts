/**
 * Finds keys that are due: starts the erasure of verifications, and destroys keys of credentials that are no longer in
 * use.
 */
import { timestamp } from '#common/time.ts';
import type { BlobStore } from '#contracts/ports/blob-store.ts';
import type { Clock } from '#contracts/ports/clock.ts';
import type { EventStore } from '#contracts/ports/event-store.ts';
import type { DueKey, KeyVault } from '#contracts/ports/key-vault.ts';
import { isCredentialKey, ownerOfKey } from '#sealed/credentials.ts';
import type { VerificationStreams } from '#streams/verification-streams.ts';
import { errorClass, errorCode } from '../deliveries/failures.ts';
import { timedMetadata } from '../runs/metadata.ts';
import { loadReadable } from '../runs/readable.ts';
import { executeAs } from '../runs/run.ts';
import { expireJob } from '../stages/documents.ts';
import type { PipelineLogger } from '../stages/stage.ts';
import { checkCredentialKey } from './credential-keys.ts';
import type { PeriodicTask } from './periodic.ts';

export interface ExpiryWatchDependencies {
  verifications: VerificationStreams;
  /** For provider connections, webhooks, members and document jobs. */
  events: EventStore;
  blobs: Pick<BlobStore, 'deletePrefix'>;
  vault: Pick<KeyVault, 'due' | 'reschedule'>;
  clock: Clock;
  /** If omitted, failures are thrown but not logged here. */
  logger?: Pick<PipelineLogger, 'warn'>;
  /** Smaller limits, for tests. */
  limits?: { keysPerRound: number; page: number };
}

const TASK = 'expiry-watch';
/** Erasure must be complete within 10 s of expiry. */
const INTERVAL_MS = 1_000;
/** The most keys that a round handles, so that it ends while its lease is valid. */
const KEYS_PER_ROUND = 1_000;
/**
 * Keys per page, and pages per round. When many keys are due, most of them were handled before and only wait for the
 * erase stage.
 */
const PAGE = 1_000;
const PAGES_PER_ROUND = 10;

/**
 * Each round appends VerificationExpired for every due key whose verification still exists, and the erase stage does
 * the rest. A key is destroyed at once if its verification was erased already (the vault was restored from a backup),
 * was never requested (a crash between creating the key and appending the request), or can't be read. A key that can't
 * be handled now, say because the store is unavailable, fails the round, but only after all other keys were handled. A
 * round continues where the last one stopped, so keys that can't be handled don't block those that were due after them.
 */
export function createExpiryWatch(dependencies: ExpiryWatchDependencies): PeriodicTask {
  const { verifications, vault, clock, logger } = dependencies;
  const { keysPerRound = KEYS_PER_ROUND, page: pageSize = PAGE } = dependencies.limits ?? {};
  // Keys stay due until the erase stage has destroyed them. Remembering them saves reading their streams every round.
  let handedOver = new Set<string>();
  let stillDue = new Set<string>();
  let after: DueKey | null = null;
  return {
    name: TASK,
    interval_ms: INTERVAL_MS,
    async run(signal) {
      const now = timestamp(clock);
      const orphans: string[] = [];
      const failures: unknown[] = [];
      let remaining = keysPerRound;
      for (let pages = 0; pages < PAGES_PER_ROUND && remaining > 0 && !signal.aborted; pages++) {
        const page = await vault.due(now, pageSize, after);
        for (const key of page) {
          if (signal.aborted || remaining === 0) break;
          after = key;
          if (handedOver.has(key.id)) {
            stillDue.add(key.id);
            continue;
          }
          remaining--;
          try {
            if (isCredentialKey(key.id)) {
              if (!(await checkCredentialKey(dependencies, dependencies.events, key))) orphans.push(key.id);
            } else if (await expire(dependencies, key)) stillDue.add(key.id);
            else orphans.push(key.id);
          } catch (error) {
            if (failures.length === 0) logger?.warn(...failureOf(key, error));
            failures.push(error);
          }
        }
        if (page.length < pageSize && after === (page.at(-1) ?? after)) {
          // All due keys were seen: drop those that are no longer due, and begin the next round with the oldest key.
          [handedOver, stillDue, after] = [stillDue, new Set(), null];
          break;
        }
      }
      if (orphans.length > 0) await verifications.forget(orphans);
      if (failures.length > 0) throw failures[0];
    },
  };
}

/** Only the first failure of a round is logged, because the others tend to have the same cause. */
function failureOf({ id }: DueKey, error: unknown): [fields: object, message: string] {
  const failure = { task: TASK, error_class: errorClass(error), error_code: errorCode(error) };
  return isCredentialKey(id)
    ? [{ ...failure, owner_id: ownerOfKey(id) }, 'a due credential could not be checked']
    : [{ ...failure, verification_id: id }, 'a verification could not be expired'];
}

/**
 * Returns whether the erase stage will handle the key; false for a key without a verification that could be expired.
 */
async function expire(dependencies: ExpiryWatchDependencies, key: DueKey): Promise<boolean> {
  const { verifications, clock } = dependencies;
  const loaded = await loadReadable(verifications, key.id);
  // Its text is due all the same: the key is destroyed without an event that says so.
  if (loaded === null) return false;
  const { request, erasure } = loaded.state.head;
  if (request === null || erasure === 'erased') {
    // If the document's text was never verified, only the job exists.
    await expireJob(dependencies, key.id, timedMetadata(TASK, key.id, key.organization_id));
    return false;
  }
  const reason = request.zero_retention ? 'zero_retention' : 'expired';
  await executeAs(
    verifications,
    'erase',
    key.id,
    { type: 'ExpireVerification', reason, expired_at: timestamp(clock) },
    timedMetadata(TASK, key.id, key.organization_id),
    loaded,
  );
  return true;
}
