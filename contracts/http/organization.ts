/** Organizations, their settings and members. */
import { z } from 'zod';
import { Role } from '../vocabulary-schemas.ts';
import { ApiKeyCreated } from './api-key.ts';
import { DateTime, Id, listOf, record } from './common.ts';
import { bool, int, model, str } from './fields.ts';

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

export const MemberRecord = record('Member', {
  user_id: Id,
  email: z.string().nullable(),
  role: Role,
  created_at: DateTime,
});
export type MemberRecord = z.infer<typeof MemberRecord>;

export const MemberList = listOf('MemberList', MemberRecord);
export type MemberList = z.infer<typeof MemberList>;
