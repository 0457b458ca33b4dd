import { listBasePolicies, listPolicies } from '#contracts/http/operations/configuration.ts';
import type { PolicyRecord } from '#contracts/http/policy.ts';
import { POLICIES, type PoliciesState } from '#domain/policy/decider.ts';
import { load } from '#streams/repository.ts';
import type { QueryDependencies } from '../dependencies.ts';
import { listOf } from '../lists.ts';
import type { RegisterOperation } from '../register.ts';

export function registerPolicyRoutes(register: RegisterOperation, dependencies: QueryDependencies): void {
  register(listBasePolicies, async () => ({ body: listOf(dependencies.basePolicies) }));

  register(listPolicies, async ({ params }) => ({
    body: listOf(await policiesOf(dependencies, params.organization_id)),
  }));
}

/** All policies of an organization, the newest first; a thousand at most. */
export async function policiesOf(
  { events }: Pick<QueryDependencies, 'events'>,
  organizationId: string,
): Promise<PolicyRecord[]> {
  const { state } = await load(events, POLICIES, organizationId);
  return state.policies.toReversed().map(policyRecord);
}

function policyRecord({ policy, active }: PoliciesState['policies'][number]): PolicyRecord {
  const { policy_id, ...fields } = policy;
  return { id: policy_id, ...fields, active };
}
