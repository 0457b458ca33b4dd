/**
 * Whose password is hashed next. A hash takes a quarter of a second of a core, and anybody may ask for one, so there are
 * few at a time, and what waits is bounded. Whoever has signed in to the account in this browser before, or holds a session
 * or a token, never waits for strangers. Strangers take turns by network, as one of them may have many addresses.
 */
import { availableParallelism } from 'node:os';
import { FairSlots, type ShareOf, SlotsFullError } from '#common/fair-slots.ts';
import { ApiError } from '#contracts/errors.ts';
import { networksOf } from '#http/auth/ip.ts';

/** Hashes for strangers at a time: at most half of the cores, and of the four threads of Node's pool. */
const FOR_STRANGERS = Math.min(2, Math.max(1, Math.floor(availableParallelism() / 2)));
/** Hashes for those who are known at a time; organizations take turns. */
const FOR_KNOWN = { slots: 1, perKey: 1, waitingPerKey: 64 };
/** Of one address; of a network of the next size; of one of the widest. One of each is hashed at a time. */
const WAITING = [8, 32, 64] as const;
/** Longer waiting would outlast the patience of people and proxies. */
const WAIT_MS = 10_000;
const RETRY_AFTER_SECONDS = 5;

/** Who has a password hashed, or waits for it. */
export interface TurnHolder {
  /** Address of the client; null if a proxy does not pass it on. */
  address: string | null;
  /** Organization of the account, if the client is known there; null: a stranger. */
  known_in: string | null;
}

export interface PasswordTurns {
  /** Runs `work` when it is its turn. Throws service_unavailable if too many wait, or if it takes too long. */
  run<Result>(holder: TurnHolder, work: () => Promise<Result>): Promise<Result>;
}

export interface PasswordTurnsOptions {
  /** Whose share an organization's members take. Default: its own. */
  shareOf?: ShareOf | undefined;
  /** Hashes for strangers at a time. */
  forStrangers?: number;
  waitMs?: number;
}

export function createPasswordTurns({
  shareOf,
  forStrangers = FOR_STRANGERS,
  waitMs = WAIT_MS,
}: PasswordTurnsOptions = {}): PasswordTurns {
  const known = new FairSlots({ ...FOR_KNOWN, shareOf });
  const networks = WAITING.map(
    (waitingPerKey) => new FairSlots({ slots: Number.POSITIVE_INFINITY, perKey: 1, waitingPerKey }),
  );
  const strangers = new FairSlots({ slots: forStrangers });

  /** Takes the turn of the address within its network, of that within the wider one, and so on. */
  async function takeAsStranger(address: string | null, signal: AbortSignal, releases: (() => void)[]): Promise<void> {
    const names = address === null ? networks.map(() => 'unknown') : networksOf(address);
    for (const [size, turns] of networks.entries()) releases.push(await turns.acquire(names[size]!, signal));
    releases.push(await strangers.acquire(names.at(-1)!, signal));
  }

  return {
    async run({ address, known_in }, work) {
      const releases: (() => void)[] = [];
      try {
        const signal = AbortSignal.timeout(waitMs);
        try {
          if (known_in === null) await takeAsStranger(address, signal, releases);
          else releases.push(await known.acquire(known_in, signal));
        } catch (error) {
          throw refusalOf(error, signal);
        }
        return await work();
      } finally {
        for (const release of releases.reverse()) release();
      }
    },
  };
}

function refusalOf(error: unknown, signal: AbortSignal): unknown {
  if (!(error instanceof SlotsFullError) && !signal.aborted) return error;
  const message = 'Too many people are signing in at the moment.';
  return new ApiError('service_unavailable', { message, retryAfter: RETRY_AFTER_SECONDS });
}
