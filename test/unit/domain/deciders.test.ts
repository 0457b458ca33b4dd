import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { type DomainEvent, decodeEvent, registry } from '#contracts/events/registry.ts';
import type { JsonObject } from '#contracts/json.ts';
import { type ApiKeyCommand, apiKeyDecider } from '#domain/api-key/decider.ts';
import { type Decider, fold } from '#domain/decider.ts';
import { DEFAULT_SETTINGS, type OrganizationCommand, organizationDecider } from '#domain/organization/decider.ts';
import { activePolicy, type PolicyCommand, policyDecider } from '#domain/policy/decider.ts';
import { type SourceSetCommand, sourceSetDecider } from '#domain/source-set/decider.ts';

const AT = '2026-01-01T00:00:00.000Z';
const few = (prefix: string) => fc.integer({ min: 0, max: 2 }).map((n) => `${prefix}_${n}`);

const apiKeyCommand: fc.Arbitrary<ApiKeyCommand> = fc.oneof(
  few('hash').map((secret_hash) => ({
    type: 'IssueKey' as const,
    data: {
      key_id: 'key_1',
      organization_id: 'org_1',
      user_id: 'usr_1',
      role: 'admin' as const,
      name: 'n',
      prefix: 'evs_dev_0000',
      secret_hash,
      environment: 'development' as const,
      scopes: [],
      quota_per_hour: 100,
      monthly_cost_limit_cents: null,
      allowed_ips: [],
      created_at: AT,
    },
  })),
  few('hash').map((secret_hash) => ({ type: 'RotateKey' as const, prefix: 'p', secret_hash, rotated_at: AT })),
  fc.constant({ type: 'RevokeKey' as const, revoked_at: AT }),
);

const organizationCommand: fc.Arbitrary<OrganizationCommand> = fc.oneof(
  few('usr').map((owner_user_id) => ({
    type: 'CreateOrganization' as const,
    organization_id: 'org_1',
    name: 'n',
    owner_user_id,
    created_at: AT,
  })),
  fc.record({ retention_hours: fc.integer({ min: 0, max: 3 }), zero_retention: fc.boolean() }).map((settings) => ({
    type: 'ChangeSettings' as const,
    settings,
    changed_at: AT,
  })),
  fc.record({ user_id: few('usr'), email: fc.constantFrom(null, 'a@b.example', 'A@b.example') }).map((member) => ({
    type: 'AddMember' as const,
    member: { ...member, role: 'viewer' as const, added_at: AT },
  })),
);

const policyCommand: fc.Arbitrary<PolicyCommand> = fc.oneof(
  fc
    .record({ policy_id: few('pol'), name: fc.constantFrom('house', 'press', 'general_web'), version: few('v') })
    .map((data) => ({
      type: 'CreatePolicy' as const,
      data: {
        ...data,
        organization_id: 'org_1',
        base_profile: 'general_web' as const,
        source_set_id: null,
        minimum_independent_sources: null,
        authoritative_source_can_decide: null,
        coverage_threshold: null,
        created_at: AT,
      },
    })),
  few('pol').map((policy_id) => ({ type: 'DeactivatePolicy' as const, policy_id, deactivated_at: AT })),
);

const sourceSetCommand: fc.Arbitrary<SourceSetCommand> = fc.oneof(
  few('org').map((organization_id) => ({
    type: 'CreateSourceSet' as const,
    data: { source_set_id: 'srs_1', organization_id, name: 'n', description: '', created_at: AT },
  })),
  few('src').map((resource_id) => ({
    type: 'AddResource' as const,
    data: {
      source_set_id: 'srs_1',
      resource_id,
      url: 'https://example.com/',
      label: 'l',
      source_class: 'customer_approved',
      created_at: AT,
    },
  })),
  few('src').map((resource_id) => ({ type: 'DisableResource' as const, resource_id, disabled_at: AT })),
);

/** What every decider owes, whatever it is about. */
function lawful<State, Command, Event extends DomainEvent>(
  name: string,
  decider: Decider<State, Command, Event>,
  command: fc.Arbitrary<Command>,
) {
  const history = (sequence: Command[]) => {
    const events: Event[] = [];
    for (const each of sequence) {
      const decision = decider.decide(each, fold(decider, events));
      if (decision.accepted) events.push(...decision.events);
    }
    return events;
  };

  test(`${name}: a repeated command changes nothing`, () => {
    fc.assert(
      fc.property(fc.array(command, { maxLength: 20 }), command, (sequence, each) => {
        const events = history([...sequence, each]);
        const again = decider.decide(each, fold(decider, events));
        assert.deepEqual(again.accepted ? again.events : [], []);
      }),
    );
  });

  test(`${name}: any legal history folds, and survives being stored and read again`, () => {
    fc.assert(
      fc.property(fc.array(command, { maxLength: 20 }), (sequence) => {
        const events = history(sequence);
        const reread = events.map((event) =>
          decodeEvent({
            type: registry.storedType(event.type),
            data: JSON.parse(JSON.stringify(event.data)) as JsonObject,
          }),
        );
        assert.deepEqual(reread, events);
        assert.deepEqual(fold(decider, reread as Event[]), fold(decider, events));
      }),
    );
  });
}

describe('deciders', () => {
  lawful('API key', apiKeyDecider, apiKeyCommand);
  lawful('organization', organizationDecider, organizationCommand);
  lawful('policies', policyDecider, policyCommand);
  lawful('source set', sourceSetDecider, sourceSetCommand);
});

test('settings that are left out stay as they are', () => {
  const state = {
    ...organizationDecider.initialState(),
    organization: { id: 'o', name: 'n', owner_user_id: 'u', created_at: AT },
  };
  const decision = organizationDecider.decide(
    { type: 'ChangeSettings', settings: { retention_hours: 5 }, changed_at: AT },
    { ...state, settings: { ...DEFAULT_SETTINGS, zero_retention: true } },
  );
  assert.ok(decision.accepted);
  assert.deepEqual(decision.events[0]?.data, {
    settings: { ...DEFAULT_SETTINGS, zero_retention: true, retention_hours: 5 },
    changed_at: AT,
  });
});

test('of several versions of one policy the newest active one counts', () => {
  const create = (policy_id: string, version: string) => {
    const [command] = fc.sample(
      policyCommand.filter((each) => each.type === 'CreatePolicy'),
      1,
    );
    assert.ok(command?.type === 'CreatePolicy');
    return { type: 'PolicyCreated' as const, data: { ...command.data, policy_id, name: 'house', version } };
  };
  const created = [create('pol_1', '1'), create('pol_2', '2')];
  assert.equal(activePolicy(fold(policyDecider, created), 'house')?.policy_id, 'pol_2');
  const deactivated = { type: 'PolicyDeactivated' as const, data: { policy_id: 'pol_2', deactivated_at: AT } };
  assert.equal(activePolicy(fold(policyDecider, [...created, deactivated]), 'house')?.policy_id, 'pol_1');
});

test('a revoked or unknown key can be neither rotated nor revoked again', () => {
  const revoke = { type: 'RevokeKey' as const, revoked_at: AT };
  const unknown = apiKeyDecider.decide(revoke, apiKeyDecider.initialState());
  assert.ok(!unknown.accepted && unknown.code === 'not_found');
});
