/** The hint of an open claim: what its nearest passage looks like. It says what was seen, and counts in no figure. */
import type { Nearness } from './near.ts';

/** Coverage from which a passage is near enough to be read for the claim. */
const CLOSE = 0.4;
/** Words that may be missing where one part differs: more of them, and it speaks of another matter. */
const MOST_LACKING = 1;
/** Coverage from which a part that differs is likely to be what is said otherwise, by what differs. */
const CLOSE_ENOUGH = { value: 0.7, negation: 0.5, absolute: 0.6 } as const;

export type Hint =
  | { kind: 'support' }
  /** `part` as the claim has it, `instead` as the passage has it; either may be empty, where only the other side has a word. */
  | { kind: 'differs'; part: string; instead: string }
  | { kind: 'none' };

/** The first words of each hint are fixed: programs read them. */
export function hintText(hint: Hint): string {
  if (hint.kind === 'support')
    return 'reads like support: the nearest passage has what this claim says, in words of its own';
  if (hint.kind === 'none') return 'says nothing close: no passage found comes near this claim';
  if (hint.part === '') return `differs in: the passage has "${hint.instead}"`;
  if (hint.instead === '') return `differs in: the passage lacks "${hint.part}"`;
  return `differs in: the passage has "${hint.instead}" where the claim has "${hint.part}"`;
}

/** The one part that the sentence has otherwise; null where there is none, or too much else is missing. */
function differing(near: Nearness): Hint | null {
  const lacking = near.parts.filter(({ as, kind }) => as === null && kind === 'word').length;
  if (lacking > MOST_LACKING) return null;
  const others = near.parts.filter(({ instead }) => instead !== null);
  const [other] = others;
  if (other !== undefined && others.length === 1 && near.coverage >= CLOSE_ENOUGH.value) {
    return { kind: 'differs', part: other.text, instead: other.instead! };
  }
  const lacksValue = near.parts.some(({ as, kind }) => as === null && (kind === 'quantity' || kind === 'date'));
  if (near.denial !== null && !lacksValue && near.coverage >= CLOSE_ENOUGH.negation) {
    return { kind: 'differs', part: '', instead: near.denial };
  }
  if (near.absolute === null || near.coverage < CLOSE_ENOUGH.absolute) return null;
  return { kind: 'differs', part: near.absolute, instead: '' };
}

/** What the nearest sentence looks like to a reader in haste. */
export function hintOf(near: Nearness | null): Hint {
  if (near === null) return { kind: 'none' };
  const other = differing(near);
  if (other !== null) return other;
  const isDoubtful =
    near.denial !== null || near.absolute !== null || near.parts.some(({ instead }) => instead !== null);
  return near.coverage < CLOSE || isDoubtful ? { kind: 'none' } : { kind: 'support' };
}
