/** Stream `organization-<id>`: settings and members. */
import { z } from 'zod';
import { Role } from '#contracts/vocabulary-schemas.ts';
import { defineEvent, type EventOf, Timestamp } from '../events/definition.ts';

export const OrganizationSettings = z.object({
  retention_hours: z.int(),
  zero_retention: z.boolean(),
  exports_enabled: z.boolean(),
  monthly_cost_limit_cents: z.int().nullable(),
});
export type OrganizationSettings = z.infer<typeof OrganizationSettings>;

export const OrganizationCreated = defineEvent(
  'OrganizationCreated',
  1,
  z.object({
    organization_id: z.string(),
    name: z.string(),
    owner_user_id: z.string(),
    settings: OrganizationSettings,
    created_at: Timestamp,
  }),
);

export const OrganizationSettingsChanged = defineEvent(
  'OrganizationSettingsChanged',
  1,
  z.object({ settings: OrganizationSettings, changed_at: Timestamp }),
);

export const MemberAdded = defineEvent(
  'MemberAdded',
  1,
  z.object({ user_id: z.string(), email: z.string().nullable(), role: Role, added_at: Timestamp }),
);

export const ORGANIZATION_EVENTS = [OrganizationCreated, OrganizationSettingsChanged, MemberAdded] as const;
export type OrganizationEvent = EventOf<(typeof ORGANIZATION_EVENTS)[number]>;
