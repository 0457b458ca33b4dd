/** Parts of a text that are verified each for itself: claims, or stretches with their claims. */
import type { ClaimRecord, VerificationResult } from '#contracts/http/verification-result.ts';
import { saysUnread } from '#engine/extraction/unread.ts';
import { overlaps } from '#engine/extraction/within.ts';
import type { Place } from '#engine/types.ts';
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
  const { verdict, reason } = known;
  const [start, end] = [part.start + known.start, part.start + known.end];
  const span = content.slice(start, end).join('');
  const code = reason === '' ? '' : `${reason}: `;
  const words = `as found on ${checked_at.slice(0, 10)}, and nothing has changed since; without --cache the passages are shown.`;
  return { start, end, verdict, span, claim: span, reason: `${code}${words}`, correction: null };
}
