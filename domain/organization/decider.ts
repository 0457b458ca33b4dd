/** The organization decider: settings and members. */

import type { Role } from '#contracts/vocabulary.ts';
import { accept, type Decider, type Decision, NOTHING_TO_DO, reject } from '../decider.ts';
import type { OrganizationEvent, OrganizationSettings } from './events.ts';

export interface Member {
  user_id: string;
  email: string | null;
  role: Role;
  added_at: string;
}

export interface OrganizationState {
  organization: { id: string; name: string; owner_user_id: string; created_at: string } | null;
  settings: OrganizationSettings;
  members: readonly Member[];
}

export type OrganizationCommand =
  | { type: 'CreateOrganization'; organization_id: string; name: string; owner_user_id: string; created_at: string }
  /** Settings that are left out keep their value. */
  | { type: 'ChangeSettings'; settings: Partial<OrganizationSettings>; changed_at: string }
  | { type: 'AddMember'; member: Member };

export type OrganizationRejection = 'not_found' | 'already_exists';

/** Settings of a new organization: a month (720 hours) of retention, exports enabled, no cost limit. */
export const DEFAULT_SETTINGS: OrganizationSettings = {
  retention_hours: 720,
  zero_retention: false,
  exports_enabled: true,
  monthly_cost_limit_cents: null,
};

/** Name of an organization's stream. */
export function organizationStream(organizationId: string): string {
  return `organization-${organizationId}`;
}

/** The decider of one organization's stream. */
export const organizationDecider: Decider<
  OrganizationState,
  OrganizationCommand,
  OrganizationEvent,
  OrganizationRejection
> = {
  initialState: () => ({ organization: null, settings: DEFAULT_SETTINGS, members: [] }),

  decide(command, state): Decision<OrganizationEvent, OrganizationRejection> {
    if (command.type === 'CreateOrganization') {
      if (state.organization !== null) {
        return state.organization.owner_user_id === command.owner_user_id
          ? NOTHING_TO_DO
          : reject('already_exists', 'another organization has this id');
      }
      const { type: _, ...created } = command;
      return accept<OrganizationEvent>(
        { type: 'OrganizationCreated', data: { ...created, settings: DEFAULT_SETTINGS } },
        {
          type: 'MemberAdded',
          data: { user_id: created.owner_user_id, email: null, role: 'owner', added_at: created.created_at },
        },
      );
    }
    if (state.organization === null) return reject('not_found', 'no such organization');
    if (command.type === 'ChangeSettings') {
      const settings = { ...state.settings, ...command.settings };
      return sameSettings(settings, state.settings)
        ? NOTHING_TO_DO
        : accept({ type: 'OrganizationSettingsChanged', data: { settings, changed_at: command.changed_at } });
    }
    const { member } = command;
    if (state.members.some((known) => known.user_id === member.user_id)) return NOTHING_TO_DO;
    if (member.email !== null && state.members.some((known) => sameEmail(known.email, member.email))) {
      return reject('already_exists', 'a member has this address', 'email');
    }
    return accept({ type: 'MemberAdded', data: member });
  },

  evolve(state, event) {
    switch (event.type) {
      case 'OrganizationCreated': {
        const { organization_id, name, owner_user_id, created_at, settings } = event.data;
        return { ...state, organization: { id: organization_id, name, owner_user_id, created_at }, settings };
      }
      case 'OrganizationSettingsChanged':
        return { ...state, settings: event.data.settings };
      case 'MemberAdded':
        return { ...state, members: [...state.members, event.data] };
    }
  },
};

function sameSettings(a: OrganizationSettings, b: OrganizationSettings): boolean {
  return (
    a.retention_hours === b.retention_hours &&
    a.zero_retention === b.zero_retention &&
    a.exports_enabled === b.exports_enabled &&
    a.monthly_cost_limit_cents === b.monthly_cost_limit_cents
  );
}

function sameEmail(a: string | null, b: string | null): boolean {
  return a !== null && b !== null && a.toLowerCase() === b.toLowerCase();
}
