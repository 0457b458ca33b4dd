/** What coverage, risk, abstention and the statement have in common. */
import type { SummaryClaim } from '#engine/types.ts';

/** Material claims are those of high or medium materiality. */
export function isMaterial(claim: SummaryClaim): boolean {
  return claim.materiality !== 'low';
}

export function isCheckable(claim: SummaryClaim): boolean {
  return claim.verdict !== 'not_checkable';
}

/** "1 claim", "2 claims". */
export function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** "a", "a and b", "a, b and c". */
export function enumeration(parts: string[]): string {
  return parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;
}

/** At most `length` code points, the last one an ellipsis where something was cut. */
export function shorten(text: string, length: number): string {
  const characters = [...text];
  return characters.length <= length ? text : `${characters.slice(0, length - 1).join('')}…`;
}
