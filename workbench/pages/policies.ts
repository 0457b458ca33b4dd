/** Policies: the base profiles, and those of the organization. */
import { callerOf } from '#command-api/caller.ts';
import { createPolicy, deactivatePolicy } from '#command-api/policies/commands.ts';
import { ACCESS } from '#contracts/http/operations/access.ts';
import { PolicyCreateRequest } from '#contracts/http/policy.ts';
import { sourceSetsPage } from '#query-api/pages/lists.ts';
import { policiesOf } from '#query-api/routes/policies.ts';
import type { WorkbenchDependencies } from '../dependencies.ts';
import type { RegisterPage } from '../http/page.ts';
import { parsed } from '../http/parsed.ts';
import { mayCall } from '../may-call.ts';
import { POLICIES_PATH } from '../paths.ts';
import { policiesPage } from '../views/policies.ts';

/** As many as a page of the list has at most. */
const MOST_SOURCE_SETS = 100;

export function registerPolicies(page: RegisterPage, { commands, queries }: WorkbenchDependencies): void {
  page(
    { name: 'showPolicies', method: 'GET', path: POLICIES_PATH, ...ACCESS.listPolicies },
    async ({ context, viewer }) => {
      const { principal } = context;
      const mayChange = mayCall('createPolicy', principal);
      const [policies, sets] = await Promise.all([
        policiesOf(queries, principal.organization_id),
        sourceSetsPage(queries, principal.organization_id, { limit: MOST_SOURCE_SETS }),
      ]);
      return policiesPage(viewer, { policies, base: queries.basePolicies, sourceSets: sets.data, mayChange });
    },
  );

  page(
    { name: 'createPolicy', method: 'POST', path: POLICIES_PATH, ...ACCESS.createPolicy },
    async ({ context, form }) => {
      await createPolicy(commands, callerOf(context), policyRequest(form));
      return { redirect: POLICIES_PATH };
    },
  );

  page(
    {
      name: 'deactivatePolicy',
      method: 'POST',
      path: `${POLICIES_PATH}/:policy_id/deactivate`,
      ...ACCESS.deactivatePolicy,
    },
    async ({ context, params }) => {
      await deactivatePolicy(commands, callerOf(context), params.policy_id!);
      return { redirect: POLICIES_PATH };
    },
  );
}

/** The fields of the form; what is left empty is as in the base profile. */
function policyRequest(form: Record<string, string>): PolicyCreateRequest {
  const { name, version, base_profile, source_set_id, minimum_independent_sources, coverage_threshold } = form;
  const { authoritative_source_can_decide: decides } = form;
  return parsed(PolicyCreateRequest, {
    name,
    version,
    base_profile,
    source_set_id,
    minimum_independent_sources,
    coverage_threshold,
    authoritative_source_can_decide: decides === 'yes' || decides === 'no' ? decides === 'yes' : undefined,
  });
}
