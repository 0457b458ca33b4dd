/** Stream `policies-<organization id>`: all policies of one organization, so that name and version are unique in it. */
import { z } from 'zod';
import { BaseProfile } from '#contracts/vocabulary-schemas.ts';
import { defineEvent, type EventOf, Timestamp } from '../events/definition.ts';

export const PolicyCreated = defineEvent(
  'PolicyCreated',
  1,
  z.object({
    policy_id: z.string(),
    organization_id: z.string(),
    name: z.string(),
    version: z.string(),
    base_profile: BaseProfile,
    source_set_id: z.string().nullable(),
    /** null: the base profile's value. */
    minimum_independent_sources: z.int().nullable(),
    authoritative_source_can_decide: z.boolean().nullable(),
    coverage_threshold: z.number().nullable(),
    created_at: Timestamp,
  }),
);

export const PolicyDeactivated = defineEvent(
  'PolicyDeactivated',
  1,
  z.object({ policy_id: z.string(), deactivated_at: Timestamp }),
);

export const POLICY_EVENTS = [PolicyCreated, PolicyDeactivated] as const;
export type PolicyEvent = EventOf<(typeof POLICY_EVENTS)[number]>;
