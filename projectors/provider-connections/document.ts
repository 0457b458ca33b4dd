/** The read model behind GET /organizations/{id}/provider-connections: one document per connection that is in force. */
import type { View } from '#contracts/ports/read-store.ts';
import type { Provider } from '#contracts/vocabulary.ts';

export const PROVIDER_CONNECTIONS: View = {
  name: 'provider_connections',
  version: 1,
  indexes: [{ fields: ['organization_id', 'created_at'] }],
};

/** Document id: the connection's id. Contains nothing of the credential. */
export interface ProviderConnectionDocument {
  id: string;
  organization_id: string;
  provider: Provider;
  label: string;
  created_at: string;
  rotated_at: string | null;
}
