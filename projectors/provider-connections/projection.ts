import { PROVIDER_CONNECTION_EVENTS, type ProviderConnectionEvent } from '#domain/provider-connection/events.ts';
import type { Projection } from '../projection.ts';
import { PROVIDER_CONNECTIONS, type ProviderConnectionDocument } from './document.ts';

export const providerConnectionsProjection: Projection<ProviderConnectionEvent> = {
  view: PROVIDER_CONNECTIONS,
  events: PROVIDER_CONNECTION_EVENTS.map((definition) => definition.name),
  root: ({ event }) => event.data.connection_id,
  reads: () => [],

  async project({ event }, documents) {
    const { connection_id: id } = event.data;
    switch (event.type) {
      case 'ProviderConnected': {
        const { organization_id, provider, label, created_at } = event.data;
        const document = { id, organization_id, provider, label, created_at, rotated_at: null };
        documents.put<ProviderConnectionDocument>(id, document);
        return;
      }
      case 'ProviderCredentialRotated': {
        const { rotated_at } = event.data;
        const known = await documents.get<ProviderConnectionDocument>(id);
        if (known !== null) documents.put<ProviderConnectionDocument>(id, { ...known, rotated_at });
        return;
      }
      case 'ProviderDisconnected':
        documents.remove(id);
    }
  },
};
