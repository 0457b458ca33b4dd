/** What a check of files found. */
import { createHash } from 'node:crypto';
import type { VerificationResult } from '#contracts/http/verification-result.ts';
import type { Verdict } from '#contracts/vocabulary.ts';
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
  /** Null if it could not be checked. */
  counts: VerificationResult['counts'] | null;
  /** Why it could not be checked, or null. */
  problem: string | null;
  /** Whether all of it was read. */
  complete: boolean;
  findings: Finding[];
}

/** The claims of a result that have one of these verdicts, in the order of the text. `content` is null for documents. */
export function findingsOf(
  file: string,
  result: VerificationResult,
  content: string | null,
  verdicts: ReadonlySet<Verdict>,
): Finding[] {
  const lines = content === null ? null : new Lines(content);
  return result.claims
    .filter(({ verdict }) => verdicts.has(verdict))
    .toSorted((a, b) => a.location.start - b.location.start)
    .map((claim) => ({
      file,
      verdict: claim.verdict,
      span: claim.original_span,
      claim: claim.normalized_claim,
      reason: claim.policy_reason,
      start: lines?.at(claim.location.start) ?? null,
      end: lines?.at(claim.location.end) ?? null,
      correction: claim.correction?.suggested ?? null,
      fingerprint: fingerprintOf(file, claim.verdict, claim.normalized_claim),
    }));
}

function fingerprintOf(file: string, verdict: Verdict, claim: string): string {
  const parts = [file, verdict, claim.replace(/\s+/g, ' ').trim()];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32);
}
