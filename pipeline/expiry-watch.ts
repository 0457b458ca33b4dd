/** Finds keys that are due and starts their erasure. */
import { timestamp } from '#common/time.ts';
import type { Clock } from '#contracts/ports/clock.ts';
import type { DueKey, KeyVault } from '#contracts/ports/key-vault.ts';
import { UnreadableEventError } from '#domain/events/registry.ts';
import type { VerificationStreams } from '#streams/verification-streams.ts';
import { errorClass, errorCode } from './failures.ts';
import { timedMetadata } from './metadata.ts';
import type { PeriodicTask } from './periodic.ts';
import { executeAs } from './run.ts';
import type { PipelineLogger } from './stage.ts';

export interface ExpiryWatchDependencies {
  verifications: VerificationStreams;
  vault: Pick<KeyVault, 'due'>;
  clock: Clock;
  /** Left out: what fails is thrown and not logged here. */
  logger?: Pick<PipelineLogger, 'warn'>;
  /** Smaller ones, for tests. */
  limits?: { keysPerRound: number; page: number };
}

const TASK = 'expiry-watch';
/** Erasure is to be complete within 10 s of expiry. */
const INTERVAL_MS = 1_000;
/** What a round does at most, so that it ends while its lease is valid. */
const KEYS_PER_ROUND = 1_000;
/**
 * Keys looked through at a time, and pages of them in a round: most of many that are due only wait for the erase
 * stage.
 */
const PAGE = 1_000;
const PAGES_PER_ROUND = 10;

/**
 * Each round: a due key whose verification lives gets VerificationExpired, and the erase stage does the rest; one
 * whose verification was erased already (a vault restored from a backup), never came to be (a crash between making
 * the key and appending the request), or can't be read, is destroyed at once. A key that can't be handled now (the
 * store is away, say) fails the round, but only after all others had their turn. A round goes on where the last one
 * ended, so that however many can't be handled, those that were due after them get their turn.
 */
export function createExpiryWatch(dependencies: ExpiryWatchDependencies): PeriodicTask {
  const { verifications, vault, clock, logger } = dependencies;
  const { keysPerRound = KEYS_PER_ROUND, page: pageSize = PAGE } = dependencies.limits ?? {};
  // Keys stay due until the erase stage has destroyed them; their streams need not be read in every round until then.
  let handed = new Set<string>();
  let stillHanded = new Set<string>();
  let after: DueKey | null = null;
  return {
    name: TASK,
    interval_ms: INTERVAL_MS,
    async run(signal) {
      const now = timestamp(clock);
      const orphans: string[] = [];
      const failures: unknown[] = [];
      let left = keysPerRound;
      for (let pages = 0; pages < PAGES_PER_ROUND && left > 0 && !signal.aborted; pages++) {
        const page = await vault.due(now, pageSize, after);
        for (const key of page) {
          if (signal.aborted || left === 0) break;
          after = key;
          if (handed.has(key.id)) {
            stillHanded.add(key.id);
            continue;
          }
          left--;
          try {
            if (await expire(dependencies, key)) stillHanded.add(key.id);
            else orphans.push(key.id);
          } catch (error) {
            if (failures.length === 0) logger?.warn(failureOf(key, error), 'a verification could not be expired');
            failures.push(error);
          }
        }
        if (page.length < pageSize && after === (page.at(-1) ?? after)) {
          // All have been looked at: those that are due no more are forgotten, and the next round begins with the
          // oldest.
          [handed, stillHanded, after] = [stillHanded, new Set(), null];
          break;
        }
      }
      if (orphans.length > 0) await verifications.forget(orphans);
      if (failures.length > 0) throw failures[0];
    },
  };
}

/** Of a round the first: what is wrong with one tends to be wrong with all. */
function failureOf(key: DueKey, error: unknown) {
  return { task: TASK, verification_id: key.id, error_class: errorClass(error), error_code: errorCode(error) };
}

/** Returns whether the erase stage has it now; false for a key that belongs to nothing that could be expired. */
async function expire(dependencies: ExpiryWatchDependencies, key: DueKey): Promise<boolean> {
  const { verifications, clock } = dependencies;
  const loaded = await loadOrNull(verifications, key.id);
  if (loaded === null) return false;
  const { request, erasure } = loaded.state.head;
  if (request === null || erasure === 'erased') return false;
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

/** Null for a stream that holds an event which this version can't read: its text is owed its end all the same. */
async function loadOrNull(verifications: VerificationStreams, id: string) {
  try {
    return await verifications.load(id);
  } catch (error) {
    if (error instanceof UnreadableEventError) return null;
    throw error;
  }
}
