/**
 * The hard rules applied before the model. They decide which relationships are possible at all; the model may only
 * lower the certainty of what they allow.
 */
import { isMatchedIn } from '../alignment/share.ts';
import { FUNCTIONAL_RELATIONS } from '../clashes/entity-clashes.ts';
import { doubtOf } from '../clashes/plain-clash.ts';
import type { Comparison } from '../comparison.ts';
import { isComparedInClaimOnly, isOnlyComparedWith } from '../reading/compared.ts';
import type { SubjectStatus } from '../reading/subject.ts';

export interface GateDecision {
  allowed: 'supports' | 'contradicts' | 'neither';
  /** Machine-readable grounds: the clashes, or what kept the passage from supporting. */
  grounds: string[];
}

const SUBJECT_FOUND: ReadonlySet<SubjectStatus> = new Set(['aligned', 'near', 'resolved', 'none']);

/** Minimum coverage beside the clash; higher for long claims, which share words with unrelated passages more easily. */
function clashCoverage({ material }: Comparison): number {
  return material.length <= 6 ? 0.7 : 0.85;
}

/** True if the passage has the claim verbatim, as a claim without a verb requires: it can't be found in parts. */
function isQuoted({ alignment }: Comparison): boolean {
  const plain = (text: string) =>
    text
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
      .trim();
  return plain(alignment.evidence.text).includes(plain(alignment.claim.text));
}

/** "The house was built in 1990. Its roof is new" does not say when the roof of the house was built. */
export function isSaidOfTheWhole({ alignment: { claim, evidence, matches }, reading }: Comparison): boolean {
  const { frame, subject, sentence } = reading;
  if (frame === null || subject === 'resolved') return false;
  const own = claim.terms.flatMap((term, at) =>
    !term.light && term.start >= frame.subjectStart && term.start < frame.subjectEnd ? [at] : [],
  );
  const parts = own.filter((at) => {
    const { preposition, kind, pos } = claim.terms[at]!;
    return preposition === '' && kind === 'word' && pos === 'NOUN';
  });
  const hasWhole = own.some((at) => claim.terms[at]!.preposition === 'of');
  return hasWhole && parts.length > 0 && !parts.some((at) => isMatchedIn({ evidence, matches }, at, sentence));
}

function obstacles(comparison: Comparison): string[] {
  const { reading, alignment } = comparison;
  const found: string[] = [];
  if (!SUBJECT_FOUND.has(reading.subject)) found.push(`subject_${reading.subject}`);
  else if (isSaidOfTheWhole(comparison) || isOnlyComparedWith(alignment, reading)) found.push('subject_other');
  if (reading.anchor < 0 || reading.evidenceAnchor < 0 || reading.anchorIsOpposite) found.push('predicate');
  for (const at of comparison.missing) found.push(`missing_${alignment.claim.terms[at]!.kind}`);
  if (comparison.scattered.length > 0) found.push('scattered');
  if (comparison.hedgeGap === 2) found.push('modality');
  if (comparison.quantifierGap !== null) found.push('quantifier');
  if (comparison.restriction !== null) found.push('restriction');
  if (comparison.severalValues) found.push('several_values');
  if (isComparedInClaimOnly(alignment, reading)) found.push('comparison');
  if (comparison.oppositeIsNearer) found.push('antonym');
  if (reading.frame === null && !isQuoted(comparison)) found.push('no_statement');
  if (comparison.polarityDiffers || comparison.idiomDiffers) found.push('negation');
  if (alignment.claim.cut) found.push('claim_too_long');
  return [...new Set(found)];
}

/** Grounds that leave open of whom it is said, or whether it is said in one: another model may know better. */
export const DOUBTS: ReadonlySet<string> = new Set(['scattered', 'subject_other', 'subject_unresolved']);

/** What limits the passage's statement, if nothing but its reading is in doubt; it is costly to look for. */
function limitsBeside(comparison: Comparison, grounds: readonly string[]): readonly string[] {
  const matters = comparison.missing.length === 0 && grounds.every((ground) => DOUBTS.has(ground));
  return matters ? comparison.limits : [];
}

function clashIsAligned(comparison: Comparison): boolean {
  const { reading } = comparison;
  // If the agents differ or the roles are swapped, the subject can't be where the claim has it.
  const isSubjectExempt = comparison.clashes.some((clash) => clash.kind === 'role' || clash.holdsByItself === true);
  if (!isSubjectExempt && (!SUBJECT_FOUND.has(reading.subject) || reading.evidenceAnchor < 0)) return false;
  // The passage may be about another station, whose number doesn't clash.
  if (comparison.isLoose) return false;
  return comparison.hedgeGap < 2 && comparison.restriction === null && !comparison.idiomDiffers;
}

