/** The organization decider: settings, members and projects. */

import type { MemberRole } from '#contracts/vocabulary.ts';
import { defineAggregate } from '../aggregate.ts';
import { accept, type Decision, NOTHING_TO_DO, reject } from '../decider.ts';
import type { SealedAddress } from './address.ts';
import {
  type MemberErasedData,
  ORGANIZATION_EVENTS,
  type OrganizationEvent,
  type OrganizationSettings,
  type PasswordVerifier,
  type Project,
} from './events.ts';
import {
  type Member,
  memberInvitedBy,
  memberWithAddress,
  memberWithId,
  withAdded,
  withErased,
  withInvited,
  withJoined,
  withPassword,
  withReset,
} from './member.ts';
import { decidePassword, type PasswordCommand } from './passwords.ts';

/** Members of an organization, invited ones included: every verification reads the organization's whole history. */
export const MOST_MEMBERS = 500;
/** Projects are never removed. */
export const MOST_PROJECTS = 200;

export interface OrganizationState {
  organization: { id: string; name: string; owner_user_id: string; created_at: string } | null;
  /** Whose share its work takes; null: not recorded. */
  root_id: string | null;
  settings: OrganizationSettings;
  members: readonly Member[];
  projects: readonly Project[];
}

export type OrganizationCommand =
  | {
      type: 'CreateOrganization';
      organization_id: string;
      name: string;
      owner_user_id: string;
      root_id: string;
      created_at: string;
    }
  /** Omitted settings keep their value. */
  | { type: 'ChangeSettings'; settings: Partial<OrganizationSettings>; changed_at: string }
  /** For an address with an open invitation, it replaces the invitation, and the user keeps the earlier id. */
  | {
      type: 'InviteMember';
      user_id: string;
      address: SealedAddress;
      /** The address in clear, which is compared with those of before they were sealed, and goes nowhere. */
      email: string;
      role: MemberRole;
      token_hash: string;
      invited_at: string;
      expires_at: string;
    }
  | { type: 'AcceptInvitation'; token_hash: string; password: PasswordVerifier; accepted_at: string }
  | PasswordCommand
  /** Of a member who has joined, or is only invited. */
  | ({ type: 'EraseMember' } & MemberErasedData)
  | ({ type: 'CreateProject' } & Project);

export type OrganizationRejection = 'not_found' | 'already_exists' | 'validation_error';

/** Settings of a new organization: a month (720 hours) of retention, exports enabled, no cost limit. */
export const DEFAULT_SETTINGS: OrganizationSettings = {
  retention_hours: 720,
  zero_retention: false,
  exports_enabled: true,
  monthly_cost_limit_cents: null,
};

/** One organization: its stream, its events and its decider. */
export const ORGANIZATION = defineAggregate<
  OrganizationState,
  OrganizationCommand,
  OrganizationEvent,
  OrganizationRejection
>('organization-', ORGANIZATION_EVENTS, {
  initialState: () => ({ organization: null, root_id: null, settings: DEFAULT_SETTINGS, members: [], projects: [] }),

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
    if (command.type === 'CreateProject') return decideProject(command, state);
    if (command.type === 'InviteMember') return decideInvitation(command, state);
    if (command.type === 'EraseMember') return decideErasure(command, state);
    if (command.type !== 'AcceptInvitation') return decidePassword(command, state);
    const invited = memberInvitedBy(state, command.token_hash, command.accepted_at);
    if (invited === null) return reject('not_found', 'no such invitation');
    return accept({
      type: 'MemberJoined',
      data: { user_id: invited.user_id, password: command.password, joined_at: command.accepted_at },
    });
  },

  evolve(state, event) {
    switch (event.type) {
      case 'OrganizationCreated': {
        const { organization_id, name, owner_user_id, root_id, created_at, settings } = event.data;
        return { ...state, organization: { id: organization_id, name, owner_user_id, created_at }, root_id, settings };
      }
      case 'OrganizationSettingsChanged':
        return { ...state, settings: event.data.settings };
      case 'MemberAdded':
        return { ...state, members: withAdded(state.members, event.data) };
      case 'MemberInvited':
        return { ...state, members: withInvited(state.members, event.data) };
      case 'MemberJoined':
        return { ...state, members: withJoined(state.members, event.data) };
      case 'PasswordResetIssued':
        return { ...state, members: withReset(state.members, event.data) };
      case 'MemberPasswordChanged':
        return { ...state, members: withPassword(state.members, event.data) };
      case 'MemberErased':
        return { ...state, members: withErased(state.members, event.data) };
      case 'ProjectCreated':
        return { ...state, projects: [...state.projects, event.data] };
    }
  },
});

function decideInvitation(
  { type: _, email, ...invited }: Extract<OrganizationCommand, { type: 'InviteMember' }>,
  state: OrganizationState,
): Decision<OrganizationEvent, OrganizationRejection> {
  const known = memberWithAddress(state, { email, fingerprint: invited.address.fingerprint });
  const present = state.members.filter(({ erased }) => erased === null).length;
  if (known === null && present >= MOST_MEMBERS) {
    return reject('validation_error', `the organization has ${MOST_MEMBERS} members, which is the most`, 'email');
  }
  if (known === null && memberWithId(state, invited.user_id) !== null) {
    // The id of an open invitation was taken, and the person has been erased since.
    return reject('already_exists', 'the invited person has been erased meanwhile', 'email');
  }
  if (known === null) return accept({ type: 'MemberInvited', data: invited });
  if (known.invitation === null) return reject('already_exists', 'a member has this address', 'email');
  if (known.invitation.token_hash === invited.token_hash) return NOTHING_TO_DO;
  return accept({ type: 'MemberInvited', data: { ...invited, user_id: known.user_id } });
}

function decideErasure(
  { type: _, ...erased }: Extract<OrganizationCommand, { type: 'EraseMember' }>,
  state: OrganizationState,
): Decision<OrganizationEvent, OrganizationRejection> {
  const member = memberWithId(state, erased.user_id);
  if (member === null) return reject('not_found', 'no such member');
  if (member.erased !== null) return NOTHING_TO_DO;
  if (member.address === null) return reject('not_found', 'the creator of the organization has no address');
  return accept({ type: 'MemberErased', data: erased });
}

function decideProject(
  { type: _, ...project }: Extract<OrganizationCommand, { type: 'CreateProject' }>,
  state: OrganizationState,
): Decision<OrganizationEvent, OrganizationRejection> {
  if (state.projects.some(({ project_id }) => project_id === project.project_id)) return NOTHING_TO_DO;
  if (state.projects.length >= MOST_PROJECTS) {
    return reject('validation_error', `the organization has ${MOST_PROJECTS} projects, which is the most`, 'name');
  }
  return accept({ type: 'ProjectCreated', data: project });
}

function sameSettings(a: OrganizationSettings, b: OrganizationSettings): boolean {
  return (
    a.retention_hours === b.retention_hours &&
    a.zero_retention === b.zero_retention &&
    a.exports_enabled === b.exports_enabled &&
    a.monthly_cost_limit_cents === b.monthly_cost_limit_cents
  );
}
