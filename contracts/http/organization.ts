/** Organizations, their settings and members. */
import { z } from 'zod';
import { MEMBER_ROLES } from '../vocabulary.ts';
import { Role } from '../vocabulary-schemas.ts';
import { ApiKeyCreated } from './api-key.ts';
import { DateTime, Id, listOf, record } from './common.ts';
import { bool, checked, int, literal, model, str, withDefault } from './fields.ts';

export const OrganizationCreateRequest = model('OrganizationCreateRequest', { name: str({ min: 2, max: 160 }) });
export type OrganizationCreateRequest = z.infer<typeof OrganizationCreateRequest>;

/**
 * Settings to change. Omitted ones stay as they are, as a silent default could switch zero retention off. So the fields
 * have no defaults here, although a new organization starts with the described values.
 */
export const OrganizationSettingsRequest = model('OrganizationSettingsRequest', {
  retention_hours: int({ ge: 0, le: 720 }),
  zero_retention: bool().optional().meta({ default: false }),
  exports_enabled: bool().optional().meta({ default: true }),
  monthly_cost_limit_cents: int({ ge: 100, le: 100_000_000 }).nullable().optional(),
});
export type OrganizationSettingsRequest = z.infer<typeof OrganizationSettingsRequest>;

export const OrganizationSettingsRecord = record('OrganizationSettings', {
  retention_hours: z.int(),
  zero_retention: z.boolean(),
  exports_enabled: z.boolean(),
  monthly_cost_limit_cents: z.int().nullable(),
});
export type OrganizationSettingsRecord = z.infer<typeof OrganizationSettingsRecord>;

const organizationFields = {
  id: Id,
  name: z.string(),
  owner_user_id: Id,
  settings: OrganizationSettingsRecord,
  created_at: DateTime,
};

export const OrganizationRecord = record('Organization', organizationFields);
export type OrganizationRecord = z.infer<typeof OrganizationRecord>;

/** The new organization with an owner key, shown once: a key is valid in the organization it was created in. */
export const OrganizationCreated = record('OrganizationCreated', { ...organizationFields, api_key: ApiKeyCreated });
export type OrganizationCreated = z.infer<typeof OrganizationCreated>;

export const OrganizationList = listOf('OrganizationList', OrganizationRecord);
export type OrganizationList = z.infer<typeof OrganizationList>;

/** Anything before and after an @. Whether the address works is only known when mail is sent to it. */
const EMAIL = /^[^\s@\x00-\x1f\x7f-\x9f]+@[^\s@\x00-\x1f\x7f-\x9f]+$/;

export const MemberAddRequest = model('MemberAddRequest', {
  email: checked({ min: 3, max: 320, described: EMAIL }, (text) => EMAIL.test(text), 'not an e-mail address'),
  role: withDefault(literal(MEMBER_ROLES), 'viewer'),
});
export type MemberAddRequest = z.infer<typeof MemberAddRequest>;

const memberFields = {
  /** Equal to user_id. */
  id: Id,
  user_id: Id,
  /** null: the creator of the organization, who was not invited, or a member who was erased. */
  email: z.string().nullable(),
  role: Role,
  status: z.enum(['invited', 'active', 'erased']),
  created_at: DateTime,
};

export const MemberRecord = record('Member', memberFields);
export type MemberRecord = z.infer<typeof MemberRecord>;

export const INVITATION_WARNING =
  'The token is shown once; only a hash of it is stored. Whoever has it can join as this member, once.';

/** The invited member and the invitation's token, shown once, which the caller passes on to the person. */
export const MemberInvited = record('MemberInvited', {
  ...memberFields,
  invitation: record('Invitation', {
    token: z.string(),
    expires_at: DateTime,
    warning: withDefault(z.string(), INVITATION_WARNING),
  }),
});
export type MemberInvited = z.infer<typeof MemberInvited>;

export const MemberList = listOf('MemberList', MemberRecord);
export type MemberList = z.infer<typeof MemberList>;
