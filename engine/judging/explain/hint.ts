/** The hint of an undecided claim: what its nearest passage looks like. It only describes what was seen and affects no score. */
import type { Nearness } from './near.ts';

/** Minimum coverage at which a passage is worth reading for the claim. */
const CLOSE = 0.4;
/** How many words may be missing if one part differs. If more are missing, the passage is about something else. */
const MOST_LACKING = 1;
/** Minimum coverage at which a difference is likely to contradict the claim, by kind of difference. */
const CLOSE_ENOUGH = { value: 0.7, negation: 0.5, absolute: 0.6 } as const;

export type Hint =
  | { kind: 'support' }
  /**
   * `part` as worded in the claim, `instead` as worded in the passage. Either may be empty, if only the other side has a word.
   */
  | { kind: 'differs'; part: string; instead: string }
  | { kind: 'none' };

/** The text of a hint. Its first words must not change, because programs parse them. */
export function hintText(hint: Hint): string {
  if (hint.kind === 'support')
    return 'reads like support: the nearest passage has what this claim says, in words of its own';
  if (hint.kind === 'none') return 'says nothing close: no passage found comes near this claim';
  if (hint.part === '') return `differs in: the passage has "${hint.instead}"`;
  if (hint.instead === '') return `differs in: the passage lacks "${hint.part}"`;
  return `differs in: the passage has "${hint.instead}" where the claim has "${hint.part}"`;
}

/** The hint for the one part in which the sentence differs. Null if there isn't exactly one, or if too much else is missing. */
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

/** The hint for the nearest sentence: what it looks like at first sight. */
export function hintOf(near: Nearness | null): Hint {
  if (near === null) return { kind: 'none' };
  const other = differing(near);
  if (other !== null) return other;
  const isDoubtful =
    near.denial !== null || near.absolute !== null || near.parts.some(({ instead }) => instead !== null);
  return near.coverage < CLOSE || isDoubtful ? { kind: 'none' } : { kind: 'support' };
}
