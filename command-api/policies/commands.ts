/** An organization's policies: created under a name and version of its choice, and deactivated for good. */
import { ApiError } from '#contracts/errors.ts';
import type { PolicyCreateRequest, PolicyRecord } from '#contracts/http/policy.ts';
import { newId } from '#domain/ids.ts';
import { POLICIES } from '#domain/policy/decider.ts';
import type { Caller } from '../caller.ts';
import type { ResourceDependencies } from '../dependencies.ts';
import { executeCommand } from '../execute-command.ts';
import { ownedSourceSet } from '../source-sets/commands.ts';

export async function createPolicy(
  dependencies: ResourceDependencies,
  caller: Caller,
  request: PolicyCreateRequest,
): Promise<PolicyRecord> {
  if (request.source_set_id !== null && (await ownedSourceSet(dependencies, caller, request.source_set_id)) === null) {
    throw new ApiError('not_found', { param: 'source_set_id' });
  }
  const policyId = newId('pol');
  const createdAt = new Date(dependencies.clock.now()).toISOString();
  const rules = { ...request, organization_id: caller.organization_id, created_at: createdAt };
  await executeCommand(
    dependencies.events,
    POLICIES,
    caller.organization_id,
    { type: 'CreatePolicy', data: { ...rules, policy_id: policyId } },
    caller,
  );
  return { ...rules, id: policyId, active: true };
}

export async function deactivatePolicy(
  dependencies: ResourceDependencies,
  caller: Caller,
  policyId: string,
): Promise<void> {
  await executeCommand(
    dependencies.events,
    POLICIES,
    caller.organization_id,
    {
      type: 'DeactivatePolicy',
      policy_id: policyId,
      deactivated_at: new Date(dependencies.clock.now()).toISOString(),
    },
    caller,
  );
}
