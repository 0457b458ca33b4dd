/** Which passages of a claim a reader needs, and which are for those who want more. */
import type { ClaimRecord, EvidenceItem } from '#contracts/http/verification-result.ts';

/** The strongest passage of each side that counted; for an unverifiable claim, the nearest one. */
export function decisiveEvidence(claim: ClaimRecord): EvidenceItem[] {
  const { supporting_evidence: supporting, opposing_evidence: opposing, contextual_evidence: contextual } = claim;
  switch (claim.verdict) {
    case 'supported':
      return supporting.slice(0, 1);
    case 'contradicted':
      return opposing.slice(0, 1);
    case 'disputed': {
      const sides = [...supporting.slice(0, 1), ...opposing.slice(0, 1)];
      return sides.length > 1 ? sides : [...sides, ...contextual.slice(0, 1)];
    }
    case 'unverifiable':
      return [...supporting, ...opposing, ...contextual].slice(0, 1);
    case 'not_checkable':
      return [];
  }
}

/** All others: those against the claim first, then those for it, then those that decide nothing. */
export function otherEvidence(claim: ClaimRecord): EvidenceItem[] {
  const decisive = new Set(decisiveEvidence(claim));
  const all = [...claim.opposing_evidence, ...claim.supporting_evidence, ...claim.contextual_evidence];
  return all.filter((item) => !decisive.has(item));
}

/** What a passage does to the claim; one that decides nothing is the nearest of an open claim. */
export function relationshipWords({ relationship }: EvidenceItem, { verdict }: ClaimRecord): string {
  if (relationship === 'supports') return 'Supports';
  if (relationship === 'contradicts') return 'Contradicts';
  return verdict === 'unverifiable' || verdict === 'disputed' ? 'Nearest' : 'Context';
}
