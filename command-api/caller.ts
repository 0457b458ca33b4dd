/** Who executes a command, and the metadata of its events. */
import type { EventMetadata } from '#contracts/ports/event-store.ts';
import { actorOf, type RequestContext } from '#http/context.ts';

export interface Caller
  extends Pick<
    RequestContext['principal'],
    | 'organization_id'
    | 'key_id'
    | 'user_id'
    | 'project_id'
    | 'role'
    | 'scopes'
    | 'quota_per_hour'
    | 'monthly_cost_limit_cents'
  > {
  metadata: EventMetadata;
  /** Call it with the id of the verification that the request is about, for the log. */
  concerns(verificationId: string): void;
}

export function callerOf(context: RequestContext): Caller {
  const { principal, request_id, ip, traceparent } = context;
  return {
    ...principal,
    metadata: {
      actor: actorOf(principal),
      ip,
      request_id,
      correlation_id: request_id,
      causation_id: request_id,
      traceparent,
      organization_id: principal.organization_id,
    },
    concerns: (verificationId) => {
      context.verification_id = verificationId;
    },
  };
}
