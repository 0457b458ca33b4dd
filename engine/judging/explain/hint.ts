/** The hint of an open claim: what its nearest passage looks like. It says what was seen, and counts in no figure. */
import type { NearPart, Nearness } from './near.ts';

/** Coverage from which a passage is near enough to be read for the claim. */
const CLOSE = 0.45;
/** Parts that may be missing where one value differs. */
const MOST_LACKING = 1;

export type Hint = { kind: 'support' } | { kind: 'differs'; part: string; instead: string } | { kind: 'none' };

/** The first words of each hint are fixed: they are read by programs. */
export function hintText(hint: Hint): string {
  if (hint.kind === 'support') return 'reads like support: the nearest passage has the parts of this claim';
  if (hint.kind === 'none') return 'says nothing close: no passage found comes near this claim';
  if (hint.instead === '') return `differs in: ${hint.part}`;
  return `differs in: the passage has ${hint.instead} where the claim has ${hint.part}`;
}

function differing({ parts }: Nearness): NearPart | null {
  const others = parts.filter(({ instead }) => instead !== null);
  return others.length === 1 ? others[0]! : null;
}

/** What the nearest sentence looks like to a reader in haste. */
export function hintOf(near: Nearness | null): Hint {
  if (near === null || near.coverage < CLOSE) return { kind: 'none' };
  const lacking = near.parts.filter(({ as, instead, kind }) => as === null && instead === null && kind === 'word').length;
  const other = differing(near);
  if (other !== null && lacking <= MOST_LACKING) return { kind: 'differs', part: other.text, instead: other.instead! };
  if (near.differsInNegation && lacking === 0) return { kind: 'differs', part: 'one of the two denies it', instead: '' };
  return near.differsInNegation || other !== null ? { kind: 'none' } : { kind: 'support' };
}
