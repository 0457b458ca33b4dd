/** Stream `organization-<id>`: settings, members and projects. */
import { z } from 'zod';
import { MemberRole, Role } from '#contracts/vocabulary-schemas.ts';
import { defineEvent, type EventOf, Timestamp } from '../events/definition.ts';
import { MemberAddress } from './address.ts';

export const OrganizationSettings = z.object({
  retention_hours: z.int(),
  zero_retention: z.boolean(),
  exports_enabled: z.boolean(),
  monthly_cost_limit_cents: z.int().nullable(),
});
export type OrganizationSettings = z.infer<typeof OrganizationSettings>;

export const OrganizationCreated = defineEvent(
  'OrganizationCreated',
  2,
  z.object({
    organization_id: z.string(),
    name: z.string(),
    owner_user_id: z.string(),
    /** Whose share its work takes (streams/roots.ts); null: made before this was recorded. */
    root_id: z.string().nullable(),
    settings: OrganizationSettings,
    created_at: Timestamp,
  }),
);

export const OrganizationSettingsChanged = defineEvent(
  'OrganizationSettingsChanged',
  1,
  z.object({ settings: OrganizationSettings, changed_at: Timestamp }),
);

/** The creator, who needs no invitation and has no address: `email` is null. */
export const MemberAdded = defineEvent(
  'MemberAdded',
  1,
  z.object({ user_id: z.string(), email: z.string().nullable(), role: Role, added_at: Timestamp }),
);

export type MemberAddedData = z.infer<typeof MemberAdded.schema>;

/** A person was invited. Repeated for the same user, it replaces the invitation and the role. */
export const MemberInvited = defineEvent(
  'MemberInvited',
  2,
  z.object({
    user_id: z.string(),
    address: MemberAddress,
    role: MemberRole,
    /** HMAC-SHA256 of the invitation's token with the server's pepper, hex. */
    token_hash: z.string(),
    invited_at: Timestamp,
    expires_at: Timestamp,
  }),
);

export type MemberInvitedData = z.infer<typeof MemberInvited.schema>;

/** The stored form of a password. Without the server's pepper, the password can't be guessed from it. */
export const PasswordVerifier = z.object({
  /** Random bytes, base64. */
  salt: z.string(),
  /** HMAC-SHA256, with the server's pepper, of scrypt(password, salt), hex. */
  hash: z.string(),
  /** Cost of scrypt (RFC 7914). */
  N: z.int(),
  r: z.int(),
  p: z.int(),
});
export type PasswordVerifier = z.infer<typeof PasswordVerifier>;

/** The invitation was accepted, with a password to sign in with. It can't be accepted again. */
export const MemberJoined = defineEvent(
  'MemberJoined',
  1,
  z.object({ user_id: z.string(), password: PasswordVerifier, joined_at: Timestamp }),
);
export type MemberJoinedData = z.infer<typeof MemberJoined.schema>;

/** The holder of the token may replace a forgotten password, once. A further token replaces this one. */
export const PasswordResetIssued = defineEvent(
  'PasswordResetIssued',
  1,
  z.object({
    user_id: z.string(),
    /** HMAC-SHA256 of the token with the server's pepper, hex. */
    token_hash: z.string(),
    issued_at: Timestamp,
    expires_at: Timestamp,
  }),
);
export type PasswordResetIssuedData = z.infer<typeof PasswordResetIssued.schema>;

/** Ends the sessions that began with an earlier password, and an open reset. */
export const MemberPasswordChanged = defineEvent(
  'MemberPasswordChanged',
  1,
  z.object({
    user_id: z.string(),
    /** `changed`: by somebody who knew the present one; `reset`: with a token. */
    cause: z.enum(['changed', 'reset']),
    password: PasswordVerifier,
    changed_at: Timestamp,
  }),
);
export type MemberPasswordChangedData = z.infer<typeof MemberPasswordChanged.schema>;

/**
 * The address was erased, and the person is no longer a member: sessions end, the password and open tokens count no
 * more. The id stays.
 */
export const MemberErased = defineEvent('MemberErased', 1, z.object({ user_id: z.string(), erased_at: Timestamp }));
export type MemberErasedData = z.infer<typeof MemberErased.schema>;

/** A group of keys whose usage is reported separately. */
export const ProjectCreated = defineEvent(
  'ProjectCreated',
  1,
  z.object({ project_id: z.string(), name: z.string(), created_at: Timestamp }),
);
export type Project = z.infer<typeof ProjectCreated.schema>;

export const ORGANIZATION_EVENTS = [
  OrganizationCreated,
  OrganizationSettingsChanged,
  MemberAdded,
  MemberInvited,
  MemberJoined,
  PasswordResetIssued,
  MemberPasswordChanged,
  MemberErased,
  ProjectCreated,
] as const;
export type OrganizationEvent = EventOf<(typeof ORGANIZATION_EVENTS)[number]>;
