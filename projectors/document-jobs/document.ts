/** The read model behind the list of document jobs: one document per job, also after it has expired. */

import type { JobStatus } from '#contracts/document-vocabulary.ts';
import type { View } from '#contracts/ports/read-store.ts';
import type { DocumentJobState } from '#domain/document-job/decider.ts';

export const DOCUMENT_JOBS: View = {
  name: 'document_jobs',
  version: 1,
  indexes: [{ fields: ['organization_id', 'submitted_at'] }, { fields: ['organization_id', 'status', 'submitted_at'] }],
};

/** Document id: the job's id. Contains nothing of the document's text or name. */
export interface DocumentJobDocument {
  organization_id: string;
  submitted_at: string;
  status: JobStatus;
  job: DocumentJobState;
}
