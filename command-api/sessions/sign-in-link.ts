/** Signs the operator in with the one-time link of the terminal. */
import { ApiError } from '#contracts/errors.ts';
import { API_KEY } from '#domain/api-key/decider.ts';
import { findKeyBySecret } from '#streams/api-keys.ts';
import { load } from '#streams/repository.ts';
import { newSignInLink, useSignInLink } from '#streams/sign-in-links.ts';
import type { SessionDependencies } from '../dependencies.ts';
import { countAttempt } from './attempts.ts';
import { enterWithKey } from './commands.ts';
import type { Entered, Visitor } from './enter.ts';

type LinkDependencies = Pick<SessionDependencies, 'events' | 'clock' | 'secrets'> & {
  operations: Pick<SessionDependencies['operations'], 'uniqueValues' | 'values'>;
};

/** Creates a link's token that signs in with this key; null if the key is no longer valid. Earlier links are void. */
export async function createSignInLink(dependencies: LinkDependencies, secret: string): Promise<string | null> {
  const { operations, clock, secrets } = dependencies;
  const found = await findKeyBySecret(dependencies, secrets.pepper, secret);
  if (found.outcome === 'unknown' || found.outcome === 'revoked') return null;
  return newSignInLink(operations.values, secrets.pepper, found.key, clock.now());
}

/** Throws not_found for a link that is not valid, or not any more; rate_limit_exceeded; and as signing in with the key. */
export async function signInWithLink(
  dependencies: SessionDependencies,
  visitor: Visitor,
  token: string,
): Promise<Entered> {
  const { events, operations, clock, secrets } = dependencies;
  await countAttempt(dependencies, visitor.ip);
  const linked = await useSignInLink(operations.values, secrets.pepper, token, clock.now());
  const { key, revoked } =
    linked === null ? { key: null, revoked: false } : (await load(events, API_KEY, linked.key_id)).state;
  if (linked === null || key === null || revoked || key.secret_hash !== linked.secret_hash) {
    throw new ApiError('not_found', { message: 'The link is not valid any more: it works once, for ten minutes.' });
  }
  return enterWithKey(dependencies, visitor, key);
}
