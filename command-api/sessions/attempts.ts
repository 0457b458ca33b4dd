/** Limits how often somebody may try a password, a key or a token, before anything is looked up. */
import { ApiError } from '#contracts/errors.ts';
import type { Member } from '#domain/organization/member.ts';
import { networkOf } from '#http/auth/ip.ts';
import { fingerprintOf } from '#sealed/member-addresses.ts';
import type { SessionDependencies } from '../dependencies.ts';

interface Limit {
  attempts: number;
  windowMs: number;
}

const MINUTE_MS = 60_000;
const PER_ADDRESS: Limit = { attempts: 30, windowMs: MINUTE_MS };
const PER_ACCOUNT_AND_ADDRESS: Limit = { attempts: 10, windowMs: 15 * MINUTE_MS };
/**
 * From all addresses together. With a hundred addresses, strangers can keep a person from signing in in a new browser for
 * the rest of an hour, but not in one that is known.
 */
const PER_ACCOUNT: Limit = { attempts: 1_000, windowMs: 60 * MINUTE_MS };

/** Origin of an attempt: the address, or the network of an IPv6 address. */
function originOf(ip: string | null): string {
  return ip === null ? 'unknown' : networkOf(ip);
}

type Dependencies = Pick<SessionDependencies, 'operations' | 'clock' | 'secrets'>;

/** Throws rate_limit_exceeded. */
export async function countAttempt(dependencies: Dependencies, ip: string | null): Promise<void> {
  await count(dependencies, `sign-in:${originOf(ip)}`, PER_ADDRESS);
}

/**
 * The account that attempts of a known member count for: that of the address, so that it is the same one as when
 * somebody signs in with it.
 */
export function accountOf(
  { secrets }: Pick<Dependencies, 'secrets'>,
  organizationId: string,
  { user_id, address }: Pick<Member, 'user_id' | 'address'>,
): string {
  return fingerprintOf(secrets.pepper, organizationId, address) ?? user_id;
}

/**
 * `account`: fingerprint of an address (`addressFingerprint`), or `accountOf`. Counts the same whether or not the
 * account exists. `isKnown`: in a browser that has signed in to the account before, or in a session. Throws
 * rate_limit_exceeded.
 */
export async function countPasswordAttempt(
  dependencies: Dependencies,
  ip: string | null,
  account: string,
  isKnown: boolean,
): Promise<void> {
  await countAttempt(dependencies, ip);
  await countAccountAttempt(dependencies, ip, account, isKnown);
}

/** For a call that was already counted for its address. Throws rate_limit_exceeded. */
export async function countAccountAttempt(
  dependencies: Dependencies,
  ip: string | null,
  account: string,
  isKnown: boolean,
): Promise<void> {
  await count(dependencies, `sign-in:${account}:${originOf(ip)}`, PER_ACCOUNT_AND_ADDRESS);
  // Strangers don't use up what is left to those who are known.
  await count(dependencies, isKnown ? `sign-in:${account}:known` : `sign-in:${account}`, PER_ACCOUNT);
}

async function count(
  { operations, clock }: Dependencies,
  counter: string,
  { attempts, windowMs }: Limit,
): Promise<void> {
  const { allowed, reset_seconds } = await operations.counters.hit(counter, attempts, windowMs, clock.now());
  const message = `The limit of ${attempts} attempts to sign in is reached.`;
  if (!allowed) throw new ApiError('rate_limit_exceeded', { message, retryAfter: reset_seconds });
}