/**
 * True if time or place may differ from the claim's, so that values don't clash: 4 % in June doesn't contradict 5 % in
 * May, nor do 300 people elsewhere contradict 500 in Germany.
 */
function isAnotherScope({ clashes, missing, alignment, reading }: Comparison, grounds: readonly string[]): boolean {
  const { claim } = alignment;
  const clashing = new Set(clashes.map((clash) => clash.claimTerm));
  const names = clashes.map((clash) => claim.terms[clash.claimTerm]?.name ?? -1);
  const clashingNames = new Set(names.filter((name) => name >= 0));
  const isBeside = (at: number) => !clashing.has(at) && !clashingNames.has(claim.terms[at]!.name);
  const inSubject = (at: number) => reading.subjectTerms.includes(at);
  if (missing.some((at) => claim.terms[at]!.kind !== 'word' && isBeside(at) && !inSubject(at))) return true;
  if (!grounds.includes('date')) return false;
  if (grounds.length > 1) return true;
  const verb = reading.anchor < 0 ? '' : claim.terms[reading.anchor]!.key;
  const hasQuantity = claim.terms.some((term) => term.quantity !== null && term.quantity.dimension !== 'ordinal');
  return hasQuantity && !FUNCTIONAL_RELATIONS.has(verb);
}

function negationIsComplete({ missing, clashes, alignment, reading }: Comparison): boolean {
  const { claim, evidence } = alignment;
  const clash = clashes.find(({ kind }) => kind === 'negation')!;
  if (claim.terms[clash.claimTerm]!.negated) return missing.length === 0;
  // "Not a French series" doesn't rule out other series: the evidence must not negate less than the claim states.
  const matched = new Set(alignment.matches.flatMap((matches) => matches.map((match) => match.term)));
  const narrows = evidence.terms.some(
    (term, at) =>
      term.negated &&
      term.sentence === reading.sentence &&
      !term.light &&
      !matched.has(at) &&
      (term.pos === 'ADJ' || term.kind === 'name' || term.pos === 'NOUN') &&
      evidence.terms.some((next, i) => matched.has(i) && next.start === term.end),
  );
  return !narrows;
}

/** The relationship that the rules allow, with the grounds for it. */
export function decide(comparison: Comparison): GateDecision {
  const { clashes } = comparison;
  if (comparison.material.length === 0) return { allowed: 'neither', grounds: ['nothing_to_check'] };
  if (comparison.isVerbatim && !comparison.alignment.claim.cut) {
    const grounds = [...comparison.limits];
    return { allowed: grounds.length === 0 ? 'supports' : 'neither', grounds };
  }
  if (clashes[0]?.isProven === true) return { allowed: 'contradicts', grounds: [clashes[0].kind] };
  if (clashes.length === 0) {
    const found = obstacles(comparison);
    const grounds = [...found, ...limitsBeside(comparison, found)];
    return { allowed: grounds.length === 0 ? 'supports' : 'neither', grounds };
  }
  const grounds = [...new Set(clashes.map((clash) => clash.kind))];
  // "Not founded in 1999" and "founded in 1998" agree: a negated value can't clash.
  const { reading, alignment } = comparison;
  const claimDenies = reading.anchor >= 0 && alignment.claim.terms[reading.anchor]!.negated;
  const deniesValue = (claimDenies || grounds.includes('negation')) && grounds.some((kind) => kind !== 'negation');
  if (isAnotherScope(comparison, grounds)) {
    return { allowed: 'neither', grounds: [...new Set([...grounds, 'scope', ...obstacles(comparison)])] };
  }
  // A negated claim denies all its parts together: only evidence for all of them contradicts it.
  if (grounds.includes('negation') && !negationIsComplete(comparison)) {
    return { allowed: 'neither', grounds: [...new Set([...grounds, ...obstacles(comparison)])] };
  }
  // Two reversals ("not alive" against "dead") may cancel out, so no verdict is safe.
  const reversals = clashes.filter((clash) => clash.kind === 'negation' || clash.kind === 'antonym').length;
  if (
    !clashIsAligned(comparison) ||
    comparison.coverageBesideClash < clashCoverage(comparison) ||
    reversals > 1 ||
    deniesValue
  ) {
    return { allowed: 'neither', grounds: [...new Set([...grounds, ...obstacles(comparison)])] };
  }
  const doubt = doubtOf(comparison);
  if (doubt !== null)
    return { allowed: 'neither', grounds: [...new Set([...grounds, doubt, ...obstacles(comparison)])] };
  return { allowed: 'contradicts', grounds };
}
