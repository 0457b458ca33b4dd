/** What a passage lacks for a verdict; kept with its judgement so the verdict's reason can name it. */
import { nameText } from './alignment/name-alignment.ts';
import { textOf } from './clashes/clash.ts';
import type { Comparison } from './comparison.ts';

export interface MissingPart {
  kind: 'word' | 'name' | 'quantity' | 'date';
  /** As written in the claim. */
  text: string;
}

export interface Findings {
  /** Weighted share (0..1) of the claim's material parts that the passage has. */
  coverage: number;
  missing: readonly MissingPart[];
  /** The passage has a name, a figure or a date of the claim, or several of its words. */
  isNear: boolean;
  /** The first clash, as worded in claim and passage. */
  clash: { claimText: string; evidenceText: string } | null;
}

/** The findings of a comparison; a name of several words counts as one part. */
export function findingsOf({ alignment, material, missing, clashes, coverage }: Comparison): Findings {
  const { claim } = alignment;
  const parts = new Map<string, MissingPart>();
  for (const at of missing) {
    const term = claim.terms[at]!;
    const text = term.kind === 'name' ? nameText(claim, claim.names[term.name]!) : textOf(claim, term);
    parts.set(text, { kind: term.kind, text });
  }
  const first = clashes[0];
  const clash = first === undefined ? null : { claimText: first.claimText, evidenceText: first.evidenceText };
  const found = material.filter((at) => !missing.includes(at));
  const isNear = found.length > 1 || found.some((at) => claim.terms[at]!.kind !== 'word');
  return { coverage, missing: [...parts.values()], isNear, clash };
}

/** Reliability of an abstention if the nearest passage covers nothing of the claim, and its loss at full coverage. */
const HIGHEST_RELIABILITY = 0.95;
const COVERAGE_PENALTY = 0.45;

/**
 * Reliability of an abstention whose nearest passage covers `coverage` (0..1) of the claim: 0.95 − 0.45 · coverage. A
 * rule, not a calibrated figure: no training set says how many of the passages that retrieval finds decide a claim. If
 * a passage has every word of the claim, an abstention is as good as a coin toss; with nothing found it is nearly
 * certain.
 */
export function abstentionReliability(coverage: number): number {
  return HIGHEST_RELIABILITY - COVERAGE_PENALTY * Math.min(1, coverage);
}

const VERBS: Record<MissingPart['kind'], string> = {
  name: 'names',
  date: 'gives the date',
  quantity: 'gives the figure',
  word: 'speaks of',
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

/** 'names "Velmar", gives the date "2021" or speaks of "oil"'; null if there are no parts. */
function missingPhrase(parts: readonly MissingPart[]): string | null {
  const phrases = KINDS.flatMap((kind) => {
    const own = parts.filter((part) => part.kind === kind).map(({ text }) => quoted(text));
    return own.length === 0 ? [] : [`${VERBS[kind]} ${joined(own.slice(0, MOST_PER_KIND), 'or')}`];
  });
  return phrases.length === 0 ? null : joined(phrases, 'or');
}

const OBSTACLES: readonly (readonly [ground: string, reason: string])[] = [
  ['counterfactual', 'the nearest passage could be read for the claim and against it.'],
  ['scope', 'the nearest passage differs from the claim, but not about the same time, place or extent.'],
  ['modality', 'the nearest passage states it only as a possibility or as what others say.'],
  ['obligation', 'the nearest passage does not require, advise, permit or forbid the same.'],
  ['reported', 'the nearest passage states it only as what somebody says.'],
  ['condition', 'the nearest passage states it under a condition.'],
  ['exception', 'the nearest passage states it with an exception.'],
  ['clause_order', 'the nearest passage joins these clauses in another way.'],
  ['comparison', 'the nearest passage compares the same things the other way round.'],
  ['ranked', 'the nearest passage says it of fewer things than the claim.'],
  ['part', 'the nearest passage gives the figure of a part.'],
  ['some', 'the nearest passage says it only of some.'],
  ['crossed', 'parts of the claim belong to different things in the nearest passage.'],
  ['bound', 'the nearest passage sets another limit.'],
  ['roles', 'the nearest passage says it with the roles exchanged.'],
  ['direction', 'the nearest passage says it in the other direction.'],
  ['owner', "the nearest passage says it of what is another's."],
  ['head', 'the nearest passage names it only to say which other thing is meant.'],
  ['referent', 'the nearest passage may say it of another that stands nearer.'],
  ['group', 'the nearest passage says it of several together.'],
  ['past', 'the nearest passage says it only of the past.'],
  ['subject_absent', 'the nearest passage does not name whom or what the claim speaks of.'],
  ['subject_unresolved', 'whom or what the nearest passage speaks of stays open.'],
  ['subject_other', 'the nearest passage says this of something else.'],
  ['quantifier', 'the nearest passage does not say of how many it holds.'],
  ['restriction', 'the nearest passage says it with a restriction.'],
  ['negation', 'the nearest passage does not say clearly whether it holds or not.'],
  ['several_values', 'the nearest passage has several such figures.'],
  ['scattered', 'the parts of the claim stand in different sentences, and nothing ties them together.'],
];

export interface Undecided {
  grounds: readonly string[];
  findings: Findings;
}

/** One sentence on why related passages don't decide the claim: what all of them lack, else what the nearest lacks. */
export function undecidedReason(passages: readonly Undecided[]): string {
  const [nearest] = passages.toSorted((a, b) => b.findings.coverage - a.findings.coverage);
  if (nearest === undefined) return 'no passage speaks of this claim.';
  const inAll = nearest.findings.missing.filter((part) =>
    passages.every(({ findings }) => findings.missing.some(({ text }) => text === part.text)),
  );
  const lacking = missingPhrase(inAll);
  if (lacking !== null) return `passages on the subject were found, but none ${lacking}.`;
  const other = missingPhrase(nearest.findings.missing);
  if (other !== null) return `no single passage says all of it: none that comes near also ${other}.`;
  const obstacle = OBSTACLES.find(([ground]) => nearest.grounds.includes(ground));
  return obstacle?.[1] ?? 'the passages found speak of the subject and leave the claim open.';
}
