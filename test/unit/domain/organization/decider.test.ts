import { test } from 'node:test';
import { DEFAULT_SETTINGS, ORGANIZATION, type OrganizationCommand } from '#domain/organization/decider.ts';
import { AT, few, testDeciderProperties } from '#test/support/decider-properties.ts';
import { given } from '#test/support/decider-spec.ts';
import fc from '#test/support/property.ts';

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

testDeciderProperties(ORGANIZATION, organizationCommand);

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
