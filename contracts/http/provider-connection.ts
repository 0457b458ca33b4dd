/** Provider connections: an organization's own accounts at providers. No response contains a credential. */
import { z } from 'zod';
import { PROVIDERS } from '../vocabulary.ts';
import { Provider } from '../vocabulary-schemas.ts';
import { DateTime, Id, listOf, record } from './common.ts';
import { literal, model, secret, str, withDefault } from './fields.ts';

/** Printable ASCII characters without spaces at the ends, because it is sent as the value of a header. */
export const CREDENTIAL = /^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/;

const credential = secret({ min: 8, max: 4_096, described: CREDENTIAL });

export const ProviderConnectionRequest = model('ProviderConnectionRequest', {
  provider: literal(PROVIDERS),
  label: withDefault(str({ min: 2, max: 120 }), 'default'),
  credential,
});
export type ProviderConnectionRequest = z.infer<typeof ProviderConnectionRequest>;

export const ProviderCredentialRotateRequest = model('ProviderCredentialRotateRequest', { credential });
export type ProviderCredentialRotateRequest = z.infer<typeof ProviderCredentialRotateRequest>;

export const ProviderConnectionRecord = record('ProviderConnection', {
  id: Id,
  organization_id: Id,
  provider: Provider,
  label: z.string(),
  created_at: DateTime,
  /** When its credential was last replaced. */
  rotated_at: DateTime.nullable(),
});
export type ProviderConnectionRecord = z.infer<typeof ProviderConnectionRecord>;

export const ProviderConnectionList = listOf('ProviderConnectionList', ProviderConnectionRecord);
export type ProviderConnectionList = z.infer<typeof ProviderConnectionList>;
