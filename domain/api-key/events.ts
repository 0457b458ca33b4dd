/** Stream `api-key-<id>`. The secret is stored as an HMAC only. */
import { z } from 'zod';
import { KeyEnvironment, Role, Scope } from '#contracts/vocabulary-schemas.ts';
import { defineEvent, type EventOf, Timestamp } from '../events/definition.ts';

export const KeyIssued = defineEvent(
  'KeyIssued',
  1,
  z.object({
    key_id: z.string(),
    organization_id: z.string(),
    /** The user whose rights bound the key. */
    user_id: z.string(),
    role: Role,
    name: z.string(),
    prefix: z.string(),
    /** HMAC-SHA256 of the secret with the server's pepper, hex. */
    secret_hash: z.string(),
    environment: KeyEnvironment,
    scopes: z.array(Scope),
    quota_per_hour: z.int(),
    monthly_cost_limit_cents: z.int().nullable(),
    allowed_ips: z.array(z.string()),
    /** Absent for keys outside of projects. */
    project_id: z.string().optional(),
    created_at: Timestamp,
  }),
);

export const KeyRotated = defineEvent(
  'KeyRotated',
  1,
  z.object({ key_id: z.string(), prefix: z.string(), secret_hash: z.string(), rotated_at: Timestamp }),
);

export const KeyRevoked = defineEvent('KeyRevoked', 1, z.object({ key_id: z.string(), revoked_at: Timestamp }));

export const API_KEY_EVENTS = [KeyIssued, KeyRotated, KeyRevoked] as const;
export type ApiKeyEvent = EventOf<(typeof API_KEY_EVENTS)[number]>;
