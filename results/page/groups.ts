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
  /** Whether its claims are named one by one among what needs action first, not only by their numbers. */
  isListed: boolean;
}

/** Claims of a group that are named one by one; of the others it is said how many they are. */
export const MOST_LISTED = 12;

const { contradicted, disputed, unverifiable, supported, not_checkable } = VERDICT_WORDS;

export const GROUPS: readonly Group[] = [
  {
    verdict: 'contradicted',
    hint: null,
    title: contradicted.label,
    advice: 'Correct or remove these before using the text.',
    isListed: true,
  },
  { verdict: 'disputed', hint: null, title: disputed.label, advice: 'Read both sides.', isListed: true },
  {
    verdict: 'unverifiable',
    hint: 'differs',
    title: `${unverifiable.label}: the nearest passage differs`,
    advice: 'Nothing was decided, but the passage says something else in one part: compare it first.',
    isListed: true,
  },
  {
    verdict: 'unverifiable',
    hint: 'support',
    title: `${unverifiable.label}: the nearest passage reads like support`,
    advice: 'Nothing was decided, but the passage may say the same in other words: read it.',
    isListed: false,
  },
  {
    verdict: 'unverifiable',
    hint: null,
    title: `${unverifiable.label}: no passage comes close`,
    advice: 'Find a source for these, or mark them as unconfirmed.',
    isListed: false,
  },
  { verdict: 'supported', hint: null, title: supported.label, advice: '', isListed: false },
  { verdict: 'not_checkable', hint: null, title: not_checkable.label, advice: '', isListed: false },
];

/** Index in GROUPS. `hint`: that of the claim, if it has one. */
export function groupOf(verdict: Verdict, hint: HintKind | null): number {
  return GROUPS.findIndex((group) => group.verdict === verdict && (group.hint === null || group.hint === hint));
}
