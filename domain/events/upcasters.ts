/** All changes of stored event shapes: old stored type → next stored type. Chains are followed to the current version. */
import type { Upcaster } from './definition.ts';

export const UPCASTERS: readonly Upcaster[] = [
  // Before, no password could be changed.
  { from: 'SessionStarted.v1', to: 'SessionStarted.v2', up: (data) => ({ ...data, password_changes: 0 }) },
  // Before, addresses were not sealed.
  {
    from: 'MemberInvited.v1',
    to: 'MemberInvited.v2',
    up: ({ email, ...data }) => ({ ...data, address: { clear: email ?? null } }),
  },
  // Before, every organization had a share of its own.
  { from: 'OrganizationCreated.v1', to: 'OrganizationCreated.v2', up: (data) => ({ ...data, root_id: null }) },
  // Before, nothing told where a log begins on a server that others use too.
  { from: 'DeploymentClaimed.v1', to: 'DeploymentClaimed.v2', up: (data) => ({ ...data, begins_log: false }) },
  // Before, no sources could be given with a text.
  { from: 'VerificationRequested.v1', to: 'VerificationRequested.v2', up: (data) => data },
];
