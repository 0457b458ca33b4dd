/** Collects what the judge knows about one claim and one passage before it decides. */
import { type Alignment, align } from './alignment/alignment.ts';
import type { Inference } from './alignment/match.ts';
import type { Clash } from './clashes/clash.ts';
import { findClashes, oppositeIsNearer } from './clashes/find-clashes.ts';
import { idiomDiffers, polarityDiffers } from './clashes/polarity.ts';
import { sentenceClash } from './clashes/sentence-clash.ts';
import { quantifierGapOf } from './limits/extent/quantifier-gap.ts';
import { restrictionOf } from './limits/extent/restriction.ts';
import { hasSeveralValues } from './limits/extent/several-values.ts';
import { limitsOf } from './limits/limits.ts';
import { isStatedElsewhere } from './reading/composition.ts';
import { type Above, headingIn, mayBeOfOther, namesOfWhole } from './reading/document.ts';
import { hedgeGapOf } from './reading/hedges.ts';
import { isIdleAdverb } from './reading/idle-adverbs.ts';
import { interruptedSentence } from './reading/interrupted.ts';
import { otherPartyReferredTo } from './reading/other-party.ts';
import { isPlaced } from './reading/placement.ts';
import { type Reading, readClaim } from './reading/reading.ts';
import { verbatimSentence } from './reading/verbatim.ts';
import type { AnalysedText, Term } from './text/analysed-text.ts';
import { analyseClaim, analysePassage, analyseTitle } from './text/analyses.ts';

export interface Comparison {
  alignment: Alignment;
  reading: Reading;
  clashes: readonly Clash[];
  /** Claim terms that the evidence must have: all but the light ones. */
  material: readonly number[];
  /** Material terms without an entailing match. */
  missing: readonly number[];
  /** Material terms matched only in another sentence, clause or slot than the reading's; subject terms are exempt. */
  scattered: readonly number[];
  /** Weighted share (0..1) of material terms matched; `coverageBesideClash` leaves out unmatched clashing terms. */
  coverage: number;
  coverageBesideClash: number;
  /** Inferences used, except identity. */
  inferences: readonly { inference: Inference; claimText: string; evidenceText: string }[];
  /** Strength of the evidence's hedge ("may", "reportedly", "if") if it exceeds the claim's, else 0. */
  hedgeGap: 0 | 1 | 2;
  /** A quantifier of the claim that the evidence doesn't entail, or a weakening one that only the evidence has. */
  quantifierGap: string | null;
  /** A word of the evidence that negates its noun or weakens a superlative: "former", "alleged", "one of". */
  restriction: string | null;
  /** A matched part is negated on one side only. */
  polarityDiffers: boolean;
  /** One side says "no longer" or "not until", and the other doesn't mean the same. */
  idiomDiffers: boolean;
  /** A claim term is matched only by a loose description such as "the station". */
  isLoose: boolean;
  /** An antonym of a matched word stands nearer to the predicate: "live south of the river, … north of which". */
  oppositeIsNearer: boolean;
  /** One sentence says the claim in its very words, clause by clause. */
  isVerbatim: boolean;
  /** The sentence has the claim's quantity and another of the same kind; which belongs to the claim is unclear. */
  severalValues: boolean;
  /** Grounds by which the passage states less than the claim: only reported, only under a condition. */
  limits: readonly string[];
}

const WEIGHTS: Record<Term['kind'], number> = { word: 1, name: 1, quantity: 1.5, date: 1.5 };

function weightOf(term: Term): number {
  if (term.kind !== 'word') return WEIGHTS[term.kind];
  return term.pos === 'ADV' ? 0.5 : 1;
}

function weightedShare(terms: readonly Term[], all: readonly number[], accepts: (at: number) => boolean): number {
  let total = 0;
  let hit = 0;
  for (const at of all) {
    const weight = weightOf(terms[at]!);
    total += weight;
    if (accepts(at)) hit += weight;
  }
  return total === 0 ? 0 : hit / total;
}

function inferencesOf(alignment: Alignment, material: readonly number[], sentence: number): Comparison['inferences'] {
  const { claim, evidence } = alignment;
  const found: { inference: Inference; claimText: string; evidenceText: string }[] = [];
  for (const at of material) {
    const matches = alignment.matches[at]!;
    if (matches.length === 0 || matches.some((match) => match.inference === 'same')) continue;
    const best = matches.find((match) => evidence.terms[match.term]!.sentence === sentence) ?? matches[0]!;
    const evidenceText = evidence.terms[best.term]!.surface;
    if (found.some((known) => known.evidenceText === evidenceText && known.inference === best.inference)) continue;
    found.push({ inference: best.inference, claimText: claim.terms[at]!.surface, evidenceText });
  }
  return found;
}

function isMatchedLoosely({ matches }: Alignment, at: number): boolean {
  return matches[at]!.length > 0 && matches[at]!.every(({ inference }) => inference === 'loose_description');
}

/** The texts that stand above a passage besides its document's title; each null if there is none. */
export interface Surroundings {
  heading: string | null;
  /** Beginning of the document. */
  opening: string | null;
}

export const NO_SURROUNDINGS: Surroundings = { heading: null, opening: null };

interface Found {
  material: readonly number[];
  missing: readonly number[];
  scattered: readonly number[];
  coverage: number;
}

