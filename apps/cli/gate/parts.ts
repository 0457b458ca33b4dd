/** Parts of a text that are verified each for itself: claims, or stretches with their claims. */
import type { ClaimRecord, VerificationResult } from '#contracts/http/verification-result.ts';
import { saysUnread } from '#engine/extraction/unread.ts';
import { overlaps } from '#engine/extraction/within.ts';
import type { Place } from '#engine/types/extraction.ts';
import type { KnownClaim, KnownPart, KnownText } from './cache.ts';
import type { FoundClaim } from './finding.ts';

export interface Part extends Place {
  id: string;
}

/** A text as it stands now. */
export interface ReadText extends Pick<KnownText, 'each' | 'dated'> {
  parts: Part[];
  /** Whether all of it is read, where all of its parts are known. */
  complete: boolean;
}

export type RememberedVerdict = Pick<KnownClaim, 'verdict' | 'reason'> & Pick<KnownPart, 'checked_at'>;

/** The result's claims by the part that they belong to; null: some belong to none, or some parts lack theirs. */
export function byPart(
  result: VerificationResult,
  parts: readonly Part[],
  each: ReadText['each'],
): ClaimRecord[][] | null {
  const { claims } = result;
  if (each === 'claim') {
    const isThere = ({ start, end }: Place, i: number) =>
      claims[i]!.location.start === start && claims[i]!.location.end === end;
    return claims.length === parts.length && parts.every(isThere) ? claims.map((claim) => [claim]) : null;
  }
  const found = parts.map(({ start, end }) =>
    claims.filter(({ location }) => location.start >= start && location.end <= end),
  );
  // Of a text that is not read to its end, the end may be a part's.
  const isCut = parts.length > 1 && result.limitations.some(saysUnread);
  return !isCut && found.flat().length === claims.length ? found : null;
}

/** The parts that a verification of these has the claims of: those that overlap are verified together. */
export function reachedBy(open: readonly Part[], parts: readonly Part[]): Part[] {
  return parts.filter((part) => open.some((one) => overlaps(one, part)));
}

/** Whether the part of a verified text was read to its end and in all of its sentences. */
export function isReadWhole(part: Place, content: readonly string[], result: VerificationResult): boolean {
  const { missing_or_uncertain_spans: missing } = result.coverage;
  const text = content.slice(part.start, part.end).join('');
  return !result.limitations.some(saysUnread) && !missing.some((words) => text.includes(words));
}

/**
 * Whether nothing of a text is missing, going by the beginnings of what is. The rules miss what a model has read: what
 * stands in a known stretch that was read in all of its sentences is not missing.
 */
export function isNothingMissing(
  missing: readonly string[],
  content: readonly string[],
  known: readonly (Place & Pick<KnownPart, 'complete'>)[],
  open: readonly Place[],
): boolean {
  const has = ({ start, end }: Place) => {
    const text = content.slice(start, end).join('');
    return (words: string) => text.includes(words);
  };
  const read = known.filter(({ complete }) => complete).map(has);
  const unread = [...open, ...known.filter(({ complete }) => !complete)].map(has);
  return missing.every((words) => read.some((holds) => holds(words)) && !unread.some((holds) => holds(words)));
}

/** No text is kept, so the words that decided can't be shown. */
export function rememberedClaim(
  content: readonly string[],
  part: Place,
  known: KnownClaim,
  checked_at: string,
): FoundClaim {
  const { verdict } = known;
  const [start, end] = [part.start + known.start, part.start + known.end];
  const span = content.slice(start, end).join('');
  return {
    start,
    end,
    verdict,
    span,
    claim: span,
    reason: rememberedReason({ ...known, checked_at }),
    correction: null,
  };
}

/** As in a result: the code, and why in words. */
export function rememberedReason({ reason, checked_at }: RememberedVerdict): string {
  const code = reason === '' ? '' : `${reason}: `;
  return `${code}as found on ${checked_at.slice(0, 10)}, and nothing has changed since; without --cache the passages are shown.`;
}

/** `points`: the text's code points. */
export function wordsOf({ start, end }: Place, points: readonly string[]): string {
  return points.slice(start, end).join('');
}

/** What is kept of a claim. `evidence`: fingerprint of what it was laid beside of the library. */
export function keptClaim(claim: ClaimRecord, part: Place, evidence: string): KnownClaim {
  const { location, verdict } = claim;
  return {
    start: location.start - part.start,
    end: location.end - part.start,
    evidence,
    verdict,
    reason: codeOf(claim),
  };
}

/** The code of its reason; empty: there is none. */
export function codeOf({ policy_reason }: Pick<ClaimRecord, 'policy_reason'>): string {
  return /^([a-z_]{1,60}): /.exec(policy_reason)?.[1] ?? '';
}

/** Of times in RFC 3339, of which there is one at least. */
export function earliest(times: readonly string[]): string {
  return times.toSorted()[0]!;
}
