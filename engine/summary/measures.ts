/** Helpers shared by coverage, risk, abstention and the statement. */
import type { SummaryClaim } from '#engine/types/summary.ts';

/** Material claims are those of high or medium materiality. */
export function isMaterial(claim: SummaryClaim): boolean {
  return claim.materiality !== 'low';
}

/** Checkable claims are those that can be judged against evidence. */
export function isCheckable(claim: Pick<SummaryClaim, 'verdict'>): boolean {
  return claim.verdict !== 'not_checkable';
}

/** E.g. "1 claim", "2 claims". */
export function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** E.g. "a", "a and b", "a, b and c". */
export function enumeration(parts: string[]): string {
  return parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;
}
