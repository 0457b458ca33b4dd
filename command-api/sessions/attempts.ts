/** Limits how often somebody may try a password, a key or a token, before anything is looked up. */
import { keyedHash } from '#common/keyed-hash.ts';
import { ApiError } from '#contracts/errors.ts';
import { networkOf } from '#http/auth/ip.ts';
import type { SessionDependencies } from '../dependencies.ts';

interface Limit {
  attempts: number;
  windowMs: number;
}

const MINUTE_MS = 60_000;
const PER_ADDRESS: Limit = { attempts: 30, windowMs: MINUTE_MS };
const PER_ACCOUNT_AND_ADDRESS: Limit = { attempts: 10, windowMs: 15 * MINUTE_MS };
/** From all addresses together. To lock a person out for the rest of an hour takes a hundred addresses. */
const PER_ACCOUNT: Limit = { attempts: 1_000, windowMs: 60 * MINUTE_MS };

/** Origin of an attempt: the address, or the network of an IPv6 address. */
export function originOf(ip: string | null): string {
  return ip === null ? 'unknown' : networkOf(ip);
}

type Dependencies = Pick<SessionDependencies, 'operations' | 'clock' | 'secrets'>;

/** Throws rate_limit_exceeded. */
export async function countAttempt(dependencies: Dependencies, ip: string | null): Promise<void> {
  await count(dependencies, `sign-in:${originOf(ip)}`, PER_ADDRESS);
}

interface Account {
  organization_id: string;
  email: string;
}

/** Counts the same whether or not the account exists. Throws rate_limit_exceeded. */
export async function countPasswordAttempt(
  dependencies: Dependencies,
  ip: string | null,
  account: Account,
): Promise<void> {
  await countAttempt(dependencies, ip);
  await countAccountAttempt(dependencies, ip, account);
}

/** For a call that was already counted for its address. Throws rate_limit_exceeded. */
export async function countAccountAttempt(
  dependencies: Dependencies,
  ip: string | null,
  { organization_id, email }: Account,
): Promise<void> {
  const account = keyedHash(dependencies.secrets.pepper, 'sign-in', organization_id, email.toLowerCase());
  await count(dependencies, `sign-in:${account}:${originOf(ip)}`, PER_ACCOUNT_AND_ADDRESS);
  await count(dependencies, `sign-in:${account}`, PER_ACCOUNT);
}

async function count(
  { operations, clock }: Dependencies,
  counter: string,
  { attempts, windowMs }: Limit,
): Promise<void> {
  const { allowed, reset_seconds } = await operations.counters.hit(counter, attempts, windowMs, clock.now());
  const message = 'The limit of attempts to sign in is reached.';
  if (!allowed) throw new ApiError('rate_limit_exceeded', { message, retryAfter: reset_seconds });
}
