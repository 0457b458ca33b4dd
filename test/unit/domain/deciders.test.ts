import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { JsonObject } from '#contracts/json.ts';
import { API_KEY, type ApiKeyCommand, MOST_ROTATIONS } from '#domain/api-key/decider.ts';
import { type Decider, fold } from '#domain/decider.ts';
import { type DomainEvent, decodeEvent, registry } from '#domain/events/registry.ts';
import { DEFAULT_SETTINGS, ORGANIZATION, type OrganizationCommand } from '#domain/organization/decider.ts';
import { activePolicy, MOST_POLICIES, POLICIES, type PolicyCommand } from '#domain/policy/decider.ts';
import {
  MOST_CREDENTIAL_ROTATIONS,
  PROVIDER_CONNECTION,
  type ProviderConnectionCommand,
} from '#domain/provider-connection/decider.ts';
import { SESSION, type SessionCommand } from '#domain/session/decider.ts';
import { SESSION_END_CAUSES } from '#domain/session/events.ts';
import { MEMBER_SESSIONS, type MemberSessionsCommand } from '#domain/session/member-sessions.ts';
import { MOST_RESOURCES, MOST_RESOURCES_EVER, SOURCE_SET, type SourceSetCommand } from '#domain/source-set/decider.ts';
import { given, historyOf } from '#test/support/decider-spec.ts';
import fc from '#test/support/property.ts';

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

const PASSWORD = { salt: 's', hash: 'h', N: 2, r: 8, p: 1 };

const organizationCommand: fc.Arbitrary<OrganizationCommand> = fc.oneof(
  few('usr').map((owner_user_id) => ({
    type: 'CreateOrganization' as const,
    organization_id: 'org_1',
    name: 'n',
    owner_user_id,
    root_id: 'org_1',
    created_at: AT,
  })),
  fc.record({ retention_hours: fc.integer({ min: 0, max: 3 }), zero_retention: fc.boolean() }).map((settings) => ({
    type: 'ChangeSettings' as const,
    settings,
    changed_at: AT,
  })),
  fc.record({ person: few('person'), token: few('token') }).map(({ person, token }) => ({
    type: 'InviteMember' as const,
    user_id: `usr_${person}`,
    email: `${person}@b.example`,
    address: { key_id: person, sealed: 's', fingerprint: person },
    token_hash: `${person}/${token}`,
    role: 'viewer' as const,
    invited_at: AT,
    expires_at: '2026-01-08T00:00:00.000Z',
  })),
  few('person').map((person) => ({ type: 'EraseMember' as const, user_id: `usr_${person}`, erased_at: AT })),
  few('prj').map((project_id) => ({ type: 'CreateProject' as const, project_id, name: 'n', created_at: AT })),
  fc.record({ person: few('person'), token: few('token') }).map(({ person, token }) => ({
    type: 'AcceptInvitation' as const,
    token_hash: `${person}/${token}`,
    password: PASSWORD,
    accepted_at: AT,
  })),
  fc.record({ person: few('person'), token: few('token') }).map(({ person, token }) => ({
    type: 'IssuePasswordReset' as const,
    user_id: `usr_${person}`,
    token_hash: `${person}/${token}`,
    issued_at: AT,
    expires_at: '2026-01-02T00:00:00.000Z',
  })),
  fc.record({ person: few('person'), token: few('token'), hash: few('hash') }).map(({ person, token, hash }) => ({
    type: 'ResetPassword' as const,
    token_hash: `${person}/${token}`,
    password: { ...PASSWORD, hash },
    changed_at: AT,
  })),
  fc.record({ person: few('person'), hash: few('hash') }).map(({ person, hash }) => ({
    type: 'ChangePassword' as const,
    user_id: `usr_${person}`,
    present: PASSWORD,
    password: { ...PASSWORD, hash },
    changed_at: AT,
  })),
);

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

const CONNECTION = {
  connection_id: 'pcn_1',
  organization_id: 'org_1',
  provider: 'openai' as const,
  label: 'default',
  created_at: AT,
};
const sessionCommand: fc.Arbitrary<SessionCommand> = fc.oneof(
  few('hash').map((token_hash) => ({
    type: 'StartSession' as const,
    data: {
      session_id: 'ses_1',
      organization_id: 'org_1',
      user_id: 'usr_1',
      key: null,
      password_changes: 0,
      token_hash,
      revocations: 0,
      started_at: AT,
      expires_at: '2026-01-01T12:00:00.000Z',
    },
  })),
  fc.constantFrom(...SESSION_END_CAUSES).map((cause) => ({ type: 'EndSession' as const, cause, ended_at: AT })),
);

