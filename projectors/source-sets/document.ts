/** The read model behind GET /organizations/{id}/source-sets: one document per set, which holds its resources. */
import type { View } from '#contracts/ports/read-store.ts';
import type { SourceSetState } from '#domain/source-set/decider.ts';

export const SOURCE_SETS: View = {
  name: 'source_sets',
  version: 1,
  indexes: [{ fields: ['organization_id', 'created_at'] }],
};

/** Document id: the source set's id. */
export interface SourceSetDocument {
  organization_id: string;
  created_at: string;
  source_set: SourceSetState;
}
