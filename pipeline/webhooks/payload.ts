/** Bodies of webhook messages. They contain no text of the customer. */

import type { z } from 'zod';
import type { JsonObject } from '#contracts/json.ts';
import type { VerificationCompleted, VerificationRequestedData } from '#domain/verification/events.ts';

/** The body for a completed verification. `serviceUrl`: base URL of the service; if unknown, the link is relative. */
export function completionPayload(
  request: VerificationRequestedData,
  completion: z.infer<typeof VerificationCompleted.schema>,
  serviceUrl: string | null,
): JsonObject {
  const { verification_id, request_id, organization_id, profile, policy, expires_at } = request;
  const { completed_at, counts, coverage, risk } = completion;
  return {
    type: 'verification.completed',
    timestamp: completed_at,
    data: {
      verification_id,
      request_id,
      organization_id,
      profile,
      policy_name: policy.name,
      policy_version: policy.version,
      counts,
      coverage_status: coverage.status,
      risk: { score: risk.score, level: risk.level },
      expires_at,
      url: `${(serviceUrl ?? '').replace(/\/$/, '')}/v1/verifications/${verification_id}`,
    },
  };
}

/** The body of a test message. */
export function testPayload(webhookId: string, organizationId: string, timestamp: string): JsonObject {
  return { type: 'webhook.test', timestamp, data: { webhook_id: webhookId, organization_id: organizationId } };
}
