/** Which claims of the service answer which gold claim, and what they say together. */
import type { Verdict } from '#contracts/vocabulary.ts';
import { overlap, type Span } from './span.ts';

export interface Match<Claim> {
  /** Claims that overlap this gold span most, in the order given. */
  own: Claim[];
  /** Where there are none: claims that hold the whole span and belong to another one. */
  wide: Claim[];
}

export interface Matching<Claim> {
  /** One per gold span, in their order. */
  matches: Match<Claim>[];
  /** Claims that overlap no gold span. */
  stray: Claim[];
}

/** Each claim goes to the gold span that it overlaps most, the first of equals. */
export function matchClaims<Claim extends { location: Span }>(
  spans: readonly Span[],
  claims: readonly Claim[],
): Matching<Claim> {
  const homes = claims.map(({ location }) => homeOf(spans, location));
  const matches = spans.map((span, i) => {
    const own = claims.filter((_, c) => homes[c] === i);
    const holdsIt = ({ location }: Claim) => location.start <= span.start && span.end <= location.end;
    return { own, wide: own.length > 0 ? [] : claims.filter(holdsIt) };
  });
  return { matches, stray: claims.filter((_, c) => homes[c] === null) };
}

function homeOf(spans: readonly Span[], location: Span): number | null {
  const shared = spans.map((span) => overlap(span, location));
  const most = Math.max(0, ...shared);
  return most === 0 ? null : shared.indexOf(most);
}

/** `none`: the service made no claim of it. */
export type VerdictOrNone = Verdict | 'none';

export interface JointVerdict {
  verdict: VerdictOrNone;
  /** That of the claims that decide the verdict; null where nothing was judged. */
  reliability: number | null;
}

/**
 * What several claims say of the one that they are parts of: it is contradicted or disputed if any part is, not
 * checkable if all parts are, and supported if all checkable parts are. One wrong part makes it wrong, so the surest
 * contradiction counts, and of supports the least sure.
 */
export function jointVerdict(parts: readonly { verdict: Verdict; reliability: number }[]): JointVerdict {
  if (parts.length === 0) return { verdict: 'none', reliability: null };
  for (const verdict of ['contradicted', 'disputed'] as const) {
    const deciding = parts.filter((part) => part.verdict === verdict);
    if (deciding.length > 0) return { verdict, reliability: Math.max(...deciding.map((part) => part.reliability)) };
  }
  const checkable = parts.filter(({ verdict }) => verdict !== 'not_checkable');
  if (checkable.length === 0) return { verdict: 'not_checkable', reliability: null };
  const open = checkable.filter(({ verdict }) => verdict === 'unverifiable');
  const verdict = open.length === 0 ? 'supported' : 'unverifiable';
  const deciding = open.length === 0 ? checkable : open;
  return { verdict, reliability: Math.min(...deciding.map((part) => part.reliability)) };
}