const memberSessionsCommand: fc.Arbitrary<MemberSessionsCommand> = few('at').map((revoked_at) => ({
  type: 'RevokeSessions' as const,
  data: { organization_id: 'org_1', user_id: 'usr_1', revoked_at },
}));

const sealedWith = (key_id: string) => ({ key_id, sealed: 's1.x' });

const providerConnectionCommand: fc.Arbitrary<ProviderConnectionCommand> = fc.oneof(
  few('key').map((key_id) => ({
    type: 'ConnectProvider' as const,
    data: { ...CONNECTION, credential: sealedWith(key_id) },
  })),
  few('key').map((key_id) => ({
    type: 'RotateCredential' as const,
    credential: sealedWith(key_id),
    rotated_at: AT,
  })),
  fc.constant({ type: 'DisconnectProvider' as const, disconnected_at: AT }),
);

/** Properties that every decider must have. */
function testDeciderProperties<State, Command extends { type: string }, Event extends DomainEvent>(
  name: string,
  decider: Decider<State, Command, Event>,
  command: fc.Arbitrary<Command>,
) {
  test(`${name}: a repeated command changes nothing`, () => {
    fc.assert(
      fc.property(fc.array(command, { maxLength: 20 }), command, (sequence, each) => {
        const events = historyOf(decider, [...sequence, each], { skipRejected: true });
        const again = decider.decide(each, fold(decider, events));
        assert.deepEqual(again.accepted ? again.events : [], []);
      }),
    );
  });

  test(`${name}: any legal history folds, also after encoding and decoding its events`, () => {
    fc.assert(
      fc.property(fc.array(command, { maxLength: 20 }), (sequence) => {
        const events = historyOf(decider, sequence, { skipRejected: true });
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
  testDeciderProperties('API key', API_KEY, apiKeyCommand);
  testDeciderProperties('organization', ORGANIZATION, organizationCommand);
  testDeciderProperties('session', SESSION, sessionCommand);
  testDeciderProperties('sessions of a member', MEMBER_SESSIONS, memberSessionsCommand);
  testDeciderProperties('policies', POLICIES, policyCommand);
  testDeciderProperties('source set', SOURCE_SET, sourceSetCommand);
  testDeciderProperties('provider connection', PROVIDER_CONNECTION, providerConnectionCommand);
});

test('settings that are left out keep their value', () => {
  const settings = { ...DEFAULT_SETTINGS, zero_retention: true };
  given(ORGANIZATION, {
    type: 'OrganizationCreated',
    data: { organization_id: 'o', name: 'n', owner_user_id: 'u', root_id: 'o', settings, created_at: AT },
  })
    .when({ type: 'ChangeSettings', settings: { retention_hours: 5 }, changed_at: AT })
    .then({
      type: 'OrganizationSettingsChanged',
      data: { settings: { ...settings, retention_hours: 5 }, changed_at: AT },
    });
});

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

test('an unknown key can be neither rotated nor revoked', () => {
  given(API_KEY).when({ type: 'RevokeKey', revoked_at: AT }).thenRefused('not_found');
  given(API_KEY).when({ type: 'RotateKey', prefix: 'p', secret_hash: 'hash', rotated_at: AT }).thenRefused('not_found');
});

describe('a provider connection', () => {
  const connected = {
    type: 'ProviderConnected' as const,
    data: { ...CONNECTION, credential: sealedWith('key_1') },
  };
  const disconnected = {
    type: 'ProviderDisconnected' as const,
    data: { connection_id: 'pcn_1', disconnected_at: AT },
  };
  const rotation = (key_id: string): ProviderConnectionCommand => ({
    type: 'RotateCredential',
    credential: sealedWith(key_id),
    rotated_at: AT,
  });

  test('has the newest credential', () => {
    given(PROVIDER_CONNECTION, connected)
      .when(rotation('key_2'))
      .then({
        type: 'ProviderCredentialRotated',
        data: { connection_id: 'pcn_1', credential: sealedWith('key_2'), rotated_at: AT },
      });
    const rotated = historyOf(PROVIDER_CONNECTION, [
      { type: 'ConnectProvider', data: connected.data },
      rotation('key_2'),
    ]);
    const { connection } = given(PROVIDER_CONNECTION, ...rotated).state;
    assert.deepEqual([connection?.credential.key_id, connection?.rotated_at], ['key_2', AT]);
  });

  test('is disconnected for good', () => {
    const gone = given(PROVIDER_CONNECTION, connected, disconnected);
    assert.equal(gone.state.connection, null);
    gone.when({ type: 'DisconnectProvider', disconnected_at: AT }).thenRefused('not_found');
    gone.when(rotation('key_2')).thenRefused('not_found');
    gone.when({ type: 'ConnectProvider', data: connected.data }).thenRefused('already_exists');
  });
});

describe('histories are bounded', () => {
  function stateAfter<State, Command, Event>(
    decider: Decider<State, Command, Event>,
    commands: Iterable<Command>,
  ): State {
    let state = decider.initialState();
    for (const command of commands) {
      const decision = decider.decide(command, state);
      assert.ok(decision.accepted);
      for (const event of decision.events) state = decider.evolve(state, event);
    }
    return state;
  }
  const numbers = (count: number) => Array.from({ length: count }, (_, n) => n);
  function assertRefused(decision: { accepted: boolean; code?: string; field?: string }, field?: string): void {
    assert.equal(decision.accepted, false);
    assert.equal(decision.code, 'validation_error');
    assert.equal(decision.field, field);
  }

  const [issue] = fc.sample(
    apiKeyCommand.filter(({ type }) => type === 'IssueKey'),
    1,
  );
  const rotation = (n: number): ApiKeyCommand => ({
    type: 'RotateKey',
    prefix: 'p',
    secret_hash: `new ${n}`,
    rotated_at: AT,
  });

  test('a key can be rotated a thousand times, and then still be revoked', () => {
    const state = stateAfter(API_KEY, [issue!, ...numbers(MOST_ROTATIONS).map(rotation)]);
    assertRefused(API_KEY.decide(rotation(MOST_ROTATIONS), state));
    // The last one, repeated, has been carried out.
    assert.ok(API_KEY.decide(rotation(MOST_ROTATIONS - 1), state).accepted);
    assert.ok(API_KEY.decide({ type: 'RevokeKey', revoked_at: AT }, state).accepted);
  });

  test('a credential can be replaced a thousand times, then only removed', () => {
    const connect: ProviderConnectionCommand = {
      type: 'ConnectProvider',
      data: { ...CONNECTION, credential: sealedWith('first') },
    };
    const replace = (n: number): ProviderConnectionCommand => ({
      type: 'RotateCredential',
      credential: sealedWith(`key ${n}`),
      rotated_at: AT,
    });
    const replaced = numbers(MOST_CREDENTIAL_ROTATIONS).map(replace);
    const state = stateAfter(PROVIDER_CONNECTION, [connect, ...replaced]);
    assertRefused(PROVIDER_CONNECTION.decide(replace(MOST_CREDENTIAL_ROTATIONS), state));
    assert.ok(PROVIDER_CONNECTION.decide({ type: 'DisconnectProvider', disconnected_at: AT }, state).accepted);
  });

  const policy = (n: number): PolicyCommand => ({
    type: 'CreatePolicy',
    data: {
      policy_id: `pol_${n}`,
      name: 'house',
      version: String(n),
      organization_id: 'org_1',
      base_profile: 'general_web',
      source_set_id: null,
      minimum_independent_sources: null,
      authoritative_source_can_decide: null,
      coverage_threshold: null,
      created_at: AT,
    },
  });

  test('an organization has at most a thousand policies, deactivated ones included', () => {
    const gone: PolicyCommand = { type: 'DeactivatePolicy', policy_id: 'pol_0', deactivated_at: AT };
    const state = stateAfter(POLICIES, [...numbers(MOST_POLICIES).map(policy), gone]);
    assertRefused(POLICIES.decide(policy(MOST_POLICIES), state), 'name');
    assert.deepEqual(POLICIES.decide(policy(1), state), { accepted: true, events: [] });
  });

  const set: SourceSetCommand = {
    type: 'CreateSourceSet',
    data: { source_set_id: 'srs_1', organization_id: 'org_1', name: 'n', description: '', created_at: AT },
  };
  const page = (n: number): SourceSetCommand => ({
    type: 'AddResource',
    data: {
      source_set_id: 'srs_1',
      resource_id: `src_${n}`,
      url: 'https://example.org/',
      label: 'page',
      source_class: 'customer_approved',
      created_at: AT,
    },
  });
  const removal = (n: number): SourceSetCommand => ({
    type: 'DisableResource',
    resource_id: `src_${n}`,
    disabled_at: AT,
  });

  test('a set has at most 500 pages at a time, and 2,000 ever', () => {
    const full = stateAfter(SOURCE_SET, [set, ...numbers(MOST_RESOURCES).map(page)]);
    assertRefused(SOURCE_SET.decide(page(MOST_RESOURCES), full), 'url');
    const changed = stateAfter(SOURCE_SET, [
      set,
      ...numbers(MOST_RESOURCES_EVER).flatMap((n) => [page(n), removal(n)]),
    ]);
    assertRefused(SOURCE_SET.decide(page(MOST_RESOURCES_EVER), changed), 'url');
  });
});