/** What of the claim the passage has, and where; a subject that it only refers to counts as found. */
function foundIn(alignment: Alignment, above: Above, reading: Reading, ofWhole: readonly number[]): Found {
  const { claim, matches } = alignment;
  const { subjectTerms } = reading;
  const material = claim.terms.flatMap((term, at) => (term.light ? [] : [at]));
  const isMatched = (at: number) => matches[at]!.length > 0;
  const isReferredTo = (at: number) => reading.subject === 'resolved' && subjectTerms.includes(at);
  const isAbove = (at: number) => ofWhole.includes(at) && !mayBeOfOther(alignment, at, reading.sentence);
  const otherParty = otherPartyReferredTo(alignment, reading, above);
  const missing = material.filter(
    (at) =>
      !isMatched(at) &&
      !isReferredTo(at) &&
      !isAbove(at) &&
      !isIdleAdverb(claim.terms[at]!, reading, alignment) &&
      !otherParty.includes(at),
  );
  const referent = { alignment, subject: subjectTerms, above };
  const scattered = material.filter(
    (at) =>
      isMatched(at) &&
      !isPlaced(alignment, reading, at) &&
      !subjectTerms.includes(at) &&
      !otherParty.includes(at) &&
      !isAbove(at) &&
      !isStatedElsewhere(referent, reading, at),
  );
  const coverage = weightedShare(claim.terms, material, (at) => isMatched(at) || isReferredTo(at));
  return { material, missing, scattered, coverage };
}

/** The coverage without unmatched terms that clash, or that belong to a name that does. */
function coverageBeside(
  clashes: readonly Clash[],
  { claim, matches }: Alignment,
  { subject, subjectTerms }: Reading,
  material: readonly number[],
): number {
  const clashing = new Set(clashes.map(({ claimTerm }) => claimTerm));
  const clashingNames = new Set(clashes.map(({ claimTerm }) => claim.terms[claimTerm]?.name ?? -1));
  const isMatched = (at: number) => matches[at]!.length > 0;
  const isClashing = (at: number) =>
    clashing.has(at) || (claim.terms[at]!.name >= 0 && clashingNames.has(claim.terms[at]!.name));
  return weightedShare(
    claim.terms,
    material.filter((at) => !isClashing(at) || isMatched(at)),
    (at) => isMatched(at) || (subject === 'resolved' && subjectTerms.includes(at)),
  );
}

/** How the words of a claim and a passage align, and which sentence speaks of the claim. */
interface SideBySide {
  alignment: Alignment;
  reading: Reading;
  above: Above;
  /** The claim's names that what stands above the passage has (`namesOfWhole`). */
  ofWhole: readonly number[];
}

function readSideBySide(
  claimText: string,
  passageText: string,
  title: string | null,
  around: Surroundings,
): SideBySide {
  const evidence = analysePassage(passageText);
  const above = aboveOf(evidence, passageText, title, around);
  const alignment = align(analyseClaim(claimText), evidence, above.title);
  const byItself = readClaim(alignment, above, []);
  const resolved = byItself.subject === 'resolved' ? byItself.subjectTerms : [];
  const ofWhole = namesOfWhole(alignment, above, byItself.sentence).filter((at) => !resolved.includes(at));
  const reading = ofWhole.length === 0 ? byItself : readClaim(alignment, above, ofWhole);
  return { alignment, reading, above, ofWhole };
}

/** What stands above a passage, as it is read: a heading within the passage stands for one above it. */
function aboveOf(evidence: AnalysedText, passageText: string, title: string | null, around: Surroundings): Above {
  const heading = around.heading ?? headingIn(evidence);
  return {
    title: analyseTitle(title),
    heading: heading === null ? null : analysePassage(heading),
    opening: around.opening === null || around.opening === passageText ? null : analysePassage(around.opening),
  };
}

/**
 * True if the claim denies what the passage states, or states what it denies; such a passage does not support it. Takes half
 * the time of comparing them.
 */
export function differsInPolarity(
  claimText: string,
  passageText: string,
  title: string | null,
  around: Surroundings,
): boolean {
  const { alignment, reading } = readSideBySide(claimText, passageText, title, around);
  return polarityDiffers(alignment, reading);
}

/**
 * Compares a claim with a passage. `title` (of the passage's document) and `around` may say whom or what the passage speaks
 * of where it doesn't.
 */
export function compare(
  claimText: string,
  passageText: string,
  title: string | null,
  around: Surroundings = NO_SURROUNDINGS,
): Comparison {
  const { alignment, reading, above, ofWhole } = readSideBySide(claimText, passageText, title, around);
  const { claim, evidence } = alignment;
  const byReading = findClashes(alignment, reading);
  const { material, missing, scattered, coverage } = foundIn(alignment, above, reading, ofWhole);
  const proven = sentenceClash(alignment, reading, { material, missing });
  const clashes = proven === null ? byReading : [proven];
  let limits: readonly string[] | undefined;
  return {
    alignment,
    reading,
    clashes,
    material,
    missing,
    scattered,
    coverage,
    coverageBesideClash: coverageBeside(clashes, alignment, reading, material),
    inferences: inferencesOf(alignment, material, reading.sentence),
    hedgeGap: hedgeGapOf(alignment, reading),
    quantifierGap: quantifierGapOf(alignment, reading),
    restriction: restrictionOf(alignment, reading),
    polarityDiffers: polarityDiffers(alignment, reading),
    idiomDiffers: idiomDiffers(alignment, reading),
    isLoose: material.some((at) => isMatchedLoosely(alignment, at)),
    oppositeIsNearer: oppositeIsNearer(alignment, reading),
    isVerbatim: missing.length === 0 && (verbatimSentence(claim, evidence) ?? interruptedSentence(alignment)) !== null,
    severalValues: hasSeveralValues(alignment, reading),
    // Costly, and of no interest where parts are missing.
    get limits() {
      limits ??= limitsOf(alignment, reading);
      return limits;
    },
  };
}
