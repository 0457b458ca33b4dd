/** Signing in to the workbench, outside of the API. */
import { z } from 'zod';
import { Role } from '../vocabulary-schemas.ts';
import { DateTime, Id, record } from './common.ts';
import { model, secret, str } from './fields.ts';

/** Long ones are allowed, as sentences are; the limit bounds the work. */
const NEW_PASSWORD = { min: 12, max: 200 };

export const PasswordSignIn = model('PasswordSignIn', {
  organization_id: str({ max: 40 }),
  email: str({ max: 320 }),
  password: secret({ max: NEW_PASSWORD.max }),
});
export type PasswordSignIn = z.infer<typeof PasswordSignIn>;

export const KeySignIn = model('KeySignIn', { api_key: secret({ max: 100 }) });
export type KeySignIn = z.infer<typeof KeySignIn>;

export const InvitationSignIn = model('InvitationSignIn', {
  token: secret({ max: 100 }),
  /** The one to sign in with from now on. */
  password: secret(NEW_PASSWORD),
});
export type InvitationSignIn = z.infer<typeof InvitationSignIn>;

export const SessionRecord = record('Session', {
  id: Id,
  organization_id: Id,
  user_id: Id,
  role: Role,
  started_at: DateTime,
  /** At the latest; half an hour without a call ends it earlier. */
  expires_at: DateTime,
  /** For the header X-CSRF-Token of calls that change something. */
  csrf_token: z.string(),
});
export type SessionRecord = z.infer<typeof SessionRecord>;
