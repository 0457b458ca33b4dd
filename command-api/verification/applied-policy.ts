/** Resolves the free-form `profile` of a request to the rules that apply, which the event records. */

import type { PolicyCreateRequest } from '#contracts/http/policy.ts';
import { BASE_PROFILES, type BaseProfile } from '#contracts/vocabulary.ts';
import { activePolicy, POLICIES } from '#domain/policy/decider.ts';
import type { AppliedPolicy } from '#domain/verification/applied.ts';
import type { AppliedRules } from '#domain/verification/weighed.ts';
import { load } from '#streams/repository.ts';
import type { CommandDependencies } from '../dependencies.ts';

export interface ResolvedProfile {
  policy: AppliedPolicy;
  /** Source set of the policy; used if the request names none. */
  source_set_id: string | null;
}

/**
 * Returns one of the six base profiles, or the newest active policy of that name in the organization; null if neither
 * exists.
 */
export async function resolveProfile(
  dependencies: Pick<CommandDependencies, 'events' | 'profiles'>,
  organizationId: string,
  profile: string,
): Promise<ResolvedProfile | null> {
  const { version, rules } = dependencies.profiles;
  if ((BASE_PROFILES as readonly string[]).includes(profile)) {
    const base = profile as BaseProfile;
    const policy = { name: base, version, base_profile: base, ...rules[base] };
    return { policy, source_set_id: null };
  }
  const { state } = await load(dependencies.events, POLICIES, organizationId);
  const policy = activePolicy(state, profile);
  if (policy === null) return null;
  const { name, version: own } = policy;
  return { policy: { name, version: own, ...appliedRules(policy, rules) }, source_set_id: policy.source_set_id };
}

/** The rules of a policy; what it leaves open (null) is as in its base profile. */
export function appliedRules(
  policy: Omit<PolicyCreateRequest, 'name' | 'version' | 'source_set_id'>,
  rules: CommandDependencies['profiles']['rules'],
): AppliedRules {
  const { base_profile, minimum_independent_sources: minimum } = policy;
  const base = rules[base_profile];
  return {
    base_profile,
    minimum_independent_sources: minimum ?? base.minimum_independent_sources,
    ...(minimum !== null && { states_minimum_sources: true }),
    authoritative_source_can_decide: policy.authoritative_source_can_decide ?? base.authoritative_source_can_decide,
    coverage_threshold: policy.coverage_threshold ?? base.coverage_threshold,
  };
}
