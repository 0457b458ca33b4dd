import pMap from 'p-map';
import { listMembers, listOrganizations } from '#contracts/http/operations/organization.ts';
import type { OrganizationRecord } from '#contracts/http/organization.ts';
import { ORGANIZATION, type OrganizationState } from '#domain/organization/decider.ts';
import { isPerson, type Principal } from '#http/context.ts';
import { load } from '#streams/repository.ts';
import type { QueryDependencies } from '../dependencies.ts';
import { listOf } from '../lists.ts';
import { membersOf } from '../members.ts';
import type { RegisterOperation } from '../register.ts';

const LOADS_AT_A_TIME = 4;

/** Reads are folded from the organization's stream, so changes show at once. */
export function registerOrganizationRoutes(register: RegisterOperation, dependencies: QueryDependencies): void {
  const { events, organizationsOf } = dependencies;
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

  register(listMembers, async ({ params }) => ({
    body: listOf(await membersOf(dependencies, params.organization_id)),
  }));
}

function organizationRecord({ organization, settings }: OrganizationState): OrganizationRecord {
  return { ...organization!, settings };
}
