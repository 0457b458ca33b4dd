/**
 * Authenticates by the token of a document job. Its holder acts for the key that submitted the job, but on this job
 * only.
 */

import { ApiError } from '#contracts/errors.ts';
import type { EventStore } from '#contracts/ports/event-store.ts';
import { API_KEY } from '#domain/api-key/decider.ts';
import { DOCUMENT_JOB } from '#domain/document-job/decider.ts';
import type { DocumentSubmittedData } from '#domain/document-job/events.ts';
import { ORGANIZATION } from '#domain/organization/decider.ts';
import { joinedMember } from '#domain/organization/member.ts';
import { isJobToken } from '#streams/document-jobs.ts';
import { load } from '#streams/repository.ts';
import type { Principal } from '../context.ts';

export interface JobTokens {
  /**
   * Throws not_found for a wrong token, as if the job did not exist, and for one of a key that was revoked since, or of
   * a person who is no longer a member. A malformed or wrong token is refused without a look-up.
   */
  authenticate(jobId: string, token: string): Promise<Principal>;
}

export function createJobTokens(events: Pick<EventStore, 'readStream'>, secret: Uint8Array): JobTokens {
  return {
    async authenticate(jobId, token) {
      if (!isJobToken(secret, jobId, token)) throw new ApiError('not_found');
      const { submitted } = (await load(events, DOCUMENT_JOB, jobId)).state;
      if (submitted === null || !(await isInForce(events, submitted))) throw new ApiError('not_found');
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

/**
 * Whether whoever submitted the job may still do so. A rotated key is the same key: its tokens go on, as its jobs do. In
 * a session that began with a password, the person stands in place of a key.
 */
async function isInForce(
  events: Pick<EventStore, 'readStream'>,
  { key_id, organization_id }: DocumentSubmittedData,
): Promise<boolean> {
  const { key, revoked } = (await load(events, API_KEY, key_id)).state;
  if (key !== null) return !revoked;
  const { state } = await load(events, ORGANIZATION, organization_id);
  return joinedMember(state, key_id) !== null;
}
