import { listBasePolicies, listPolicies } from '#contracts/http/operations/configuration.ts';
import type { PolicyRecord } from '#contracts/http/policy.ts';
import { POLICIES, type PoliciesState } from '#domain/policy/decider.ts';
import { load } from '#streams/repository.ts';
import type { QueryDependencies } from '../dependencies.ts';
import { listOf } from '../lists.ts';
import type { RegisterOperation } from '../register.ts';

export function registerPolicyRoutes(register: RegisterOperation, dependencies: QueryDependencies): void {
  register(listBasePolicies, async () => ({ body: listOf(dependencies.basePolicies) }));

  register(listPolicies, async ({ params }) => {
    const { state } = await load(dependencies.events, POLICIES, params.organization_id);
    return { body: listOf(state.policies.toReversed().map(policyRecord)) };
  });
}

function policyRecord({ policy, active }: PoliciesState['policies'][number]): PolicyRecord {
  const { policy_id, ...fields } = policy;
  return { id: policy_id, ...fields, active };
}
