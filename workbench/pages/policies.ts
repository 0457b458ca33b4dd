/** Policies: the base profiles, and those of the organization. */
import { callerOf } from '#command-api/caller.ts';
import { createPolicy, deactivatePolicy } from '#command-api/policies/commands.ts';
import { appliedRules } from '#command-api/verification/applied-policy.ts';
import { ApiError } from '#contracts/errors.ts';
import { ACCESS } from '#contracts/http/operations/access.ts';
import { PolicyCreateRequest } from '#contracts/http/policy.ts';
import type { BaseProfile } from '#contracts/vocabulary.ts';
import { sourceSetsPage, verificationsPage } from '#query-api/pages/lists.ts';
import { titlesOf } from '#query-api/pages/titles.ts';
import { policiesOf } from '#query-api/routes/policies.ts';
import type { WorkbenchDependencies } from '../dependencies.ts';
import { messageOf } from '../http/error-page.ts';
import type { RegisterPage } from '../http/page.ts';
import { parsed } from '../http/parsed.ts';
import { mayCall } from '../may-call.ts';
import { POLICIES_PATH, POLICY_PREVIEW_PATH } from '../paths.ts';
import { previewOf } from '../policy-preview.ts';
import { policiesPage } from '../views/policies.ts';
import { policyPreviewPage } from '../views/policy-preview.ts';

/** As many as a page of the list has at most. */
const MOST_SOURCE_SETS = 100;

/** What may be chosen from without knowing an id. */
const LATEST = 20;

export function registerPolicies(page: RegisterPage, { commands, queries, verdictUnder }: WorkbenchDependencies): void {
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

  // Whoever may see the result: it holds the policy that was applied.
  page(
    { name: 'previewPolicy', method: 'GET', path: POLICY_PREVIEW_PATH, ...ACCESS.getVerification },
    async ({ context, query, client }) => {
      const { organization_id } = context.principal;
      const chosen = Object.fromEntries(query);
      const latest = await verificationsPage(queries, organization_id, { status: 'completed', limit: LATEST });
      const verifications = latest.data.filter(({ expired_at }) => expired_at === null);
      const shown = { verifications, titles: await titlesOf(queries, verifications), chosen };
      if (!chosen.verification_id || chosen.coverage_threshold === undefined) {
        return policyPreviewPage({ ...shown, preview: null, refusal: null });
      }
      try {
        const rulesOf = (base_profile: BaseProfile) =>
          appliedRules(
            policyRequest({ ...chosen, name: 'tried', version: '1', base_profile }),
            commands.profiles.rules,
          );
        await client.takeResponseSlot('read');
        const preview = await previewOf(queries, verdictUnder, organization_id, chosen.verification_id, rulesOf);
        return policyPreviewPage({ ...shown, preview, refusal: null });
      } catch (error) {
        if (!(error instanceof ApiError) || error.status >= 500) throw error;
        return { ...policyPreviewPage({ ...shown, preview: null, refusal: messageOf(error) }), status: error.status };
      }
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
