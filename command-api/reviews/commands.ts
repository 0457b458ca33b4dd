/** A person's decision on a claim, beside the machine's verdict. */
import { ApiError } from '#contracts/errors.ts';
import type { ReviewRecord, ReviewRequest } from '#contracts/http/review.ts';
import { newEventId, newId } from '#domain/ids.ts';
import { organizationDecider, organizationStream } from '#domain/organization/decider.ts';
import { verificationDecider, verificationStream } from '#domain/verification/decider.ts';
import { SEALED } from '#domain/verification/sealed-fields.ts';
import { carryOut, loadStream } from '#streams/repository.ts';
import type { Caller } from '../caller.ts';
import { refusal } from '../carry-out.ts';
import type { ReviewDependencies } from '../dependencies.ts';

export async function recordReview(
  dependencies: ReviewDependencies,
  caller: Caller,
  verificationId: string,
  request: ReviewRequest,
): Promise<ReviewRecord> {
  const { events, vault, sealer, clock } = dependencies;
  const stream = verificationStream(verificationId);
  const loaded = await loadStream(events, verificationDecider, stream);
  const verification = loaded.state.head.request;
  if (verification?.organization_id !== caller.organization_id) throw new ApiError('not_found');
  // Zero retention expires as it is made: 410 like GET, whoever has come first, eraser or reader.
  if (Date.parse(verification.expires_at) <= clock.now()) throw new ApiError('verification_expired');
  if (request.assigned_to_user_id !== null && !(await isMember(dependencies, caller, request.assigned_to_user_id))) {
    throw new ApiError('not_found', { param: 'assigned_to_user_id' });
  }
  const key = await vault.dataKey(verificationId);
  if (key === null) throw new ApiError('verification_expired');

  const reviewId = newId('rev');
  const recordedAt = new Date(clock.now()).toISOString();
  const { explanation, ...rest } = request;
  const eventId = newEventId();
  const outcome = await carryOut(
    events,
    verificationDecider,
    stream,
    {
      type: 'RecordReview',
      ...rest,
      review_id: reviewId,
      reviewer: caller.metadata.actor,
      recorded_at: recordedAt,
      explanation: sealer.seal(
        key,
        { verification_id: verificationId, record: reviewId, field: SEALED.explanation },
        explanation,
      ),
    },
    { metadata: { ...caller.metadata, correlation_id: verificationId }, eventId: () => eventId },
    loaded,
  );
  if (!outcome.accepted) throw refusal(outcome.code, outcome.reason, outcome.field);
  await dependencies.projected(outcome.position);

  const claim = outcome.state.claims.get(request.claim_id);
  const recorded = claim?.reviews.find((review) => review.review_id === reviewId);
  if (recorded === undefined) throw new ApiError('internal_error');
  return {
    id: reviewId,
    verification_id: verificationId,
    claim_id: request.claim_id,
    action: request.action,
    decision: request.decision,
    explanation,
    assigned_to_user_id: recorded.assigned_to_user_id,
    due_at: recorded.due_at,
    reviewer: recorded.reviewer,
    human_review_status: recorded.human_review_status,
    state: recorded.state,
    created_at: recordedAt,
  };
}

async function isMember({ events }: ReviewDependencies, caller: Caller, userId: string): Promise<boolean> {
  const { state } = await loadStream(events, organizationDecider, organizationStream(caller.organization_id));
  return state.members.some((member) => member.user_id === userId);
}
