/** The members of an organization, with their addresses. */
import pMap from 'p-map';
import { ApiError } from '#contracts/errors.ts';
import type { MemberRecord } from '#contracts/http/organization.ts';
import { ORGANIZATION } from '#domain/organization/decider.ts';
import { openAddress } from '#sealed/member-addresses.ts';
import { memberRecord } from '#streams/members.ts';
import { load } from '#streams/repository.ts';
import type { QueryDependencies } from './dependencies.ts';

/** Keys of addresses; an organization has up to 500 members. */
const KEYS_AT_A_TIME = 16;

/**
 * All, or those with these user ids; newest first. Folded from the organization's stream, so changes show at once. Throws
 * ApiError not_found.
 */
export async function membersOf(
  { events, vault, sealer }: Pick<QueryDependencies, 'events' | 'vault' | 'sealer'>,
  organizationId: string,
  userIds?: ReadonlySet<string>,
): Promise<MemberRecord[]> {
  const { organization, members } = (await load(events, ORGANIZATION, organizationId)).state;
  if (organization === null) throw new ApiError('not_found');
  return pMap(
    members.filter(({ user_id }) => userIds?.has(user_id) ?? true).toReversed(),
    async (member) => memberRecord(member, await openAddress({ vault, sealer }, member.address)),
    { concurrency: KEYS_AT_A_TIME },
  );
}
