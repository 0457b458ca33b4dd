/** Reviews: a person's decision on a claim, beside the engine's verdict. */
import { ApiError } from '#contracts/errors.ts';
import type { ReviewRecord, ReviewRequest } from '#contracts/http/review.ts';
import { newId } from '#domain/ids.ts';
import { ORGANIZATION } from '#domain/organization/decider.ts';
import { joinedMember } from '#domain/organization/member.ts';
import { SEALED } from '#domain/verification/sealed-fields.ts';
import { load } from '#streams/repository.ts';
import type { Caller } from '../caller.ts';
import type { ReviewDependencies } from '../dependencies.ts';
import { refusal } from '../execute-command.ts';

export async function recordReview(
  dependencies: ReviewDependencies,
  caller: Caller,
  verificationId: string,
  request: ReviewRequest,
): Promise<ReviewRecord> {
  const { verifications, clock } = dependencies;
  const loaded = await verifications.load(verificationId);
  const verification = loaded.state.head.request;
  if (verification?.organization_id !== caller.organization_id) throw new ApiError('not_found');
  // A zero-retention verification expires when it is created: 410 as for a GET, whether or not it has been erased yet.
  if (Date.parse(verification.expires_at) <= clock.now()) throw new ApiError('verification_expired');
  if (request.assigned_to_user_id !== null && !(await isMember(dependencies, caller, request.assigned_to_user_id))) {
    throw new ApiError('not_found', { param: 'assigned_to_user_id' });
  }
  const texts = await verifications.texts(verificationId);
  if (texts === null) throw new ApiError('verification_expired');

  const reviewId = newId('rev');
  const recordedAt = new Date(clock.now()).toISOString();
  const { explanation, ...rest } = request;
  const executed = await verifications.execute(
    verificationId,
    {
      type: 'RecordReview',
      ...rest,
      review_id: reviewId,
      reviewer: caller.metadata.actor,
      recorded_at: recordedAt,
      explanation: texts.sealText(reviewId, SEALED.explanation, explanation),
    },
    { metadata: { ...caller.metadata, correlation_id: verificationId }, loaded },
  );
  if (!executed.accepted) throw refusal(executed.code, executed.reason, executed.field);
  await dependencies.projected(executed.position);

  const claim = executed.state.claims.get(request.claim_id);
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
  const { state } = await load(events, ORGANIZATION, caller.organization_id);
  return joinedMember(state, userId) !== null;
}
