/** The groups in which claims are read: what needs action first. */
import type { HintKind } from '#common/hint-words.ts';
import type { Verdict } from '#contracts/vocabulary.ts';
import { VERDICT_WORDS } from './words.ts';

export interface Group {
  verdict: Verdict;
  /** Of unverifiable claims; null: any, and any claim with another verdict. */
  hint: HintKind | null;
  title: string;
  /** What to do about them; empty: nothing. */
  advice: string;
}

const { contradicted, disputed, unverifiable, supported, not_checkable } = VERDICT_WORDS;

export const GROUPS: readonly Group[] = [
  {
    verdict: 'contradicted',
    hint: null,
    title: contradicted.label,
    advice: 'Correct or remove these before using the text.',
  },
  { verdict: 'disputed', hint: null, title: disputed.label, advice: 'Read both sides.' },
  {
    verdict: 'unverifiable',
    hint: 'differs',
    title: `${unverifiable.label}: the nearest passage differs`,
    advice: 'Nothing was decided, but the passage says something else in one part: compare it first.',
  },
  {
    verdict: 'unverifiable',
    hint: 'support',
    title: `${unverifiable.label}: the nearest passage reads like support`,
    advice: 'Nothing was decided, but the passage may say the same in other words: read it.',
  },
  {
    verdict: 'unverifiable',
    hint: null,
    title: `${unverifiable.label}: no passage comes close`,
    advice: 'Find a source for these, or mark them as unconfirmed.',
  },
  { verdict: 'supported', hint: null, title: supported.label, advice: '' },
  { verdict: 'not_checkable', hint: null, title: not_checkable.label, advice: '' },
];

/** Index in GROUPS. `hint`: that of the claim, if it has one. */
export function groupOf(verdict: Verdict, hint: HintKind | null): number {
  return GROUPS.findIndex((group) => group.verdict === verdict && (group.hint === null || group.hint === hint));
}
