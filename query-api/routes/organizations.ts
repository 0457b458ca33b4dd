import { ApiError } from '#contracts/errors.ts';
import { listMembers, listOrganizations } from '#contracts/http/operations/organization.ts';
import type { OrganizationRecord } from '#contracts/http/organization.ts';
import { type OrganizationState, organizationDecider, organizationStream } from '#domain/organization/decider.ts';
import { memberRecord } from '#streams/members.ts';
import { loadStream } from '#streams/repository.ts';
import type { QueryDependencies } from '../dependencies.ts';
import { listOf } from '../lists.ts';
import type { RegisterOperation } from '../register.ts';

/** Reads are folded from the organization's stream, so changes show at once. */
export function registerOrganizationRoutes(register: RegisterOperation, { events }: QueryDependencies): void {
  const load = async (organizationId: string): Promise<OrganizationState> =>
    (await loadStream(events, organizationDecider, organizationStream(organizationId))).state;

  register(listOrganizations, async ({ context }) => {
    const state = await load(context.principal.organization_id);
    return { body: listOf(state.organization === null ? [] : [organizationRecord(state)]) };
  });

  register(listMembers, async ({ params }) => {
    const { organization, members } = await load(params.organization_id);
    if (organization === null) throw new ApiError('not_found');
    return { body: listOf(members.toReversed().map(memberRecord)) };
  });
}

function organizationRecord({ organization, settings }: OrganizationState): OrganizationRecord {
  return { ...organization!, settings };
}
