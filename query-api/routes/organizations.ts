import pMap from 'p-map';
import { ApiError } from '#contracts/errors.ts';
import { listMembers, listOrganizations } from '#contracts/http/operations/organization.ts';
import type { OrganizationRecord } from '#contracts/http/organization.ts';
import { ORGANIZATION, type OrganizationState } from '#domain/organization/decider.ts';
import type { Member } from '#domain/organization/member.ts';
import { isPerson, type Principal } from '#http/context.ts';
import { openAddress } from '#sealed/member-addresses.ts';
import { memberRecord } from '#streams/members.ts';
import { load } from '#streams/repository.ts';
import type { QueryDependencies } from '../dependencies.ts';
import { listOf } from '../lists.ts';
import type { RegisterOperation } from '../register.ts';

const LOADS_AT_A_TIME = 4;
/** Keys of addresses; an organization has up to 500 members. */
const KEYS_AT_A_TIME = 16;

/** Reads are folded from the organization's stream, so changes show at once. */
export function registerOrganizationRoutes(
  register: RegisterOperation,
  { events, vault, sealer, organizationsOf }: QueryDependencies,
): void {
  const organizationWith = async (organizationId: string): Promise<OrganizationState> =>
    (await load(events, ORGANIZATION, organizationId)).state;

  /** The present organization and those that the person created; newest first, because ids are ordered by time. */
  const personsOrganizations = async ({ organization_id, user_id }: Principal): Promise<string[]> =>
    [...new Set([organization_id, ...(await organizationsOf(user_id))])].sort().reverse();

  register(listOrganizations, async ({ context: { principal } }) => {
    const ids = isPerson(principal) ? await personsOrganizations(principal) : [principal.organization_id];
    const states = await pMap(ids, organizationWith, { concurrency: LOADS_AT_A_TIME });
    return { body: listOf(states.filter(({ organization }) => organization !== null).map(organizationRecord)) };
  });

  register(listMembers, async ({ params }) => {
    const { organization, members } = await organizationWith(params.organization_id);
    if (organization === null) throw new ApiError('not_found');
    const recordOf = async (member: Member) =>
      memberRecord(member, await openAddress({ vault, sealer }, member.address));
    return { body: listOf(await pMap(members.toReversed(), recordOf, { concurrency: KEYS_AT_A_TIME })) };
  });
}

function organizationRecord({ organization, settings }: OrganizationState): OrganizationRecord {
  return { ...organization!, settings };
}
