import assert from 'node:assert/strict';
import { test } from 'node:test';
import { activePolicy, MOST_POLICIES, POLICIES, type PolicyCommand } from '#domain/policy/decider.ts';
import {
  AT,
  assertBounded,
  few,
  numbers,
  stateAfter,
  testDeciderProperties,
} from '#test/support/decider-properties.ts';
import { given } from '#test/support/decider-spec.ts';
import fc from '#test/support/property.ts';

const POLICY = {
  organization_id: 'org_1',
  base_profile: 'general_web' as const,
  source_set_id: null,
  minimum_independent_sources: null,
  authoritative_source_can_decide: null,
  coverage_threshold: null,
  created_at: AT,
};

const policyCommand: fc.Arbitrary<PolicyCommand> = fc.oneof(
  fc
    .record({ policy_id: few('pol'), name: fc.constantFrom('house', 'press', 'general_web'), version: few('v') })
    .map((data) => ({
      type: 'CreatePolicy' as const,
      data: { ...POLICY, ...data },
    })),
  few('pol').map((policy_id) => ({ type: 'DeactivatePolicy' as const, policy_id, deactivated_at: AT })),
);

testDeciderProperties(POLICIES, policyCommand);

test('activePolicy returns the newest active version of a name', () => {
  const created = (policy_id: string, version: string) => ({
    type: 'PolicyCreated' as const,
    data: { ...POLICY, policy_id, name: 'house', version },
  });
  const two = [created('pol_1', '1'), created('pol_2', '2')];
  assert.equal(activePolicy(given(POLICIES, ...two).state, 'house')?.policy_id, 'pol_2');
  const deactivated = { type: 'PolicyDeactivated' as const, data: { policy_id: 'pol_2', deactivated_at: AT } };
  assert.equal(activePolicy(given(POLICIES, ...two, deactivated).state, 'house')?.policy_id, 'pol_1');
});

const policy = (n: number): PolicyCommand => ({
  type: 'CreatePolicy',
  data: { ...POLICY, policy_id: `pol_${n}`, name: 'house', version: String(n) },
});

test('an organization has at most a thousand policies, deactivated ones included', () => {
  const gone: PolicyCommand = { type: 'DeactivatePolicy', policy_id: 'pol_0', deactivated_at: AT };
  const state = stateAfter(POLICIES, [...numbers(MOST_POLICIES).map(policy), gone]);
  assertBounded(POLICIES.decide(policy(MOST_POLICIES), state), 'name');
  assert.deepEqual(POLICIES.decide(policy(1), state), { accepted: true, events: [] });
});
