/** Summarises the claims that got no verdict, and why. */
import { round4 } from '#engine/rounding.ts';
import type { Summary, SummaryClaim } from '#engine/types/summary.ts';
import { enumeration, isCheckable, isMaterial, plural } from './measures.ts';

/**
 * Number of unverifiable claims, their share of the checkable ones, how many are material, and the reasons, most frequent first.
 */
export function abstentionOf(claims: SummaryClaim[]): Summary['abstention'] {
  const checkable = claims.filter(isCheckable);
  const open = checkable.filter((claim) => claim.verdict === 'unverifiable');
  return {
    count: open.length,
    rate: checkable.length === 0 ? 0 : round4(open.length / checkable.length),
    material_count: open.filter(isMaterial).length,
    explanation: explanationOf(open, checkable.length),
  };
}

function explanationOf(open: SummaryClaim[], checkable: number): string {
  if (checkable === 0) return 'There was no checkable claim, so there was nothing to abstain from.';
  if (open.length === 0) return 'No abstention: every checkable claim got a verdict from evidence.';
  const reasons = [...Map.groupBy(open, (claim) => claim.reason_code)]
    .toSorted(([a, x], [b, y]) => y.length - x.length || (a < b ? -1 : 1))
    .map(([code, group]) => `${code.replaceAll('_', ' ')} (${group.length})`);
  const material = open.filter(isMaterial).length;
  return (
    `No verdict on ${open.length} of ${plural(checkable, 'checkable claim')}, ${material} of them material: ` +
    `${enumeration(reasons)}.`
  );
}
