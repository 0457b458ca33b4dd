/**
 * Signing in with a token that was passed on to a person, who sets a password with it: an invitation or a password
 * reset.
 */
import { timestamp } from '#common/time.ts';
import { ApiError } from '#contracts/errors.ts';
import { ORGANIZATION, type OrganizationCommand } from '#domain/organization/decider.ts';
import type { PasswordVerifier } from '#domain/organization/events.ts';
import type { Member } from '#domain/organization/member.ts';
import { findMemberToken } from '#streams/member-tokens.ts';
import { execute, load } from '#streams/repository.ts';
import type { SessionDependencies } from '../dependencies.ts';
import { accountOf, countAccountAttempt, countAttempt } from './attempts.ts';
import { type Entered, enterAsMember, metadataOf, type Visitor } from './enter.ts';

type WithMembers = { members: readonly Member[] };

/** The purpose of a kind of token. */
export interface TokenUse {
  kind: Parameters<typeof findMemberToken>[2];
  /** The member who may use the token now; null if it is invalid or no longer valid. */
  openTo(state: WithMembers, tokenHash: string, at: string): Member | null;
  /** Sets the password. */
  command(token_hash: string, password: PasswordVerifier, at: string): OrganizationCommand;
  /** The member who has used it. */
  usedBy(state: WithMembers, tokenHash: string): Member | null;
  messages: {
    invalid: string;
    /** For a repetition with the right token and another password. */
    used: string;
  };
}

interface Given {
  token: string;
  password: string;
}

interface FoundToken {
  organization_id: string;
  token_hash: string;
}

/**
 * Sets the password, once, and signs in. A repetition with the same token and password signs in too. Throws not_found
 * for a token that is invalid or no longer valid; rate_limit_exceeded.
 */
export async function enterWithToken(
  dependencies: SessionDependencies,
  visitor: Visitor,
  use: TokenUse,
  { token, password }: Given,
): Promise<Entered> {
  const { events, operations, clock, secrets, passwords } = dependencies;
  await countAttempt(dependencies, visitor.ip);
  const found = await findMemberToken(operations.uniqueValues, secrets.pepper, use.kind, token);
  if (found === null) throw notFound(use.messages.invalid);
  const { organization_id, token_hash } = found;
  const { state } = await load(events, ORGANIZATION, organization_id);
  const member = use.openTo(state, token_hash, timestamp(clock));
  if (member === null) return enterAgain(dependencies, visitor, use, found, password);
  const verifier = await passwords.hash(password, { address: visitor.ip, known_in: organization_id });
  const used = await execute(
    events,
    ORGANIZATION,
    organization_id,
    use.command(token_hash, verifier, timestamp(clock)),
    {
      metadata: metadataOf(visitor, { organization_id, user_id: member.user_id }),
    },
  );
  if (!used.accepted) return enterAgain(dependencies, visitor, use, found, password);
  return enterAsMember(dependencies, visitor, organization_id, use.usedBy(used.state, token_hash)!);
}

/**
 * Handles a repetition, for example after a lost response. Token and password together sign in, as the password alone
 * would. With another password the person is told that the token was used, and so what to do next; only holders of the
 * token get this far.
 */
async function enterAgain(
  dependencies: SessionDependencies,
  visitor: Visitor,
  { usedBy, messages }: TokenUse,
  { organization_id, token_hash }: FoundToken,
  password: string,
): Promise<Entered> {
  const { state } = await load(dependencies.events, ORGANIZATION, organization_id);
  const member = usedBy(state, token_hash);
  if (member === null) throw notFound(messages.invalid);
  await countAccountAttempt(dependencies, visitor.ip, accountOf(dependencies, organization_id, member), true);
  // Who holds the token is no stranger.
  const holder = { address: visitor.ip, known_in: organization_id };
  const isRight = await dependencies.passwords.matches(password, async () => member.password, holder);
  if (!isRight) throw notFound(messages.used);
  return enterAsMember(dependencies, visitor, organization_id, member);
}

function notFound(message: string): ApiError {
  return new ApiError('not_found', { message });
}
