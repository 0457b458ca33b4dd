/** The claims of a result in the groups of the page. */
import { hintIn } from '#common/hint-words.ts';
import type { ClaimRecord, VerificationResult } from '#contracts/http/verification-result.ts';
import { GROUPS, groupOf } from '#results/page/groups.ts';

export interface NumberedRecord {
  claim: ClaimRecord;
  /** In text order, from 1. */
  number: number;
}

/** By index in GROUPS, those that need action first; each with its claims in text order. */
export function groupedClaims({ claims }: VerificationResult): [number, NumberedRecord[]][] {
  const numbered = claims.map((claim, at) => ({ claim, number: at + 1 }));
  const groups = Map.groupBy(numbered, ({ claim }) =>
    groupOf(claim.verdict, hintIn(claim.unresolved_ambiguity)?.kind ?? null),
  );
  return [...GROUPS.keys()].flatMap((group) => {
    const own = groups.get(group);
    return own === undefined ? [] : [[group, own] as [number, NumberedRecord[]]];
  });
}
