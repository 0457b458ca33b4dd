/** Signing in to the workbench, outside of the API. */
import { z } from 'zod';
import { Role } from '../vocabulary-schemas.ts';
import { DateTime, Id, record } from './common.ts';
import { model, secret, str } from './fields.ts';

/** Long passwords are allowed, so that sentences can be used; the limit bounds the work of hashing. */
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
  /** The password to sign in with from now on. */
  password: secret(NEW_PASSWORD),
});
export type InvitationSignIn = z.infer<typeof InvitationSignIn>;

/** `password`: the present password. */
export const PasswordChange = model('PasswordChange', {
  password: secret({ max: NEW_PASSWORD.max }),
  new_password: secret(NEW_PASSWORD),
});
export type PasswordChange = z.infer<typeof PasswordChange>;

export const PasswordResetRequest = model('PasswordResetRequest', { user_id: str({ max: 40 }) });
export type PasswordResetRequest = z.infer<typeof PasswordResetRequest>;

export const RESET_WARNING =
  'The token is shown once; only a hash of it is stored. Whoever has it can set a new password for this member, once.';

/** A token for an owner or admin to pass on. */
export const PasswordResetToken = record('PasswordResetToken', {
  user_id: Id,
  token: z.string(),
  expires_at: DateTime,
  warning: z.string(),
});
export type PasswordResetToken = z.infer<typeof PasswordResetToken>;

export const PasswordReset = model('PasswordReset', {
  token: secret({ max: 100 }),
  /** The password to sign in with from now on. */
  password: secret(NEW_PASSWORD),
});
export type PasswordReset = z.infer<typeof PasswordReset>;

/** `password`: the present password. */
export const MemberErasureRequest = model('MemberErasureRequest', { password: secret({ max: NEW_PASSWORD.max }) });
export type MemberErasureRequest = z.infer<typeof MemberErasureRequest>;

export const MemberErasure = record('MemberErasure', {
  user_id: Id,
  erased_at: DateTime,
  /** False: the key of the address could not be destroyed yet, and is within ten minutes. */
  key_destroyed: z.boolean(),
  /** True: the person was invited before addresses were sealed, and the event log keeps the address in clear. */
  clear_in_log: z.boolean(),
});
export type MemberErasure = z.infer<typeof MemberErasure>;

export const SessionRecord = record('Session', {
  id: Id,
  organization_id: Id,
  user_id: Id,
  role: Role,
  started_at: DateTime,
  /** The latest end. A session ends earlier after half an hour without a call. */
  expires_at: DateTime,
  /** Value of the header X-CSRF-Token, for calls that change something. */
  csrf_token: z.string(),
});
export type SessionRecord = z.infer<typeof SessionRecord>;
