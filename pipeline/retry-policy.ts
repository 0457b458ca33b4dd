/** How often a stage is tried, and how long it waits in between. */
import type { RetryPolicy } from '#contracts/ports/stage-queue.ts';

export interface StageRetryPolicy extends RetryPolicy {
  /** Attempts after which an error that will come again (the engine threw, an event is unreadable) is given up on. */
  max_permanent_attempts: number;
}

/**
 * Somebody waits for these, so the delays are short. A process that is killed at work uses up a try of everything that
 * it had in hand: on a busy machine, where little gets done between two kills, the same messages are in hand each time.
 * Two dozen tries outlast a long row of crashes, and a store that is away for a minute; what itself takes the
 * process down does so no more often than that.
 */
const COMPUTING: StageRetryPolicy = {
  max_attempts: 24,
  max_permanent_attempts: 2,
  base_delay_ms: 250,
  max_delay_ms: 5_000,
};

export const RETRY_POLICIES = {
  extract: COMPUTING,
  retrieve: COMPUTING,
  judge: COMPUTING,
  conclude: COMPUTING,
  /** An erasure is owed to the customer whatever happens: it is tried until it is done. */
  erase: {
    max_attempts: Number.MAX_SAFE_INTEGER,
    max_permanent_attempts: Number.MAX_SAFE_INTEGER,
    base_delay_ms: 250,
    max_delay_ms: 30_000,
  },
  /** What is given up on here still ends by itself: slots are leases, and the sweeper settles what is left over. */
  settle: { max_attempts: 20, max_permanent_attempts: 3, base_delay_ms: 500, max_delay_ms: 60_000 },
} as const satisfies Record<string, StageRetryPolicy>;

export type StageName = keyof typeof RETRY_POLICIES;

/** Failures after which callers have waited long enough for a source: some twenty seconds. Then it is a gap. */
export const SOURCE_ATTEMPTS = 8;
