/**
 * Authenticates by the token of a document job. Its holder acts for the key that submitted the job, but on this job
 * only.
 */
import { ApiError } from '#contracts/errors.ts';
import type { EventStore } from '#contracts/ports/event-store.ts';
import { isJobToken, loadJob } from '#streams/document-jobs.ts';
import type { Principal } from '../context.ts';

export interface JobTokens {
  /**
   * Throws not_found for a wrong token, as if the job did not exist. A malformed or wrong token is refused without a
   * look-up.
   */
  authenticate(jobId: string, token: string): Promise<Principal>;
}

export function createJobTokens(events: Pick<EventStore, 'readStream'>, secret: Uint8Array): JobTokens {
  return {
    async authenticate(jobId, token) {
      if (!isJobToken(secret, jobId, token)) throw new ApiError('not_found');
      const { submitted } = (await loadJob(events, jobId)).state;
      if (submitted === null) throw new ApiError('not_found');
      return {
        kind: 'job_token',
        key_id: submitted.key_id,
        session_id: null,
        organization_id: submitted.organization_id,
        user_id: submitted.organization_id,
        project_id: submitted.project_id ?? null,
        role: 'viewer',
        scopes: [],
        environment: 'production',
        quota_per_hour: 0,
        monthly_cost_limit_cents: null,
        allowed_ips: [],
      };
    },
  };
}
