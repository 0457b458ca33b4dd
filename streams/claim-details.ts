/** Reads the details of claims that a folded state has left in the stream. */
import type { EventStore } from '#contracts/ports/event-store.ts';
import { VERIFICATION } from '#domain/verification/decider.ts';
import {
  type Detailed,
  EVERY_DETAIL,
  missingDetails,
  type WithDetails,
  withDetails,
} from '#domain/verification/details.ts';
import { type FoldedClaim, isClaimEvent } from '#domain/verification/state.ts';

/**
 * Claims of one verification as they were folded, with their details; `of`: with the details of these alone. Give it few at a
 * time: one has some 7 KB, 5 of them its evidence.
 */
export type ClaimDetails = <Of extends Detailed = Detailed>(
  claims: readonly FoldedClaim[],
  of?: readonly Of[],
) => Promise<WithDetails<Of>[]>;

/** Events between two that are wanted and that are read with them, so that there are fewer reads. */
const MOST_BETWEEN = 20;

/** Reads details from the stream of the verification with this id. Short texts leave none there, so nothing is read. */
export function claimDetails(events: Pick<EventStore, 'readStream'>, verificationId: string): ClaimDetails {
  const stream = VERIFICATION.stream(verificationId);
  return async <Of extends Detailed>(claims: readonly FoldedClaim[], of = EVERY_DETAIL as readonly Of[]) => {
    const details = new Map<number, string>();
    for (const { from, limit } of rangesOf(missingDetails(claims, of))) {
      for (const recorded of await events.readStream(stream, { from, limit })) {
        const event = VERIFICATION.decode(recorded);
        if (event !== null && isClaimEvent(event) && event.type !== 'ReviewRecorded') {
          details.set(recorded.revision, event.data.detail);
        }
      }
    }
    return claims.map((claim) => withDetails(claim, details, of));
  };
}

/** Ranges that together have all these revisions, which ascend. */
function rangesOf(revisions: readonly number[]): { from: number; limit: number }[] {
  const ranges: { from: number; limit: number }[] = [];
  for (const revision of revisions) {
    const last = ranges.at(-1);
    if (last !== undefined && revision - (last.from + last.limit) <= MOST_BETWEEN)
      last.limit = revision - last.from + 1;
    else ranges.push({ from: revision, limit: 1 });
  }
  return ranges;
}
