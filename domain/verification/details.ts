/**
 * The sealed details of claims: their texts, evidence and judgements, some seven kilobytes of a claim. A folded state has
 * them all, unless the text is so long that they would fill the memory of every stage and request that works on it: of
 * such a text, the state has where in the stream they stand.
 */
import type { WithRevision } from '../decider.ts';
import type { VerificationEvent } from './events.ts';
import {
  type ClaimEvent,
  type ClaimState,
  evolveWith,
  type FoldedClaim,
  type FoldedClaimEvent,
  type VerificationState,
} from './state.ts';

/** A text with more claims is long. Ordinary prose has as many in 35,000 characters. */
const CLAIMS_WITH_DETAILS = 500;

/** Folds events of a stream. The details of a long text are left in it. The given state is left as it is. */
export function evolveRecorded(
  state: VerificationState,
  placed: readonly WithRevision<VerificationEvent>[],
): VerificationState {
  const events = placed.map(({ event }) => event);
  return evolveWith(state, events, (event, at, claims) =>
    claims < CLAIMS_WITH_DETAILS ? event : withoutDetail(event, placed[at]!.revision),
  );
}

function withoutDetail(event: ClaimEvent, revision: number): FoldedClaimEvent {
  const detail = { revision };
  switch (event.type) {
    case 'ClaimExtracted':
      return { type: event.type, data: { ...event.data, detail } };
    case 'EvidenceRetrieved':
      return { type: event.type, data: { ...event.data, detail } };
    case 'ClaimJudged':
      return { type: event.type, data: { ...event.data, detail } };
    case 'ReviewRecorded':
      return event;
  }
}

/** Revisions of the events whose details these claims lack, ascending. */
export function missingDetails(claims: readonly FoldedClaim[]): number[] {
  const revisions = claims.flatMap((claim) =>
    [claim.extracted, claim.evidence, claim.judged].flatMap((data) =>
      data !== null && typeof data.detail !== 'string' ? [data.detail.revision] : [],
    ),
  );
  return revisions.sort((a, b) => a - b);
}

/** How many claims of a state have left something in the stream. */
export function claimsWithoutDetails({ claims }: Pick<VerificationState, 'claims'>): number {
  return Math.max(0, claims.size - CLAIMS_WITH_DETAILS);
}

/** The claim with its details, those that it lacks by revision. Throws RangeError if one is not given. */
export function withDetails(claim: FoldedClaim, details: ReadonlyMap<number, string>): ClaimState {
  const whole = <Data extends { detail: string | { revision: number } }>(data: Data) => {
    const detail = typeof data.detail === 'string' ? data.detail : details.get(data.detail.revision);
    if (detail === undefined) throw new RangeError('the detail of a claim was left in the stream');
    return { ...data, detail };
  };
  const { extracted, evidence, judged } = claim;
  return {
    ...claim,
    extracted: whole(extracted),
    evidence: evidence && whole(evidence),
    judged: judged && whole(judged),
  };
}
