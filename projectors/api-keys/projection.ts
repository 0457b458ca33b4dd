import type { KeyIssuedData } from '#domain/api-key/decider.ts';
import { API_KEY_EVENTS, type ApiKeyEvent } from '#domain/api-key/events.ts';
import type { Projection } from '../projection.ts';
import { API_KEYS, type ApiKeyDocument } from './document.ts';

export const apiKeysProjection: Projection<ApiKeyEvent> = {
  view: API_KEYS,
  events: API_KEY_EVENTS.map(({ name }) => name),
  root: ({ event }) => event.data.key_id,
  reads: () => [],

  async project({ event }, documents) {
    const id = event.data.key_id;
    if (event.type === 'KeyIssued') {
      documents.put<ApiKeyDocument>(id, issued(event.data));
      return;
    }
    const known = await documents.get<ApiKeyDocument>(id);
    if (known === null) return;
    switch (event.type) {
      case 'KeyRotated': {
        const { prefix, rotated_at } = event.data;
        documents.put<ApiKeyDocument>(id, { ...known, prefix, rotated_at });
        return;
      }
      case 'KeyRevoked':
        documents.put<ApiKeyDocument>(id, { ...known, state: 'revoked', revoked_at: event.data.revoked_at });
    }
  },
};

/** Leaves out the secret's hash, which only a look-up by secret needs. */
function issued(data: KeyIssuedData): ApiKeyDocument {
  const { secret_hash: _, project_id = null, ...key } = data;
  return { ...key, project_id, state: 'active', rotated_at: null, revoked_at: null };
}
