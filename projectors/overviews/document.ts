/**
 * The read model behind lists of verifications and the progress of each: one small document per verification. It holds ids,
 * counts and times only, so it stays when the text is erased.
 */
import type { View } from '#contracts/ports/read-store.ts';
import type { Mode } from '#contracts/vocabulary.ts';
import type { Progress } from '#domain/verification/progress.ts';

export const OVERVIEWS: View = {
  name: 'overviews',
  version: 1,
  indexes: [{ fields: ['organization_id', 'created_at'] }, { fields: ['organization_id', 'status', 'created_at'] }],
};

/** Document id: the verification's id. */
export interface OverviewDocument extends Progress {
  organization_id: string;
  verification_id: string;
  request_id: string;
  key_id: string;
  project_id: string | null;
  /** The job of the document that the text comes from; null for other texts. */
  job_id: string | null;
  kind: 'text' | 'claim';
  profile: string;
  mode: Mode;
  characters: number;
  created_at: string;
  expires_at: string;
}
