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

/** What of a claim has a detail. */
export type Detailed = 'extracted' | 'evidence' | 'judged';

export const EVERY_DETAIL: readonly Detailed[] = ['extracted', 'evidence', 'judged'];

/** A claim with the details of these; those of the others may be in the stream. */
export type WithDetails<Of extends Detailed> = Omit<FoldedClaim, Of> & Pick<ClaimState, Of>;

/** Revisions of the events whose details these claims lack, ascending. */
export function missingDetails(claims: readonly FoldedClaim[], of: readonly Detailed[]): number[] {
  const revisions = claims.flatMap((claim) =>
    of.flatMap((part) => {
      const detail = claim[part]?.detail;
      return typeof detail === 'object' ? [detail.revision] : [];
    }),
  );
  return revisions.sort((a, b) => a - b);
}

/** How many claims of a state have left something in the stream. */
export function claimsWithoutDetails({ claims }: Pick<VerificationState, 'claims'>): number {
  return Math.max(0, claims.size - CLAIMS_WITH_DETAILS);
}

/** The claim with the details of these, those that it lacks by revision. Throws RangeError if one is not given. */
export function withDetails<Of extends Detailed>(
  claim: FoldedClaim,
  details: ReadonlyMap<number, string>,
  of: readonly Of[],
): WithDetails<Of> {
  const whole = of.map((part) => {
    const data = claim[part];
    if (data === null || typeof data.detail === 'string') return [part, data];
    const detail = details.get(data.detail.revision);
    if (detail === undefined) throw new RangeError('the detail of a claim was left in the stream');
    return [part, { ...data, detail }];
  });
  return { ...claim, ...Object.fromEntries(whole) };
}
