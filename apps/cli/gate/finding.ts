/** What a check of files found. */
import { createHash } from 'node:crypto';
import type { VerificationResult } from '#contracts/http/verification-result.ts';
import { VERDICTS, type Verdict } from '#contracts/vocabulary.ts';
import { Lines, type TextPosition } from './positions.ts';

export interface Finding {
  /** As named or found, with slashes. */
  file: string;
  verdict: Verdict;
  /** The claim's words in the text. */
  span: string;
  /** The claim on its own. */
  claim: string;
  /** Why, in a sentence. */
  reason: string;
  /** Where it stands; null for documents, whose text has no lines of its own. */
  start: TextPosition | null;
  /** Behind its last character. */
  end: TextPosition | null;
  /** What it should say, if the passages tell. */
  correction: string | null;
  /** The same for the same claim with the same verdict in the same file, wherever it stands there. */
  fingerprint: string;
}

/** What became of a file. */
export interface CheckedFile {
  file: string;
  /** Null if it could not be checked at all. */
  counts: VerificationResult['counts'] | null;
  /** Why it could not be checked, or not as it was asked to; null: it was. What was found all the same is there. */
  problem: string | null;
  /** Whether nothing of it had to be verified now: earlier checks found all of it. */
  cached: boolean;
  /** How many of its claims were verified now; what the others came to is known from an earlier check. */
  verified: number;
  /** Whether all of it was read. */
  complete: boolean;
  findings: Finding[];
}

/** A claim that a check has found, whatever its verdict. Offsets are in code points. */
export interface FoundClaim {
  start: number;
  end: number;
  verdict: Verdict;
  span: string;
  claim: string;
  reason: string;
  correction: string | null;
}

export function foundClaims(result: VerificationResult): FoundClaim[] {
  return result.claims.map((claim) => ({
    ...{ start: claim.location.start, end: claim.location.end },
    verdict: claim.verdict,
    span: claim.original_span,
    claim: claim.normalized_claim,
    reason: claim.policy_reason,
    correction: claim.correction?.suggested ?? null,
  }));
}

/** The claims that have one of these verdicts, in the order of the text. `content` is null for documents. */
export function findingsOf(
  file: string,
  claims: readonly FoundClaim[],
  content: string | null,
  verdicts: ReadonlySet<Verdict>,
): Finding[] {
  const lines = content === null ? null : new Lines(content);
  const fingerprintOf = fingerprints(file);
  return claims
    .filter(({ verdict }) => verdicts.has(verdict))
    .toSorted((a, b) => a.start - b.start)
    .map(({ start, end, ...found }) => ({
      file,
      ...found,
      start: lines?.at(start) ?? null,
      end: lines?.at(end) ?? null,
      fingerprint: fingerprintOf(found),
    }));
}

export function countsOf(claims: readonly FoundClaim[]): VerificationResult['counts'] {
  const counts = Object.fromEntries(VERDICTS.map((verdict) => [verdict, 0])) as VerificationResult['counts'];
  for (const { verdict } of claims) counts[verdict]++;
  return counts;
}

/**
 * By the claim's words as they stand in the text, which a check that remembers verdicts knows too. The same words again,
 * with the same verdict, are another finding.
 */
function fingerprints(file: string): (claim: Pick<FoundClaim, 'verdict' | 'span'>) => string {
  const times = new Map<string, number>();
  return ({ verdict, span }) => {
    const parts = [file, verdict, span.replace(/\s+/g, ' ').trim()];
    const same = JSON.stringify(parts);
    const before = times.get(same) ?? 0;
    times.set(same, before + 1);
    const text = before === 0 ? same : JSON.stringify([...parts, before]);
    return createHash('sha256').update(text).digest('hex').slice(0, 32);
  };
}
