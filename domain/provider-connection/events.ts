/** Stream `provider-connection-<id>`: an organization's account at a provider. Its credential is stored sealed only. */
import { z } from 'zod';
import { Provider } from '#contracts/vocabulary-schemas.ts';
import { SealedCredential } from '../events/credential.ts';
import { defineEvent, type EventOf, Timestamp } from '../events/definition.ts';

export const ProviderConnected = defineEvent(
  'ProviderConnected',
  1,
  z.object({
    connection_id: z.string(),
    organization_id: z.string(),
    provider: Provider,
    label: z.string(),
    credential: SealedCredential,
    created_at: Timestamp,
  }),
);

export const ProviderCredentialRotated = defineEvent(
  'ProviderCredentialRotated',
  1,
  z.object({ connection_id: z.string(), credential: SealedCredential, rotated_at: Timestamp }),
);

export const ProviderDisconnected = defineEvent(
  'ProviderDisconnected',
  1,
  z.object({ connection_id: z.string(), disconnected_at: Timestamp }),
);

export const PROVIDER_CONNECTION_EVENTS = [ProviderConnected, ProviderCredentialRotated, ProviderDisconnected] as const;
export type ProviderConnectionEvent = EventOf<(typeof PROVIDER_CONNECTION_EVENTS)[number]>;
