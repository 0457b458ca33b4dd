/** What keeps a passage from deciding a claim. Stored with its judgement, so that the reason for the verdict can name it. */
import type { Hint } from './explain/hint.ts';
import type { Nearness } from './explain/near.ts';
import type { Ruling } from './judge.ts';

export interface MissingPart {
  kind: 'word' | 'name' | 'quantity' | 'date';
  /** As written in the claim. */
  text: string;
}

export interface Findings {
  /** Weighted share (0..1) of the claim's material parts that the passage has. */
  coverage: number;
  missing: readonly MissingPart[];
  /** True if the passage has a name, a figure or a date of the claim, or at least two of its words. */
  isNear: boolean;
  /** The part of the claim that differs and what the passage has instead, each as worded there. */
  clash: { claimText: string; evidenceText: string } | null;
  /** True if one of the two, claim and passage, denies what the other says. */
  denies: boolean;
  hint: Hint;
}

/** Combines the nearest sentence, the ruling and the hint into findings. */
export function findingsOf(near: Nearness | null, { clash, relationship }: Ruling, hint: Hint): Findings {
  const parts = near?.parts ?? [];
  const has = parts.filter(({ as, isAbove }) => as !== null && !isAbove);
  const missing = parts.filter(({ as }) => as === null).map(({ kind, text }) => ({ kind, text }));
  return {
    coverage: near?.coverage ?? 0,
    missing,
    isNear: has.length > 1 || has.some(({ kind }) => kind !== 'word'),
    clash: relationship === 'contradicts' && clash?.kind !== 'negation' ? clash : null,
    denies: relationship === 'contradicts' && clash?.kind === 'negation',
    hint,
  };
}

/**
 * Reliability of an abstention if the nearest passage covers nothing of the claim, and how much of it is lost at full coverage.
 */
const HIGHEST_RELIABILITY = 0.95;
const COVERAGE_PENALTY = 0.45;

/**
 * Reliability of an abstention whose nearest passage covers `coverage` (0..1) of the claim: 0.95 − 0.45 · coverage. This is a
 * rule of thumb, not a calibrated figure: no training set says how many of the retrieved passages decide a claim. If a passage
 * has every word of the claim, an abstention is as good as a coin toss. If nothing was found, it is nearly certain.
 */
export function abstentionReliability(coverage: number): number {
  return HIGHEST_RELIABILITY - COVERAGE_PENALTY * Math.min(1, coverage);
}

const VERBS: Record<MissingPart['kind'], string> = {
  name: 'name',
  date: 'give the date',
  quantity: 'give the figure',
  word: 'speak of',
};

const KINDS = ['name', 'date', 'quantity', 'word'] as const;
const LONGEST_PART = 60;
const MOST_PER_KIND = 3;

function quoted(text: string): string {
  return `"${text.length > LONGEST_PART ? `${text.slice(0, LONGEST_PART)}…` : text}"`;
}

function joined(parts: readonly string[], word: string): string {
  return parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} ${word} ${parts.at(-1)}`;
}

/** 'name "Velmar", give the date "2021" or speak of "oil"'; null if there are no parts. */
function missingPhrase(parts: readonly MissingPart[]): string | null {
  const phrases = KINDS.flatMap((kind) => {
    const own = parts.filter((part) => part.kind === kind).map(({ text }) => quoted(text));
    return own.length === 0 ? [] : [`${VERBS[kind]} ${joined(own.slice(0, MOST_PER_KIND), 'or')}`];
  });
  return phrases.length === 0 ? null : joined(phrases, 'or');
}

/**
 * One sentence that says why related passages don't decide the claim: what the nearest one has instead of a part of the claim,
 * otherwise what it lacks. It speaks only of the nearest passage, because another one may have the part.
 */
export function undecidedReason(passages: readonly Findings[]): string {
  const [nearest] = passages.toSorted((a, b) => b.coverage - a.coverage);
  if (nearest === undefined) return 'no passage speaks of this claim.';
  const { hint, missing } = nearest;
  if (hint.kind === 'differs' && hint.part !== '' && hint.instead !== '')
    return `the nearest passage has ${quoted(hint.instead)} where the claim has ${quoted(hint.part)}.`;
  const lacking = missingPhrase(missing);
  if (lacking !== null) return `the nearest passage does not ${lacking}.`;
  return 'the nearest passage has its parts, but each sentence leaves one of them out, or says more that could change it.';
}
